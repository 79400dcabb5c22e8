"""facet_heap.py - what lies where in Facet's heap, for debuggers: shared by gdb.py and lldb.py.

Knows the rules (which flag means what, how a body is found); numbers come from the program's debug information, so that it
holds for every geometry and header size.  A debugger hands over a Memory:

    read(address, bytes) -> bytes      raises MemoryFault
    enum(name), sizeof(type), offset(type, field), symbol(name) -> int

Nothing is called in the program and nothing is written: a core file will do.

Commands (run below): value V, hash V, slot ADDRESS, page ADDRESS.
"""
import struct


class MemoryFault(Exception):
    """An address cannot be read."""


TYPES = ["NONE", "OBJECT", "CLASS", "MODULE", "FLOAT", "STRING", "REGEXP", "ARRAY", "HASH", "STRUCT", "BIGNUM", "FILE", "DATA",
         "MATCH", "COMPLEX", "RATIONAL", "16", "NIL", "TRUE", "FALSE", "SYMBOL", "FIXNUM", "UNDEF", "23", "24", "25", "IMEMO",
         "NODE", "ICLASS", "ZOMBIE", "MOVED", "31"]
LETTERS = "?oCMfsrahSbFDmcq?????y?????i?I?zv?"  # of a page's map, by type
PAGE_STATES = ["unused", "free", "swept", "to sweep", "dead"]
HEADER_FLAGS = [(5, "old and clean"), (7, "has a finalizer"), (8, "shareable"), (9, "has an id"), (10, "variables outside"), (11, "frozen")]
SHOWN_ELEMENTS, SHOWN_BYTES, SHOWN_DEPTH = 12, 120, 3


