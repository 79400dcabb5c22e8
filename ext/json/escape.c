/*
 * escape.c - the escapes of bytes and characters.
 */
#include "internal/compiler.h"

#include "ext/json/escape.h"

#define U(hex) {"\\u00" hex, 6}
#define S(c) {"\\" c, 2}
const struct esc_text esc_texts[128] = {
    U("00"), U("01"), U("02"), U("03"), U("04"), U("05"),         U("06"),          U("07"),        S("b"),
    S("t"),  S("n"),  U("0b"), S("f"),  S("r"),  U("0e"),         U("0f"),          U("10"),        U("11"),
    U("12"), U("13"), U("14"), U("15"), U("16"), U("17"),         U("18"),          U("19"),        U("1a"),
    U("1b"), U("1c"), U("1d"), U("1e"), U("1f"), ['"'] = S("\""), ['\\'] = S("\\"), ['/'] = S("/"),
};
#undef U
#undef S

static char *
put_u16(char *p, unsigned v)
{
    static const char hex[] = "0123456789abcdef";
    p[0] = '\\', p[1] = 'u';
    p[2] = hex[v >> 12 & 15], p[3] = hex[v >> 8 & 15], p[4] = hex[v >> 4 & 15], p[5] = hex[v & 15];
    return p + 6;
}

char *
esc_put_unicode(char *p, const unsigned char *b, unsigned *used)
{
    unsigned c;
    if (b[0] < 0xe0) {
        *used = 2;
        return put_u16(p, (b[0] & 0x1fu) << 6 | (b[1] & 0x3fu));
    }
    if (b[0] < 0xf0) {
        *used = 3;
        return put_u16(p, (b[0] & 0xfu) << 12 | (b[1] & 0x3fu) << 6 | (b[2] & 0x3fu));
    }
    *used = 4;
    c = ((b[0] & 7u) << 18 | (b[1] & 0x3fu) << 12 | (b[2] & 0x3fu) << 6 | (b[3] & 0x3fu)) - 0x10000;
    return put_u16(put_u16(p, 0xd800 + (c >> 10)), 0xdc00 + (c & 0x3ff));
}
