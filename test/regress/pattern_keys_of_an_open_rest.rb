require "test_helper"

# Which keys deconstruct_keys is called with: those named, none if only `**` follows, nil if the rest is wanted.  Expected: CRuby 4.0.1.
class TestPatternKeys < Minitest::Test
  class Asked
    attr_reader :keys

    def deconstruct_keys(keys)
      @keys = keys
      { a: 0, b: 0 }
    end
  end

  def test_keys
    x = Asked.new
    case x
    in { ** } then assert_equal [], x.keys
    end
    case x
    in { a: 0, ** } then assert_equal [:a], x.keys
    end
    case x
    in { a: 0, **rest } then assert_equal [nil, { b: 0 }], [x.keys, rest]
    end
    case x
    in { **rest } then assert_equal [nil, { a: 0, b: 0 }], [x.keys, rest]
    end
    case x
    in { a: 0, b: 0, **nil } then assert_nil x.keys
    end
  end
end
