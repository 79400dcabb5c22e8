# messages.rb - messages of comparisons, clones, method_missing, public_method.  Each line has a label; messages.out holds the answers of CRuby 4.0.1.
require_relative "common"

t("messages a") { [3, nil, 1].sort }
t("messages a2") { [nil, 1].max }
%w[sort max min minmax sort_by{_1} max_by{_1} min_by{_1} minmax_by{_1} max(2) min(2) sort! sum].each { |m| [[3, nil, 1], [nil, 1], [1, nil], ["a", 1], [1, "a"], [:a, "a"], [1, 2, nil], [1.5, nil], ["a", nil, "b"], [[1], [nil]], [Object, 1], [1, Object.new, 2], [true, false], [1, 2.0, :a]].each_with_index { |a, i| t("messages b #{m} #{i}") { eval "a.dup.#{m}" }; t("messages b2 #{m} #{i}") { eval "a.each_entry.#{m}" } unless m == "sort!" } }
t("messages b3") { (1..nil).max }
t("messages b4") { [1, nil].clamp(1, 2) }
t("messages b5") { 1.clamp("a", "b") }
t("messages b6") { [1..2, 3].max }
t("messages c") { Fiber.yield }
t("messages d") { Object.new.public_method(:puts) }
t("messages d2") { Class.new { protected def z = 1 }.new.public_method(:z) }
t("messages d3") { Object.public_instance_method(:puts) }
t("messages d4") { Object.new.public_method(:nope) }
t("messages d5") { Object.public_instance_method(:nope) }
t("messages d6") { Object.new.public_send(:puts) }
t("messages e") { proc { }.clone(freeze: 1) }
t("messages e2") { [lambda { }.clone(freeze: nil).frozen?, proc { }.clone(freeze: true).frozen?, proc { }.freeze.clone(freeze: false).frozen?] }
[1, :a, nil, true, 1.5, "s", [], {}, Object.new, Class.new, Module.new, method(:p), //, (1..2), Struct.new(:a).new(1), Rational(1), 2**80, Thread.current, [].each].each_with_index { |o, i| t("messages e3 #{i}") { o.clone(freeze: 1) }; t("messages e4 #{i}") { o.clone(freeze: false).frozen? }; t("messages e5 #{i}") { o.clone(freeze: true).frozen? } }
t("messages f") { Class.new { def inspect = "X" }.new.instance_eval { method_missing } }
t("messages f2") { Class.new { def inspect = "X" }.new.instance_eval { method_missing(:a) } }
t("messages f3") { Class.new { def inspect = "X" }.new.instance_eval { method_missing("a") } }
t("messages f4") { Class.new { def inspect = "X" }.new.instance_eval { method_missing(1) } }
t("messages f5") { Class.new { def inspect = "X" }.new.method_missing(:a) }
t("messages") { [nil, 1].max }
