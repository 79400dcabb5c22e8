# frozen_string_literal: true
#
# require "objspace"
require "minitest/autorun"
require "json"
require "objspace"

class TestObjspaceLibrary < Minitest::Test
  # The entry of such a Method is in no table of methods.
  def test_sizes_beside_a_method_of_respond_to_missing
    method = Class.new { def respond_to_missing?(*) = true }.new.method(:anything)
    assert_operator ObjectSpace.memsize_of_all, :>, 0
    assert_operator ObjectSpace.count_objects_size[:TOTAL], :>, 0
    assert_equal :anything, method.name
  end

  def test_memsize_of
    assert_equal 0, ObjectSpace.memsize_of(1)
    assert_operator ObjectSpace.memsize_of("a" * 10_000), :>, 10_000
    assert_operator ObjectSpace.memsize_of([nil] * 1000), :>, 8000
  end

  def test_memsize_of_all
    keep = "x" * 100_000
    assert_operator ObjectSpace.memsize_of_all(String), :>, keep.bytesize
    assert_operator ObjectSpace.memsize_of_all, :>, ObjectSpace.memsize_of_all(String)
    assert_equal "class or module required", assert_raises(TypeError) { ObjectSpace.memsize_of_all(1) }.message
  end

  def test_count
    sizes = ObjectSpace.count_objects_size
    assert_equal sizes[:TOTAL], sizes.except(:TOTAL).values.sum
    assert_operator ObjectSpace.count_tdata_objects[Thread], :>=, 1
    filled = { T_STRING: 3, other: 4 }
    assert_same filled, ObjectSpace.count_objects_size(filled)
    assert_equal 0, filled[:other]
    assert_equal "non-hash given", assert_raises(TypeError) { ObjectSpace.count_objects_size(1) }.message
  end

  def test_reachable_objects_from
    a, c = "a".dup, "c".dup
    assert_equal [Array, a, c], ObjectSpace.reachable_objects_from([a, :b, 2, c, a])
    assert_same c, ObjectSpace.reachable_objects_from([c])[1]
    assert_nil ObjectSpace.reachable_objects_from(1)
  end

  def test_internal_objects_are_wrapped
    assert_equal [String, Integer], [ObjectSpace.internal_class_of("a"), ObjectSpace.internal_class_of(1)]
    iclass = ObjectSpace.internal_super_of(Object)
    assert_kind_of ObjectSpace::InternalObjectWrapper, iclass
    assert_equal :T_ICLASS, iclass.type
    assert_match(/\A#<InternalObject:0x\h+ T_ICLASS>\z/, iclass.inspect)
    assert_includes ObjectSpace.reachable_objects_from(iclass), Object
    assert_equal "class or module is expected", assert_raises(ArgumentError) { ObjectSpace.internal_super_of("a") }.message
    assert_raises(TypeError) { ObjectSpace::InternalObjectWrapper.new }
  end

  KEPT_BY_ROOT = Object.new
  def test_reachable_objects_from_root
    roots = ObjectSpace.reachable_objects_from_root
    assert_equal %w[global_tbl machine_context vm], roots.keys.sort
    assert_includes roots.values.flatten(1), Object
  end

  def test_counts
    assert_operator ObjectSpace.count_imemo_objects[:imemo_iseq], :>, 10
    symbols = ObjectSpace.count_symbols
    assert_equal %i[mortal_dynamic_symbol immortal_dynamic_symbol immortal_static_symbol immortal_symbol], symbols.keys
    assert_equal symbols[:immortal_symbol], symbols[:immortal_static_symbol] + symbols[:immortal_dynamic_symbol]
    keep = Array.new(50) { "objspace_mortal_#{_1}".to_sym }
    assert_operator ObjectSpace.count_symbols[:mortal_dynamic_symbol], :>=, keep.size # others may have died meanwhile
    assert_equal({}, ObjectSpace.count_nodes)
    assert_equal "non-hash given", assert_raises(TypeError) { ObjectSpace.count_symbols(1) }.message
  end

  # ---- where objects were made

  class Maker
    def make = Object.new
    def copy = "a".dup
    def self.text = "t#{1}"
  end

  def where(object)
    file = ObjectSpace.allocation_sourcefile(object)
    [file && File.basename(file), ObjectSpace.allocation_sourceline(object), ObjectSpace.allocation_class_path(object), ObjectSpace.allocation_method_id(object)]
  end

  def test_trace_object_allocations
    before, first = Object.new, GC.count
    line = Maker.instance_method(:make).source_location[1]
    list = nil
    answer = ObjectSpace.trace_object_allocations do
      made = Maker.new.make
      list = [Maker.new.copy, Maker.text, [made]]
      assert_equal ["test_objspace_library.rb", line, "TestObjspaceLibrary::Maker", :make], where(made)
      assert_equal ["test_objspace_library.rb", line + 1, "String", :dup], where(list[0])
      assert_equal ["test_objspace_library.rb", line + 2, nil, :text], where(list[1])
      assert_equal ["test_objspace_library.rb", __LINE__ - 4, "TestObjspaceLibrary", :test_trace_object_allocations], where(list[2])
      assert_includes first..GC.count, ObjectSpace.allocation_generation(made)
      :done
    end
    assert_equal :done, answer
    assert_equal line + 2, ObjectSpace.allocation_sourceline(list[1]) # known until cleared
    [before, Object.new, 1, nil].each { |o| assert_equal [nil] * 4, where(o) }
    ObjectSpace.trace_object_allocations_clear
    assert_nil ObjectSpace.allocation_sourceline(list[1])
  end

  def test_trace_nests
    assert_nil ObjectSpace.trace_object_allocations_start
    ObjectSpace.trace_object_allocations { nil }
    assert_equal __LINE__, ObjectSpace.allocation_sourceline(Object.new)
    assert_nil ObjectSpace.trace_object_allocations_stop
    assert_nil ObjectSpace.allocation_sourceline(Object.new)
    assert_nil ObjectSpace.trace_object_allocations_stop
    assert_equal "no block given", assert_raises(LocalJumpError) { ObjectSpace.trace_object_allocations }.message
  ensure
    ObjectSpace.trace_object_allocations_clear
  end

  def test_traced_objects_die_and_move
    kept = ObjectSpace.trace_object_allocations { Array.new(2000) { |i| i.even? ? +"kept" : [i] } }
    line = __LINE__ - 1
    kept.reject! { Array === _1 }
    GC.start
    GC.compact
    assert_equal [line], kept.map { ObjectSpace.allocation_sourceline(_1) }.uniq
    others = Array.new(3000) { +"other" } # in the place of the dead
    assert_equal [nil], others.map { ObjectSpace.allocation_sourceline(_1) }.uniq
  ensure
    ObjectSpace.trace_object_allocations_clear
  end

  # ---- dumps

  def parsed(object) = JSON.parse(ObjectSpace.dump(object))

  def test_dump_immediates
    assert_equal %w[null true false 1 1.50000], [nil, true, false, 1, 1.5].map { ObjectSpace.dump(_1) }
    assert_equal '{"type":"SYMBOL", "value":"to_s"}', ObjectSpace.dump(:to_s)
  end

  def test_dump_strings
    assert_equal '"embedded":true, "bytesize":5, "value":"a\\u0000\\n\\"\\\\", "encoding":"UTF-8", "coderange":"7bit", "memsize"', ObjectSpace.dump("a\0\n\"\\".dup)[/"embedded.*"memsize"/]
    string = parsed("abc".b)
    assert_equal ["STRING", 3, "abc", nil], string.values_at("type", "bytesize", "value", "encoding")
    assert_equal ["broken", true, nil], parsed("\xff".tap(&:valid_encoding?)).values_at("coderange", "broken", "value")
    assert_nil parsed("é")["value"]
    assert_equal [true, true], parsed("objspace".freeze).values_at("frozen", "fstring")
  end

  def test_dump_others
    assert_equal [2, true, 2], (array = parsed(["a", "b"])).values_at("length", "embedded").push(array["references"].size)
    assert_equal ["CLASS", "TestObjspaceLibrary::Maker"], parsed(Maker).values_at("type", "name")
    assert_equal [true, "Class"], parsed(Maker.singleton_class).values_at("singleton", "real_class_name")
    assert_equal ["MODULE", "Kernel"], parsed(Kernel).values_at("type", "name")
    assert_equal ["HASH", 1], parsed({ 1 => 2 }).values_at("type", "size")
    assert parsed(Hash.new { 1 })["default"]
    assert_equal ["FLOAT", "1.00000e+300"], parsed(1e300).values_at("type", "value")
    assert_equal ["FLOAT", "NaN"], parsed(Float::NAN).values_at("type", "value")
    assert_equal ["DATA", "proc"], parsed(proc { }).values_at("type", "struct")
    assert_equal ["FILE", 1], parsed(STDOUT).values_at("type", "fd")
    object = Maker.new.tap { |o| o.instance_variable_set(:@a, 1) }
    assert_equal ["OBJECT", 1, parsed(Maker)["address"]], parsed(object).values_at("type", "ivars", "class")
    assert_equal ObjectSpace.memsize_of(object), parsed(object)["memsize"]
    4.times { GC.start }
    assert_equal [true, true], parsed(object)["flags"].values_at("old", "wb_protected")
  end

  def test_dump_with_its_site
    ObjectSpace.trace_object_allocations do
      first = GC.count
      line = parsed(Maker.new.make)
      assert_equal [__FILE__, "make"], line.values_at("file", "method")
      assert_includes first..GC.count, line["generation"]
    end
  ensure
    ObjectSpace.trace_object_allocations_clear
  end

  def test_dump_all
    mark = +"objspace-dump-mark"
    lines = ObjectSpace.dump_all(output: :string).lines.map { JSON.parse(_1) }
    assert_equal %w[ROOT SHAPE], lines.map { _1["type"] }.uniq.first(2)
    assert_includes lines.map { _1["value"] }, mark
    assert_operator lines.map { _1["type"] }.uniq.size, :>, 12
    shape = lines.find { _1["edge_name"] == "@iv_for_dump" } || lines.find { _1["edge_name"] }
    assert_includes lines.filter_map { _1["id"] }, shape["parent_id"]
    assert_empty ObjectSpace.dump_all(output: :string, shapes: false).lines.grep(/"type":"SHAPE"/)
    assert_operator ObjectSpace.dump_all(output: :string, full: true, shapes: false).lines.grep(/\A\{"address":"0x\h+", "type":"NONE"/).size, :>, 0
  end

  def test_dump_all_since
    ObjectSpace.trace_object_allocations do
      GC.start
      since = GC.count
      young = Array.new(3) { +"young" }
      lines = ObjectSpace.dump_all(output: :string, since:, shapes: false).lines.map { JSON.parse(_1) }
      assert_equal young.size, lines.count { _1["value"] == "young" }
      assert_equal [__FILE__], lines.select { _1["value"] == "young" }.map { _1["file"] }.uniq
      assert_empty lines.select { _1["generation"] < since }
    end
    assert_equal "no implicit conversion of String into Integer", assert_raises(TypeError) { ObjectSpace.dump_all(output: :string, since: "x") }.message
  ensure
    ObjectSpace.trace_object_allocations_clear
  end

  def test_outputs
    file = ObjectSpace.dump([1], output: :file)
    assert_equal [File, true], [file.class, File.basename(file.path).start_with?("rubyobj")]
    assert_equal "ARRAY", JSON.parse(File.read(file.path))["type"]
    File.unlink(file.path)
    IO.pipe do |r, w|
      assert_same w, ObjectSpace.dump("piped", output: w)
      assert_match(/"value":"piped"/, r.readpartial(1000))
    end
    assert_equal "wrong output option: 3", assert_raises(ArgumentError) { ObjectSpace.dump(1, output: 3) }.message
    assert_operator JSON.parse(ObjectSpace.dump_shapes(output: :string).lines.last)["id"], :>, 0
  end
end
