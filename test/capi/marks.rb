# marks.rb - what marks.c is called with: keepers of objects across collections, roots, old-style data, jobs, threads.
#   ruby marks.rb marks.so
require_relative "show"

keepers = Array.new(50) { Marks.keeper }
3.times { GC.start }
10_000.times { |i| "garbage #{i}" }
GC.start(full_mark: false)
show("kept") { keepers.map { |k| Marks.kept(k) }.uniq }
keepers.clear
GC.start
show("roots") { Marks.roots }

old = [nil] * 50
4.times { GC.start }
Marks.unprotected(old)
young = Marks.unprotected([1])
50.times { |i| old[i] = "element #{i}" }
2.times { GC.start(full_mark: false) }
GC.start
show("unprotected") { [old.first, old.last, young] }

Pair = Struct.new(:a)
show("old style") { Marks.old_style }
show("instance") { Marks.instance(Marks.keeper) }
[nil, true, false, 3, :a, "text", 1.5, Object.new, Pair.new(1), Thread.current, $stdout].each do |v|
  show("instance of #{v.class}") { Marks.instance(v) }
end
show("stat") { [Marks.stat(:count), Marks.stat({}), Marks.stat(:heap_live_slots)] }
show("stat of nothing") { Marks.stat(:nothing) }
show("stat of text") { Marks.stat("count") }

show("jobs") { Marks.jobs }
show("alive") { Marks.alive(Thread.new { sleep }.tap { |t| Thread.pass until t.stop? })[0].class }
show("dead") { Marks.alive(Thread.new { }.tap(&:join))[0] }
show("interrupted") { Marks.interrupted(Thread.current) }
show("dead, interrupted") { Marks.interrupted(Thread.new { }.tap(&:join)) }
show("without the lock") { Marks.without_lock }
show("without the lock, in a thread") { Thread.new { Marks.without_lock }.value }
show("sleep") { Marks.sleep }
show("local") { Marks.local(Thread.current) }
show("local of another") { Marks.local(Thread.new { }.tap(&:join)) }
