# test_vm_args.rb - from the arguments of a call to the parameters of the method or block (vm/args.c): positions, rest, keywords,
# "...", what a proc spreads, and the text of each ArgumentError.  test_call_forms.rb and regress/many_arguments.rb have more forms of calls.
require_relative "lib/test_helper"

class TestVmArgs < Minitest::Test
  def text_of(klass = ArgumentError, &) = assert_raises(klass, &).message

  # ---- positions ----

  def opt(a, b = [:b, a], c = [:c, b]) = [a, b, c]
  def rest(a, *r) = [a, r]
  def post(a, b = :b, *r, y, z) = [a, b, r, y, z]
  def opt_post(a = :a, b = :b, z) = [a, b, z]

  def test_optional_parameters_are_filled_from_the_left
    assert_equal [1, [:b, 1], [:c, [:b, 1]]], opt(1)
    assert_equal [1, 2, [:c, 2]], opt(1, 2)
    assert_equal [1, nil, 3], opt(1, nil, 3)
    assert_equal [[:a, :b, 1], [1, :b, 2], [1, 2, 3]], [opt_post(1), opt_post(1, 2), opt_post(1, 2, 3)]
  end

  def test_the_last_parameters_are_filled_before_the_optional_ones
    assert_equal [1, :b, [], 2, 3], post(1, 2, 3)
    assert_equal [1, 2, [], 3, 4], post(1, 2, 3, 4)
    assert_equal [1, 2, [3, 4], 5, 6], post(1, 2, 3, 4, 5, 6)
    assert_equal [1, 2, [3, 4], 5, 6], post(*[1, 2, 3], 4, *[5, 6])
  end

  def test_the_rest_is_an_array_of_its_own
    given = [1, 2, 3]
    assert_equal [1, [2, 3]], rest(*given)
    rest(0, *given)[1] << 4
    rest(*given)[1].clear
    assert_equal [1, 2, 3], given
    refute_same rest(1)[1], rest(1)[1]
    assert_equal [[1, []], [1, [2]]], [rest(1), rest(1, 2)]
  end

  def test_a_splat_is_converted_by_to_a
    assert_equal [1, [[:k, 2]]], rest(1, *{k: 2})
    assert_equal [1, []], rest(1, *nil)
    assert_equal [1, [5]], rest(1, *5)
    list = Object.new
    def list.to_a = [7, 8]
    assert_equal [7, [8]], rest(*list)
    def list.to_a = 1
    assert_equal "can't convert Object to Array (Object#to_a gives Integer)", text_of(TypeError) { rest(*list) }
  end

  # Below and above the sizes at which a splat stays on the stack, is handed out where it lies, and is collected on the heap.
  def test_a_splat_may_have_any_length
    [0, 1, 2, 3, 4, 5, 126, 127, 128, 129, 130, 500, 1000, 5000, 100_000].each do |n|
      list = Array.new(n) { |i| i }
      assert_equal [:a, list], rest(:a, *list), n
      assert_equal n, [].push(*list).size
      assert_equal list + [:z], [].push(*list, :z) if n < 10_000
      assert_equal [:a, list, {k: 1}], with_rest_keyword(:a, *list, k: 1), n
    end
  end

  def with_rest_keyword(a, *r, **k) = [a, r, k]

  # ---- the number of arguments ----

  def none = nil
  def key(a, k:) = [a, k]
  def keys(a, k:, l:, m: 1) = [a, k, l, m]

  def test_a_wrong_number_of_arguments_is_told_with_the_right_one
    assert_equal "wrong number of arguments (given 1, expected 0)", text_of { none(1) }
    assert_equal "wrong number of arguments (given 0, expected 1..3)", text_of { opt }
    assert_equal "wrong number of arguments (given 4, expected 1..3)", text_of { opt(1, 2, 3, 4) }
    assert_equal "wrong number of arguments (given 0, expected 1+)", text_of { rest }
    assert_equal "wrong number of arguments (given 2, expected 3+)", text_of { post(1, 2) }
    assert_equal "wrong number of arguments (given 200, expected 0)", text_of { none(*[1] * 200) }
    assert_equal "wrong number of arguments (given 1, expected 0)", text_of { none(k: 1) }
  end

  def test_required_keywords_are_named_when_there_are_too_few_arguments
    assert_equal "wrong number of arguments (given 0, expected 1; required keyword: k)", text_of { key }
    assert_equal "wrong number of arguments (given 0, expected 1; required keywords: k, l)", text_of { keys }
    assert_equal "wrong number of arguments (given 2, expected 1; required keyword: k)", text_of { key(1, 2) }
    assert_equal "wrong number of arguments (given 0, expected 1; required keyword: k)", text_of { key(**{}) }
    assert_equal "wrong number of arguments (given 0, expected 1; required keyword: k)", text_of { key(k: 1) }
  end

  def test_the_error_is_raised_in_the_method_that_was_called
    line = method(:none).source_location[1]
    error = assert_raises(ArgumentError) { none(1) }
    assert_equal [line, "TestVmArgs#none"], [error.backtrace_locations[0].lineno, error.backtrace_locations[0].label]
    assert_equal __method__.to_s, error.backtrace_locations[1].base_label
  end

  # ---- keywords ----

  def defaults(a: 1, b: a + 1, c: [b]) = [a, b, c]
  def kwrest(a: 1, **k) = [a, k]
  def optional_hash(h = :none, **nil) = h
  def last(h) = h

  def test_keywords_come_in_any_order
    assert_equal [1, 2, 3, 4], keys(1, m: 4, l: 3, k: 2)
    assert_equal [1, 2, 3, 1], keys(1, l: 3, k: 2)
    assert_equal [1, 2, 3, 4], keys(1, **{l: 3, m: 4}, k: 2)
    k, l = 5, 6
    assert_equal [1, 5, 6, 1], keys(1, k:, l:)
  end

  def test_defaults_are_computed_from_the_keywords_before_them
    assert_equal [1, 2, [2]], defaults
    assert_equal [5, 6, [6]], defaults(a: 5)
    assert_equal [1, nil, [nil]], defaults(b: nil)
    assert_equal [1, 2, false], defaults(c: false)
    assert_equal [1, 2, [2]], defaults(**{})
    assert_equal [1, 2, [2]], defaults(**nil)
  end

  def test_missing_and_unknown_keywords_are_listed
    assert_equal "missing keyword: :l", text_of { keys(1, k: 1) }
    assert_equal "missing keywords: :k, :l", text_of { keys(1, m: 1) }
    assert_equal "unknown keyword: :x", text_of { defaults(x: 1) }
    assert_equal "unknown keywords: :x, :y", text_of { defaults(a: 1, x: 1, y: 2) }
    assert_equal 'unknown keyword: "a"', text_of { defaults("a" => 1) }
    assert_equal "unknown keywords: :x, 1, nil", text_of { defaults(**{x: 1, 1 => 2, nil => 3}) }
    assert_equal "missing keyword: :k", text_of { keys(1, l: 1, x: 2) }
    assert_equal "no keywords accepted", text_of { optional_hash(k: 1) }
  end

  def test_what_no_parameter_takes_is_the_rest
    assert_equal [1, {}], kwrest
    assert_equal [2, {b: 3, c: 4}], kwrest(b: 3, a: 2, c: 4)
    assert_equal [1, {"a" => 2}], kwrest("a" => 2)
    given = {a: 2, b: 3}
    kwrest(**given)[1][:new] = 1
    assert_equal({a: 2, b: 3}, given)
    wide = (1..20).to_h { |i| [:"k#{i}", i] }
    assert_equal [1, wide], kwrest(**wide)
    assert_equal [:a, wide], kwrest(a: :a, **wide)
  end

  def test_keywords_to_a_method_without_any_are_a_hash
    assert_equal({k: 1}, last(k: 1))
    assert_equal [1, [{k: 1}]], rest(1, k: 1)
    assert_equal [[1, []], :none], [rest(1, **{}), optional_hash(**{})]
    assert_equal({k: 1}, optional_hash({k: 1}))
    given = {k: 1}
    refute_same given, last(**given)
    assert_same given, last(given)
  end

  def test_a_hash_is_not_keywords
    assert_equal "wrong number of arguments (given 1, expected 0)", text_of { defaults({a: 1}) }
    assert_equal [1, [{a: 1}]], rest(1, *[{a: 1}])
    assert_equal "wrong number of arguments (given 1, expected 0)", text_of { defaults(*[{a: 1}]) }
  end

  def test_a_double_splat_is_converted_by_to_hash
    pairs = Object.new
    def pairs.to_hash = {a: 9}
    assert_equal [9, 10, [10]], defaults(**pairs)
    def pairs.to_hash = 1
    assert_equal "can't convert Object to Hash (Object#to_hash gives Integer)", text_of(TypeError) { defaults(**pairs) }
    assert_equal "no implicit conversion of Integer into Hash", text_of(TypeError) { defaults(**1) }
  end

  def test_more_than_sixty_keywords_have_their_defaults
    names = (1..70).map { |i| "k#{i}" }
    code = eval("->(#{names.map { |n| "#{n}: [:d, '#{n}']" }.join(", ")}) { [#{names.join(", ")}] }")
    assert_equal names.map { |n| [:d, n] }, code.()
    assert_equal [5, 6], code.(k61: 5, k70: 6).values_at(60, 69)
    assert_equal [:d, "k62"], code.(k61: 5)[61]
  end

  ruby2_keywords def flagged(*args) = keys_of(*args)
  def keys_of(*args, **k) = [args, k]

  def test_ruby2_keywords_hand_the_keywords_on
    assert_equal [[1], {k: 2}], flagged(1, k: 2)
    assert_equal [[1, {k: 2}], {}], flagged(1, {k: 2})
    assert_equal [[1], {}], flagged(1, **{})
    assert Hash.ruby2_keywords_hash?(self.class.new("x").ruby2_list(1, k: 2).last)
    assert_equal [[Hash], {}], flagged(Hash)
  end

  ruby2_keywords def ruby2_list(*args) = args

  # ---- handing everything on ----

  def all(*r, **k, &b) = [r, k, b&.call]
  def forward(...) = all(...)
  def forward_first(a, ...) = [a, all(...)]
  def forward_more(...) = all(:first, ...)
  def anonymous(*, **, &) = all(*, **, &)
  def twice(...) = [all(...), all(...)]
  def forward_in_block(*, **) = [1].map { 0 }.then { all(*, **) }

  def test_three_dots_hand_on_what_was_given
    assert_equal [[1, 2], {k: 3}, :block], forward(1, 2, k: 3) { :block }
    assert_equal [[], {}, nil], forward
    assert_equal [[1, *2..40], {}, nil], forward(1, *2..40)
    assert_equal [[1], {k: 2, l: 3}, nil], forward(1, k: 2, **{l: 3})
    assert_equal [1, [[2], {k: 3}, nil]], forward_first(1, 2, k: 3)
    assert_equal [[:first, 1], {k: 2}, nil], forward_more(1, k: 2)
    assert_equal [[[1], {k: 2}, :b]] * 2, twice(1, k: 2) { :b }
    assert_equal [[{k: 1}], {}, nil], forward({k: 1})
    assert_equal "wrong number of arguments (given 0, expected 1+)", text_of { forward_first }
  end

  def test_parameters_without_names_hand_on_what_was_given
    assert_equal [[1, 2], {k: 3}, :block], anonymous(1, 2, k: 3) { :block }
    assert_equal [[], {}, nil], anonymous
    assert_equal [[1], {k: 2}, nil], forward_in_block(1, k: 2)
  end

  def kw_forward(a, ...) = keys(a, ...)

  def test_keywords_handed_on_are_checked_at_the_end
    assert_equal [1, 2, 3, 1], kw_forward(1, k: 2, l: 3)
    assert_equal "missing keyword: :l", text_of { kw_forward(1, k: 2) }
    assert_equal "unknown keyword: :x", text_of { kw_forward(1, k: 2, l: 3, x: 4) }
  end

  # ---- blocks and procs ----

  def give(*) = yield(*)
  def give_with_keywords(*, **) = yield(*, **)

  def test_a_block_of_several_parameters_spreads_a_lone_array
    assert_equal [1, 2], give([1, 2]) { |a, b| [a, b] }
    assert_equal [1, nil], give([1]) { |a, b| [a, b] }
    assert_equal [1, [2, 3]], give([1, 2, 3]) { |a, *b| [a, b] }
    assert_equal [[1, 2]], give([1, 2]) { |*a| a }
    assert_equal [1, 2], give([1, 2]) { |a| a }
    assert_equal 1, give([1, 2]) { |a, | a }
    assert_equal [1, [], 2], give([1, 2]) { |a, *b, c| [a, b, c] }
    assert_equal [[1, 2], :k], give([1, 2]) { |a, k: :k| [a, k] }
    assert_equal [1, 2, :k], give([1, 2]) { |a, b, k: :k| [a, b, k] }
    assert_equal [[1, 2], []], give([1, 2]) { |a = 5, *b| [a, b] }
    assert_equal [1, 2], give([1, 2]) { |a = 5, b = 6| [a, b] }
    assert_equal [[1, 2], {}], give([1, 2]) { |a, **k| [a, k] }
  end

  def test_empty_keywords_beside_the_array_keep_it_whole
    assert_equal [[1, 2], []], give_with_keywords([1, 2]) { |a, *b| [a, b] }
    assert_equal [1, 2], give_with_keywords([1, 2]) { |a, b| [a, b] }
    assert_equal [[1, 2], 3], give_with_keywords([1, 2], k: 3) { |a, k:| [a, k] }
  end

  def test_a_block_spreads_what_has_to_ary
    list = Object.new
    def list.to_ary = [1, 2]
    assert_equal [1, 2], give(list) { |a, b| [a, b] }
    def list.to_ary = nil
    assert_equal [list, nil], give(list) { |a, b| [a, b] }
    def list.to_ary = 1
    assert_equal "can't convert Object to Array (Object#to_ary gives Integer)", text_of(TypeError) { give(list) { |a, b| } }
  end

  def test_a_block_takes_too_many_and_too_few
    assert_equal [1, 2], give(1, 2, 3) { |a, b| [a, b] }
    assert_equal [1, nil, nil], give(1) { |a, b, c| [a, b, c] }
    assert_equal [nil, []], give { |a, *b| [a, b] }
    assert_equal [1, :b, 2], give(1, 2) { |a, b = :b, c| [a, b, c] }
    assert_equal [1, nil], give(1) { |a, (b, c)| [a, b] }
    assert_equal [1, 2, [3]], give(1, [2, 3]) { |a, (b, *c)| [a, b, c] }
  end

  def test_a_block_checks_its_keywords
    assert_equal [1, 2], give_with_keywords(1, k: 2) { |a, k:| [a, k] }
    assert_equal "missing keyword: :k", text_of { give_with_keywords(1) { |a, k:| } }
    assert_equal "unknown keyword: :x", text_of { give_with_keywords(1, x: 2) { |a, k: 1| } }
    assert_equal [{x: 2}, nil], give_with_keywords(x: 2) { |a, b| [a, b] }
    assert_equal "no keywords accepted", text_of { give_with_keywords(x: 2) { |a, **nil| } }
  end

  def test_a_lambda_counts_its_arguments
    code = ->(a, b = 2) { [a, b] }
    assert_equal [[1, 2], [[1, 3], 2]], [code.(1), code.([1, 3])]
    assert_equal "wrong number of arguments (given 0, expected 1..2)", text_of { code.() }
    assert_equal "wrong number of arguments (given 1, expected 2)", text_of { [[1, 2]].each(&->(a, b) {}) }
    assert_equal [[1, 2]], [[1, 2]].each(&->(a) { assert_equal [1, 2], a })
  end

  def test_the_block_parameter_is_the_block_or_nil
    code = proc { :b }
    assert_nil block_of
    assert_same code, block_of(&code)
    assert_nil block_of(&nil)
    assert_equal "no implicit conversion of Integer into Proc", text_of(TypeError) { block_of(&1) }
    assert_equal "A", block_of(&:upcase).("a")
  end

  def block_of(&b) = b

  # ---- the order in which arguments are computed ----

  def test_arguments_are_computed_from_left_to_right
    log = []
    say = ->(x, value = x) { log << x; value }
    all(say.(1), *say.(2, [0]), k: say.(3), **say.(4, {}), &say.(5, nil))
    assert_equal [1, 2, 3, 4, 5], log
  end

  def test_an_array_changed_by_a_later_argument_is_given_as_it_was
    list = [1, 2]
    assert_equal [[1, 2, nil], {}, nil], all(*list, list.clear && nil)
  end
end
