#!/usr/bin/env python3
# singlegen.py - makes encoding/single.inc: Unicode code points of the upper half of single-byte encodings.
#
#   python3 tool/build/unicode/singlegen.py > encoding/single.inc
#
# The tables are Python's codecs (from unicode.org's mapping files), but where CRuby 4.0 follows an older edition: the
# Macintosh sets before the euro sign, and a few bytes that it leaves undefined.
import sys

NAMES = (['ISO-8859-%d' % i for i in list(range(1, 12)) + [13, 14, 15, 16]] + ['KOI8-R', 'KOI8-U'] +
         ['Windows-%d' % i for i in (1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257)] + ['Windows-874', 'TIS-620'] +
         ['IBM%d' % i for i in (437, 720, 737, 775)] + ['CP850', 'IBM852', 'CP852', 'IBM855', 'CP855'] +
         ['IBM%d' % i for i in (857, 860, 861, 862, 863, 864, 865, 866, 869)] +
         ['macCroatian', 'macCyrillic', 'macGreek', 'macIceland', 'macRoman', 'macRomania', 'macTurkish', 'macUkraine'])
CODEC = {'macUkraine': 'mac_cyrillic', 'macCroatian': 'mac_croatian', 'macCyrillic': 'mac_cyrillic', 'macGreek': 'mac_greek',
         'macIceland': 'mac_iceland', 'macRoman': 'mac_roman', 'macRomania': 'mac_romanian', 'macTurkish': 'mac_turkish',
         'TIS-620': 'tis_620', 'Windows-874': 'cp874'}
MAC = {0xbd: 0x2126, 0xdb: 0xa4, 0xf0: 0}
PATCH = {
    'IBM720': dict.fromkeys((0x80, 0x81, 0x84, 0x86, 0x8d, 0x8e, 0x8f, 0x90), 0),
    'IBM864': {0x9f: 0xfe73, 0xa7: 0x20ac},
    'Windows-1255': {0xca: 0x5ba},
    'TIS-620': dict.fromkeys(range(0x80, 0xa0), 0),
    'macCroatian': {0xbd: 0x2126, 0xd8: 0, 0xdb: 0xa4},
    'macCyrillic': {0xa2: 0xa2, 0xb6: 0x2202, 0xff: 0xa4},
    'macUkraine': {0xff: 0xa4},
    'macGreek': {0x9c: 0xad, 0xaf: 0x387, 0xff: 0},
    'macIceland': MAC, 'macRoman': MAC,
    'macRomania': {**MAC, 0xaf: 0x15e, 0xbf: 0x15f, 0xde: 0x162, 0xdf: 0x163},
    'macTurkish': {0xbd: 0x2126, 0xf0: 0, 0xf5: 0},
}


def table(name):
    codec = CODEC.get(name) or name.replace('Windows-', 'cp').replace('IBM', 'cp')
    out = []
    for b in range(0x80, 0x100):
        try:
            u = ord(bytes([b]).decode(codec))
        except UnicodeDecodeError:
            u = 0
        out.append(PATCH.get(name, {}).get(b, u))
    return out


def kind(name):
    if name.startswith('KOI8'):
        return 'SINGLE_LETTERS'
    if name.startswith(('ISO', 'Win', 'TIS')):
        return 'SINGLE_LETTERS | SINGLE_CASE'
    return '0'


print('/* encoding/single.inc: made by tool/build/unicode/singlegen.py; do not edit. */')
print('static const struct enc_single single_tables[] = {')
for name in NAMES:
    print('    {"%s", %s, {' % (name, kind(name)))
    row = '       '
    for u in table(name):
        item = ' 0x%x,' % u if u else ' 0,'
        if len(row) + len(item) > 119:
            print(row)
            row = '       '
        row += item
    print(row)
    print('    }},')
print('};')
# EBCDIC, whole
ebcdic = [ord(bytes([b]).decode('cp037')) for b in range(256)]
print('static const uint8_t ebcdic_to_latin1[256] = {')
for i in range(0, 256, 16):
    print('    ' + ' '.join('0x%02x,' % u for u in ebcdic[i:i + 16]))
print('};')
sys.exit(0)
