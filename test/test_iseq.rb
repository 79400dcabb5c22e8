# test_iseq.rb - RubyVM::InstructionSequence (iseq*.c), and what compile.c's cleaning must leave.
require_relative "lib/test_helper"

class TestISeq < Minitest::Test
  ISeq = RubyVM::InstructionSequence

  def insns(source)
    ISeq.compile(source).disasm.lines.filter_map { |line| line[/^\d+ (\w+)/, 1] }
  end

  def test_compile_names_and_lines
    iseq = ISeq.compile("a = 1\np a", "f.rb", "/x/f.rb", 10)
    assert_equal ["f.rb", "/x/f.rb", "<compiled>", "<compiled>", 10], [iseq.path, iseq.absolute_path, iseq.label, iseq.base_label, iseq.first_lineno]
    assert_equal "<RubyVM::InstructionSequence:<compiled>@f.rb:10>", iseq.inspect
    assert_equal [[10, :line], [11, :line]], iseq.trace_points
  end

  def test_compile_wants_a_string
    assert_equal "no implicit conversion of Integer into String", assert_raises(TypeError) { ISeq.compile(1) }.message
  end

  def test_eval_runs_at_the_top
    assert_equal "main", ISeq.compile("self.to_s").eval
    assert_equal "f.rb3", ISeq.compile("\n\n__FILE__ + __LINE__.to_s", "f.rb").eval
  end

  # A listing has the encoding of the first name or literal in it that is not of ASCII alone.
  def test_disasm_encoding
    source = "\u3042 = 1; \u3042"
    assert_equal Encoding::UTF_8, ISeq.compile(source).disasm.encoding
    assert_equal Encoding::BINARY, ISeq.compile("1").disasm.encoding
    listing = ISeq.compile(source.encode("Shift_JIS")).disasm
    assert_equal [Encoding::Shift_JIS, true], [listing.encoding, listing.valid_encoding?]
    assert_raises(Encoding::CompatibilityError) { ISeq.compile(source.encode("Shift_JIS"), "\u3042.rb").disasm }
  end

  # Code ends in a leave, also behind an endless loop; that leave has the event of the end.
  def test_endless_loop
    assert_equal %w[jumpback leave], insns("while true; end")
    assert_equal %w[jump jumpback leave], insns("until while 1; end; end")
    method = eval("def endless\n while true; end\nend", nil, "f.rb")
    assert_equal [[1, :call], [2, :line], [3, :return]], ISeq.of(self.method(method)).trace_points
    assert_equal %w[putint leave putint leave], insns("proc { if foo then next 1 else next 2 end }").last(4)
  end

  # A nil in a chain of conditional sends leads to the end of the chain, not to the next test.
  def test_safe_chain
    targets = ->(source) { ISeq.compile(source).disasm.scan(/branchnil +(\d+)/).flatten }
    assert_equal 1, targets.("a&.b(1)&.c&.d { }").uniq.size
    assert_equal 2, targets.("a&.b.c&.d").uniq.size
    calls = []
    none = Class.new { define_method(:none) { |*| calls << :none && nil } }.new
    assert_nil none&.none&.fail&.fail
    assert_nil((none&.none&.fail&.fail = calls << :written))
    assert_equal [:none, :none], calls
    assert_equal :nil, (none&.none&.fail&.fail ? :some : :nil)
  end

  def test_corecall_is_listed_by_name
    listing = ISeq.compile("case foo; in []; in {a:}; end").disasm + ISeq.compile("foo => {a: []}").disasm
    assert_equal ["sprintf", "raise TypeError", "raise NoMatchingPatternKeyError", "raise NoMatchingPatternError"].sort,
                 listing.scan(/corecall +([^,]+),/).flatten.uniq.sort
  end

  def test_frozen_string_literal_option
    assert_equal true, ISeq.compile("'a'.frozen?", frozen_string_literal: true).eval
    assert_equal false, ISeq.compile("'a'.frozen?", frozen_string_literal: false).eval
  end

  def test_compile_option_is_kept
    before = ISeq.compile_option
    ISeq.compile_option = {frozen_string_literal: true}
    assert_equal true, ISeq.compile_option[:frozen_string_literal]
    assert_equal true, ISeq.compile("'a'.frozen?").eval
    assert_raises(TypeError) { ISeq.compile_option = 1 }
  ensure
    ISeq.compile_option = before
  end

  def test_each_child
    labels = []
    ISeq.compile("[1].each { |x| def foo; end }").each_child { |child| labels << child.label }
    assert_equal ["block in <compiled>"], labels
  end

  def test_of
    assert_equal "test_of", ISeq.of(method(:test_of)).label
    assert_equal "block in test_of", ISeq.of(proc { 1 }).label
    assert_nil ISeq.of("".method(:upcase))
    assert_nil ISeq.of(1)
  end

  def test_of_gives_one_object
    assert_same ISeq.of(method(:insns)), ISeq.of(method(:insns))
  end

  def test_script_lines
    assert_nil ISeq.compile("1\n2").script_lines
    RubyVM.keep_script_lines = true
    assert_equal ["1\n", "2"], ISeq.compile("1\n2").script_lines
  ensure
    RubyVM.keep_script_lines = false
  end

  def test_disasm_of_arguments
    assert_includes ISeq.compile("foo(1, *a, k: c, &b)").disasm, "kw:[k], ARGS_SPLAT|ARGS_BLOCKARG|FCALL|KWARG"
  end

  def test_cleaning_dead_code
    assert_equal %w[putint leave], insns("if true then 1 else 2 end")
    assert_equal %w[putint leave], insns("return 1; foo; bar { 1 }") & %w[putint leave send send_block]
  end

  def test_cleaning_void_values
    assert_equal %w[putint setlocal putnil leave], insns("1; 'a'; a = 2; [1]; nil")
  end

  def test_a_loop_has_one_branch_a_turn
    assert_equal 1, insns("while x; y; end").grep(/branch/).size
    assert_equal %w[jumpback], insns("while true; y; end").grep(/jump/)
  end

  def test_while_false_is_not_run
    assert_nil ISeq.compile("while false; raise; end").eval
  end

  def test_swapping_makes_no_array
    assert_equal [], insns("a = b = 1; a, b = b, a; 0").grep(/array/)
  end

  def test_ast_names_prism
    assert_match(/prism/, assert_raises(RuntimeError) { RubyVM::AbstractSyntaxTree.of(proc {}) }.message)
  end

  # error_highlight compares with it.
  def test_ast_node
    assert_kind_of Class, RubyVM::AbstractSyntaxTree::Node
    assert_raises(TypeError) { RubyVM::AbstractSyntaxTree::Node.new }
  end

  def test_node_id_of_a_location
    assert_kind_of Integer, RubyVM::AbstractSyntaxTree.node_id_for_backtrace_location(caller_locations(0, 1)[0])
  end

  def test_to_a
    list = ISeq.compile("def f(a, b = 1, *c, d, r:, k: 2, **o, &blk) = a ? b : c\n[1].each { |x| f(x, k: 1) rescue 3 }", "f.rb", "/f.rb", 3).to_a
    assert_equal ["YARVInstructionSequence/SimpleDataFormat", 4, 0, 1], list.first(4)
    assert_equal ["<compiled>", "f.rb", "/f.rb", 3, :top, [], {}, []], list[5..12]
    assert_equal({arg_size: 0, local_size: 0, parser: :prism}, list[4].slice(:arg_size, :local_size, :parser))
    assert_includes list[13], [:duparray, [1]]
    method = list[13].find { |i| i.is_a?(Array) && i[0] == :definemethod }[2]
    assert_equal ["f", :method], [method[5], method[9]]
    assert_equal [:a, :b, :c, :d, :r, :k, 6, :o, :blk], method[10].first(9)
    assert_equal({lead_num: 1, post_num: 1, post_start: 3, rest_start: 2, block_start: 8, kwbits: 6, keyword: [:r, [:k, 2]], kwrest: 7}, method[11].except(:opt, :use_block))
    assert_equal 2, method[11][:opt].size
    assert_empty method[11][:opt] - method[13]
    block = list[13].find { |i| i.is_a?(Array) && i[0] == :send_block }[3]
    assert_equal [:block, :rescue], [block[9], block[12][0][0]]
    assert_includes block[13], [:send, 2, {mid: :f, flag: 20, orig_argc: 1, kw_arg: [:k]}]
    labels = block[13].grep(Symbol).grep(/label/)
    assert_empty block[12][0].grep(Symbol).grep(/label/) - labels
    block[13].grep(Array).flatten.grep(/\Alabel_/).each { |label| assert_includes labels, label }
  end

  def test_to_a_case_table
    body = ISeq.compile("case x when 1 then :a when 2 then :b when 3 then :c end; case y when 'a' then 1 when 'b' then 2 when 'c' then 3 end").to_a[13]
    tables = body.select { |i| i.is_a?(Array) && i[0] == :opt_case_dispatch }.map { |i| i[1] }
    assert_equal [[1, 2, 3], %w[a b c]], tables.map { |t| t.each_slice(2).map(&:first) }
    assert_empty tables.flat_map { |t| t.each_slice(2).map(&:last) } - body
  end
end
