"""lldb.py - commands for lldb: facet value V, facet hash V, facet slot ADDRESS, facet page ADDRESS.

    lldb -o "script import runpy; _ = runpy.run_path('misc/lldb.py')" build/ruby

(`command script import` would take this file for lldb's own module, whose name it has.)  V and ADDRESS are expressions.  What they know lies in facet_heap.py beside this file.
"""
import importlib.util
import os
import sys
import types

import lldb

_spec = importlib.util.spec_from_file_location("facet_heap", os.path.join(os.path.dirname(os.path.abspath(__file__)), "facet_heap.py"))
facet_heap = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(facet_heap)


class Memory:
    enums = {}

    def __init__(self, target, process):
        self.target, self.process = target, process
        self.module = target.FindModule(target.GetExecutable())  # libc has structs of these names, too
        if not Memory.enums:  # enumerators of enums without names are not found by expressions
            for kind in self.module.GetTypes(lldb.eTypeClassEnumeration):
                for member in kind.get_enum_members_array():
                    Memory.enums[member.GetName()] = member.GetValueAsSigned()

    def read(self, address, count):
        error = lldb.SBError()
        content = self.process.ReadMemory(address, count, error)
        if not error.Success():
            raise facet_heap.MemoryFault("cannot read 0x%x" % address)
        return content

    def enum(self, name):
        return self.enums[name]

    def types(self, name):  # not those only declared
        return [kind for kind in self.module.FindTypes(name) if kind.GetTypeClass() == lldb.eTypeClassStruct and kind.GetNumberOfFields()]

    def sizeof(self, name):
        for kind in self.types(name):
            return kind.GetByteSize()
        raise facet_heap.MemoryFault("no debug information of struct " + name)

    def offset(self, name, field):
        for kind in self.types(name):
            for i in range(kind.GetNumberOfFields()):
                if kind.GetFieldAtIndex(i).GetName() == field:
                    return kind.GetFieldAtIndex(i).GetOffsetInBytes()
        raise facet_heap.MemoryFault("struct %s has no %s" % (name, field))

    def symbol(self, name):
        return self.target.FindFirstGlobalVariable(name).AddressOf().GetValueAsUnsigned()


def facet(debugger, argument, context, result, _unused):
    """facet value|hash|slot|page EXPRESSION: look into Facet's heap."""
    name, _, expression = argument.strip().partition(" ")
    if name not in facet_heap.COMMANDS or not expression:
        result.SetError("facet: " + ", ".join(facet_heap.COMMANDS) + ", and an expression")
        return
    frame = context.GetFrame()
    found = frame.EvaluateExpression(expression) if frame.IsValid() else context.GetTarget().EvaluateExpression(expression)
    if not found.GetError().Success():
        result.SetError("facet: " + str(found.GetError()))
        return
    for line in facet_heap.run(name, Memory(context.GetTarget(), context.GetProcess()), found.GetValueAsUnsigned()):
        result.AppendMessage(line)


_module = types.ModuleType("facet_lldb")
_module.facet = facet
sys.modules["facet_lldb"] = _module
lldb.debugger.HandleCommand("script import facet_lldb")
lldb.debugger.HandleCommand("command script add -f facet_lldb.facet facet")
