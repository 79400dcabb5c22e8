# huge_pages - a measuring tool's children get huge pages as programs do that a shell starts.
#
# CRuby forbids them for itself as it starts (PR_SET_THP_DISABLE), and whatever it runs inherits that: a VM that asks for
# them (gc/page.c, gc/malloc.c) would be measured without.  A CRuby that is measured forbids them for itself again.
begin
  require "fiddle"
  prctl = Fiddle::Function.new(Fiddle.dlopen(nil)["prctl"], [Fiddle::TYPE_INT] + [Fiddle::TYPE_LONG] * 4, Fiddle::TYPE_INT)
  prctl.call(41, 0, 0, 0, 0)
rescue LoadError, Fiddle::DLError => e # not Linux, or a Ruby without fiddle
  warn "huge_pages: as the parent has them (#{e.message})"
end
