# backtraces.rb - backtraces of blocks under methods of Enumerable and Enumerator.  Each line has a label; backtraces.out holds the answers of CRuby 4.0.1.
require_relative "common"

sh "backtraces a", "-e", "begin; [2,1].sort_by { |x| raise 'x' }; rescue => e; puts e.backtrace; end"
sh "backtraces b", "-e", "class E; include Enumerable; def each; [1,2].each { |x| yield x }; end; end; begin; E.new.sort_by { |x| raise 'x' }; rescue => e; puts e.backtrace; end"
%w[map select reject each_with_index sort_by min_by max_by group_by partition inject each_slice(2) each_cons(2) find find_index all? any? none? one? count each_entry flat_map zip([1]) take_while drop_while first sum uniq tally to_set each_with_object([]) chunk_while reduce filter_map cycle reverse_each sort minmax minmax_by to_h].each do |m|
  sh "backtraces c #{m}", "-e", "begin; [2,1].#{m} { |*x| raise 'x' }; rescue => e; puts e.backtrace; end"
  sh "backtraces d #{m}", "-e", "begin; {a: 1, b: 2}.#{m} { |*x| raise 'x' }; rescue => e; puts e.backtrace; end"
  sh "backtraces e #{m}", "-e", "begin; (1..3).#{m} { |*x| raise 'x' }; rescue => e; puts e.backtrace; end"
end
sh "backtraces f", "-e", "e = [1].each; e.next; begin; e.next; rescue => x; puts x.backtrace; end"
sh "backtraces g", "-e", "e = Enumerator.new { |y| raise 'x' }; begin; e.next; rescue => x; puts x.backtrace; end"
sh "backtraces h", "-e", "e = Enumerator.new { |y| raise 'x' }; begin; e.each { }; rescue => x; puts x.backtrace; end"
sh "backtraces i", "-e", "def f = raise('q'); [1].each { f }"
sh "backtraces j", "-e", "e=[1].each; begin; e.with_index { raise 'x' }; rescue => x; puts x.backtrace; end; begin; [1].each_with_index.map { raise 'x' }; rescue => x; puts x.backtrace; end"
sh "backtraces k", "-e", "begin; Struct.new(:a).new(1,2); rescue => x; puts x.message, x.backtrace; end; begin; (1..2).lazy.map { raise 'x' }.first(1); rescue => x; puts x.backtrace; end"
sh "backtraces l", "-e", "trap(:INT) { puts caller; exit }; loop { Process.kill(:INT, $$); sleep 1 }"
