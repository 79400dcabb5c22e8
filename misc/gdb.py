"""gdb.py - commands for gdb: facet value V, facet hash V, facet slot ADDRESS, facet page ADDRESS.

    gdb -x misc/gdb.py build/ruby [core]        or, within gdb:  source misc/gdb.py

V and ADDRESS are expressions.  What they know lies in facet_heap.py beside this file.
"""
import os
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(os.path.expanduser(__file__))))
import facet_heap  # noqa: E402


def at_home(ask):
    """What ask gives in a frame of the program itself: libc has structs of the same names."""
    try:
        selected = gdb.selected_frame()
    except gdb.error:
        return ask()
    frame, home = selected, gdb.current_progspace().filename
    while frame and not (frame.find_sal().symtab and frame.find_sal().symtab.objfile.filename == home):
        frame = frame.older()
    try:
        if frame:
            frame.select()
        return ask()
    finally:
        selected.select()


class Memory:
    known = {}

    def read(self, address, count):
        try:
            return bytes(gdb.selected_inferior().read_memory(address, count))
        except gdb.MemoryError:
            raise facet_heap.MemoryFault("cannot read 0x%x" % address)

    def ask(self, expression):
        if expression not in self.known:
            self.known[expression] = at_home(lambda: int(gdb.parse_and_eval(expression)))
        return self.known[expression]

    def enum(self, name):
        return self.ask("(long)%s" % name)

    def sizeof(self, name):
        return self.ask("sizeof(struct %s)" % name)

    def offset(self, name, field):
        return self.ask("(long)&((struct %s *)0)->%s" % (name, field))

    def symbol(self, name):  # not kept: a program may be loaded elsewhere the next time
        return at_home(lambda: int(gdb.parse_and_eval("(long)&%s" % name)))


class Facet(gdb.Command):
    """Look into Facet's heap."""

    def __init__(self):
        super().__init__("facet", gdb.COMMAND_DATA, gdb.COMPLETE_NONE, True)


def define(name, text):
    def invoke(self, argument, from_tty):
        if not argument:
            raise gdb.GdbError("facet %s: what?" % name)
        for line in facet_heap.run(name, Memory(), int(gdb.parse_and_eval(argument).cast(gdb.lookup_type("unsigned long")))):
            print(line)

    def __init__(self):
        gdb.Command.__init__(self, "facet " + name, gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    type("Facet_" + name, (gdb.Command,), {"__doc__": text, "__init__": __init__, "invoke": invoke})()


Facet()
for command, (_, help_text) in facet_heap.COMMANDS.items():
    define(command, help_text)