class Heap:
    def __init__(self, memory):
        self.memory = memory
        self.header = memory.sizeof("obj_header")

    # ---- words ----
    def word(self, address):
        return struct.unpack("<Q", self.memory.read(address, 8))[0]

    def field(self, type_name, address, name, form="<Q"):
        at = address + self.memory.offset(type_name, name)
        return struct.unpack(form, self.memory.read(at, struct.calcsize(form)))[0]

    def bits(self, flags, name):
        mask = self.memory.enum(name + "_MASK")
        return (flags & mask) >> self.memory.enum(name + "_SHIFT")

    def has(self, flags, name):
        return bool(flags & self.memory.enum(name))

    # ---- headers, shapes, classes ----
    def flags(self, v):
        return self.field("obj_header", v, "flags", "<I")

    def shape(self, v):
        """Address of the struct shape of an object."""
        number = self.field("obj_header", v, "shape", "<I")
        chunk = self.memory.enum("SHAPE_CHUNK")
        chunks = self.memory.symbol("shape_chunks")
        return self.word(chunks + 8 * (number // chunk)) + number % chunk * self.memory.sizeof("shape")

    def class_of(self, v):
        if self.header == 16:
            return self.field("obj_header", v, "klass")
        return self.field("shape", self.shape(v), "klass")

    def class_name(self, klass):
        if klass == 0:
            return "(hidden)"
        flags = self.flags(klass)
        extension = self.field("rclass", klass, "ext")
        if self.has(flags, "CLASS_SINGLETON"):
            attached = self.field("class_ext", extension, "attached")
            return "#<Class:%s>" % self.value(attached, SHOWN_DEPTH)
        path = self.field("class_ext", extension, "classpath") if extension else 0
        return self.string_bytes(path).decode("utf-8", "replace") if path else "#<Class:0x%016x>" % klass

    # ---- bodies ----
    def string_bytes(self, v, most=1 << 30):
        if self.has(self.flags(v), "STR_HEAP"):
            length, at = self.field("str_heap", v, "len"), self.field("str_heap", v, "ptr")
        else:
            length, at = self.field("str_embed", v, "len", "<H"), v + self.memory.offset("str_embed", "bytes")
        return self.memory.read(at, min(length, most)) if length else b""

    def string_length(self, v):
        return self.field("str_heap", v, "len") if self.has(self.flags(v), "STR_HEAP") else self.field("str_embed", v, "len", "<H")

    def elements(self, v):
        """(count, address) of an Array's elements."""
        flags = self.flags(v)
        if self.has(flags, "ARY_HEAP"):
            return self.field("ary_heap", v, "len"), self.field("ary_heap", v, "ptr")
        return self.bits(flags, "ARY_LEN"), v + self.memory.offset("ary_embed", "e")

    def limbs(self, v):
        flags = self.flags(v)
        if self.has(flags, "BIG_HEAP"):
            return self.field("big_heap", v, "len"), self.field("big_heap", v, "ptr")
        return self.bits(flags, "BIG_LEN"), v + self.memory.offset("big_embed", "d")

    def embedded_p(self, v):
        return not self.has(self.flags(v), "HASH_TABLE")

    def pairs(self, v):
        """(position, tag or hash, key, value) of each pair of a Hash, holes left out."""
        undef = self.memory.enum("RUBY_Qundef")
        flags = self.flags(v)
        if not self.has(flags, "HASH_TABLE"):
            tags = v + self.memory.offset("hash_embed", "tag")
            first = v + self.memory.offset("hash_embed", "kv")
            if self.has(flags, "HASH_BLOCK"):
                first = self.word(first)
            for i in range(self.bits(flags, "HASH_BOUND")):
                key = self.word(first + 16 * i)
                if key != undef:
                    yield i, self.memory.read(tags + i, 1)[0], key, self.word(first + 16 * i + 8)
            return
        table = self.field("hash_boxed", v, "table")
        if not table:
            return
        entries, size = self.field("hash_table", table, "entries"), self.memory.sizeof("hash_entry")
        for i in range(self.field("hash_table", table, "first", "<I"), self.field("hash_table", table, "bound", "<I")):
            key = self.word(entries + size * i)
            if key != undef:
                yield i, self.field("hash_entry", entries + size * i, "hash"), key, self.field("hash_entry", entries + size * i, "val")

    def variables(self, v):
        """(name, value) of each instance variable of a plain object whose shape is not a dictionary's."""
        shape = self.shape(v)
        if self.field("shape", shape, "is_dict", "<B"):
            return
        names, layout = [], self.field("shape", shape, "layout")
        while layout and self.field("layout", layout, "count", "<I"):
            names.append(self.id_name(self.field("layout", layout, "name")))
            layout = self.field("layout", layout, "parent")
        names.reverse()
        room = (self.page_facts(self.page(v))["slot_bytes"] - self.header) // 8
        outside = self.word(v + self.header + 8 * (room - 1)) if len(names) > room else 0
        for i, name in enumerate(names):
            at = outside + 8 * (i - (room - 1)) if outside and i >= room - 1 else v + self.header + 8 * i
            yield name, self.word(at)

    # ---- names ----
    def id_name(self, number):
        if number <= self.memory.enum("ID_LAST_OP"):
            name = self.word(self.memory.symbol("operator_names") + 8 * number)
        else:
            serial, chunk = number >> self.memory.enum("ID_SERIAL_SHIFT"), self.memory.enum("NAME_CHUNK")
            _, at = self.elements(self.word(self.word(self.memory.symbol("name_chunks")) + 8 * (serial // chunk)))
            name = self.word(at + 8 * (serial % chunk))
        return self.string_bytes(name).decode("utf-8", "replace") if name else "ID %d" % number

    # ---- any VALUE as text ----
    def value(self, v, depth=0):
        enum = self.memory.enum
        special = {enum("RUBY_Qnil"): "nil", enum("RUBY_Qtrue"): "true", enum("RUBY_Qfalse"): "false", enum("RUBY_Qundef"): "undef"}
        if v in special:
            return special[v]
        if v & 1:
            return str((v >> 1) - (1 << 63) if v >> 63 else v >> 1)
        if v & 3 == 2:
            return repr(self.flonum(v))
        if v & 0xff == enum("RUBY_SYMBOL_FLAG"):
            return ":" + self.id_name(v >> 8)
        if v & 7:
            return "not a VALUE: 0x%x" % v
        try:
            return self.object(v, depth)
        except MemoryFault:
            return "not an object: 0x%x" % v

    @staticmethod
    def flonum(v):
        if v == 0x8000000000000002:
            return 0.0
        bits = (2 - (v >> 63)) | (v & ~3)
        bits = (bits >> 3 | bits << 61) & (1 << 64) - 1
        return struct.unpack("<d", struct.pack("<Q", bits))[0]

    def object(self, v, depth):
        kind = TYPES[self.flags(v) & 31]
        show = getattr(self, "show_" + kind.lower(), None)
        return show(v, depth) if show else "#<%s %s 0x%x>" % (self.class_name(self.class_of(v)), "T_" + kind, v)

    def show_string(self, v, depth):
        text = self.string_bytes(v, SHOWN_BYTES).decode("utf-8", "backslashreplace")
        text = "".join(c if c.isprintable() and c not in '"\\' else "\\" + c if c in '"\\' else c.encode("unicode_escape").decode() for c in text)
        return '"%s"%s' % (text, "..." if self.string_length(v) > SHOWN_BYTES else "")

    def show_symbol(self, v, depth):
        return ":" + self.string_bytes(self.field("dyn_symbol", v, "fstr")).decode("utf-8", "replace")

    def show_float(self, v, depth):
        return repr(self.field("rfloat", v, "value", "<d"))

    def show_bignum(self, v, depth):
        count, at = self.limbs(v)
        number = sum(self.word(at + 8 * i) << 64 * i for i in range(count))
        return str(-number if self.has(self.flags(v), "BIG_NEG") else number)

    def show_array(self, v, depth):
        count, at = self.elements(v)
        if depth >= SHOWN_DEPTH:
            return "[... %d]" % count
        shown = [self.value(self.word(at + 8 * i), depth + 1) for i in range(min(count, SHOWN_ELEMENTS))]
        return "[%s%s]" % (", ".join(shown), ", ... %d in all" % count if count > SHOWN_ELEMENTS else "")

    def show_hash(self, v, depth):
        if depth >= SHOWN_DEPTH:
            return "{...}"
        shown = []
        for i, (_, _, key, val) in enumerate(self.pairs(v)):
            if i == SHOWN_ELEMENTS:
                shown.append("...")
                break
            shown.append("%s => %s" % (self.value(key, depth + 1), self.value(val, depth + 1)))
        return "{%s}" % ", ".join(shown)

    def show_object(self, v, depth):
        text = "#<%s 0x%x" % (self.class_name(self.class_of(v)), v)
        if depth < SHOWN_DEPTH:
            text += "".join(" %s=%s" % (name, self.value(val, depth + 1)) for name, val in self.variables(v))
        return text + ">"

    def show_class(self, v, depth):
        return self.class_name(v)

    show_module = show_class

    # ---- pages and slots ----
    def page(self, v):
        """Address of the record of the page that v lies in; arithmetic on v, as gc_page_of does it."""
        chunk_bytes, shift = self.memory.enum("GC_CHUNK_BYTES"), self.memory.enum("GC_PAGE_SHIFT")
        chunk = v & ~(chunk_bytes - 1)
        lowest = self.field("gc_heap", self.memory.symbol("gc"), "lowest")
        highest = self.field("gc_heap", self.memory.symbol("gc"), "highest")
        if not lowest <= v < highest:
            raise MemoryFault("0x%x lies outside the heap (0x%x to 0x%x)" % (v, lowest, highest))
        return chunk + ((v >> shift) & (chunk_bytes >> shift) - 1) * self.memory.sizeof("gc_page")

    def page_facts(self, page):
        facts = {name: self.field("gc_page", page, name, form) for name, form in
                 (("base", "<Q"), ("slot_count", "<H"), ("slot_bytes", "<H"), ("marked", "<H"), ("old_count", "<H"), ("slot_class", "<B"), ("state", "<B"))}
        if facts["slot_class"] == self.memory.enum("GC_NO_CLASS") or not facts["slot_bytes"]:
            raise MemoryFault("a page in no slot class")
        return facts

    def bit(self, page, index, name):
        at = page + self.memory.offset("gc_page", "bits") + index // 64 * self.memory.sizeof("gc_bits")
        return self.field("gc_bits", at, name) >> index % 64 & 1


def command_value(heap, v):
    return [heap.value(v)]


def command_hash(heap, v):
    flags = heap.flags(v)
    if TYPES[flags & 31] != "HASH":
        return ["not a Hash: " + heap.value(v)]
    pairs = list(heap.pairs(v))
    if heap.embedded_p(v):
        bound, capacity, loops = (heap.bits(flags, "HASH_" + name) for name in ("BOUND", "CAPA", "ITER"))
        lines = ["embedded Hash 0x%x: %d pairs, %d positions taken of %d, %d loops under way%s" %
                 (v, len(pairs), bound, capacity, loops, ", by identity" if heap.has(flags, "HASH_IDENTITY") else "")]
        form = "  [%d] tag %02x  %s => %s"
    else:
        table = heap.field("hash_boxed", v, "table")
        lines = ["Hash 0x%x: %d pairs in a table at 0x%x" % (v, len(pairs), table)]
        if table:
            lines[0] += " (room for %d, %d loops under way)" % (heap.field("hash_table", table, "capa", "<I"), heap.field("hash_table", table, "iter", "<I"))
        form = "  [%d] hash %016x  %s => %s"
    return lines + [form % (i, tag, heap.value(key, 1), heap.value(val, 1)) for i, tag, key, val in pairs]


def command_slot(heap, v):
    page = heap.page(v)
    facts = heap.page_facts(page)
    index = (v - facts["base"]) // facts["slot_bytes"]
    if index >= facts["slot_count"]:
        return ["0x%x lies behind the slots of its page" % v]
    at, line = facts["base"] + index * facts["slot_bytes"], heap.memory.enum("SLOT_LINE_BYTES")
    bits = [name for name in ("alloc", "mark", "aged", "old", "remembered", "unprotected", "pinned", "owns") if heap.bit(page, index, name)]
    first, last = at // line, (at + facts["slot_bytes"] - 1) // line
    lines = ["slot %d of %d, 0x%x, %d bytes (class %d), in %d cache line%s%s" %
             (index, facts["slot_count"], at, facts["slot_bytes"], facts["slot_class"], last - first + 1, "s" if last > first else "",
              ", across two" if facts["slot_bytes"] <= line and last > first else ""),
             "  bits: " + (" ".join(bits) or "none: free")]
    run = heap.memory.symbol("gc_runs") + heap.memory.sizeof("gc_run") * facts["slot_class"]
    if heap.field("gc_run", run, "cursor") <= at < heap.field("gc_run", run, "end"):
        lines.append("  in its class's open run: to be handed out")
    elif "alloc" in bits:
        flags = heap.flags(at)
        words = [text for bit, text in HEADER_FLAGS if flags >> bit & 1]
        lines.append("  header: T_%s, flags 0x%08x%s, shape %d" %
                     (TYPES[flags & 31], flags, " (%s)" % ", ".join(words) if words else "", heap.field("obj_header", at, "shape", "<I")))
        lines.append("  value: " + heap.value(at))
    for offset in range(0, facts["slot_bytes"], 32):
        row = heap.memory.read(at + offset, min(32, facts["slot_bytes"] - offset))
        lines.append("  +%-4d %s" % (offset, " ".join("%016x" % w for w in struct.unpack("<%dQ" % (len(row) // 8), row))))
    return lines


def command_page(heap, v):
    page = heap.page(v)
    facts = heap.page_facts(page)
    marks, taken = [], 0
    run = heap.memory.symbol("gc_runs") + heap.memory.sizeof("gc_run") * facts["slot_class"]
    cursor, end = heap.field("gc_run", run, "cursor"), heap.field("gc_run", run, "end")
    for i in range(facts["slot_count"]):
        at = facts["base"] + i * facts["slot_bytes"]
        if not heap.bit(page, i, "alloc"):
            marks.append(".")
        elif cursor <= at < end:
            marks.append("_")
        else:
            marks.append(LETTERS[heap.flags(at) & 31])
            taken += 1
    lines = ["page 0x%x, record 0x%x: %d of %d slots of %d bytes taken, %s; %d marked, %d old" %
             (facts["base"], page, taken, facts["slot_count"], facts["slot_bytes"], PAGE_STATES[facts["state"]], facts["marked"], facts["old_count"]),
             "  . free  _ in an open run  s String a Array h Hash o Object S Struct C Class M Module I included  f Float b Bignum y Symbol  D Data i internal"]
    return lines + ["  %5d %s" % (i, "".join(marks[i:i + 64])) for i in range(0, len(marks), 64)]


COMMANDS = {
    "value": (command_value, "Print a VALUE as Ruby would, without running anything."),
    "hash": (command_hash, "Print a Hash: its form, and each pair with its tag or hash."),
    "slot": (command_slot, "Print the slot that holds an address: its bits, header and words."),
    "page": (command_page, "Print the page of the heap that holds an address, with a map of its slots."),
}


def run(name, memory, address):
    """The lines that a command prints; a fault becomes one line."""
    try:
        return COMMANDS[name][0](Heap(memory), address & (1 << 64) - 1)
    except MemoryFault as fault:
        return ["facet: " + str(fault)]
