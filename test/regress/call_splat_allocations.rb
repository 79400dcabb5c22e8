require "test_helper"

# What a call with splats makes: nothing, where the callee can use what is there.  Counts are CRuby 4.0.1's.
class TestCallSplatAllocations < Minitest::Test
  def made
    counts = {}
    GC.disable
    ObjectSpace.count_objects(counts)
    arrays = counts[:T_ARRAY]
    hashes = counts[:T_HASH]
    yield
    ObjectSpace.count_objects(counts)
    [counts[:T_ARRAY] - arrays, counts[:T_HASH] - hashes]
  ensure
    GC.enable
  end

  def required(x) = x
  def rest(*x) = x
  def lead(x, *y) = [x, y]
  def post(*x, y) = [x, y]
  def keywords(a: 1, **k) = [a, k]
  def unnamed(*, **) = nil
  def on(*, **) = both(*, **)
  def both(*a, **k) = [a, k]
  A = [1]
  E = []
  H = {a: 2}

  def test_counts
    skip "small limits: more is handed on in Arrays" if small_limits?
    2.times do
      assert_equal [0, 0], made { required(1, *E) }
      assert_equal [0, 0], made { required(1, *nil) }
      assert_equal [0, 0], made { unnamed(*A, **H) }
      assert_equal [1, 0], made { rest(1, *A) }
      assert_equal [1, 0], made { rest(*A, *A) }
      assert_equal [0, 1], made { unnamed(**H, **{}.freeze) }
      assert_equal [0, 1], made { {**H, b: 1} }
      assert_equal [1, 1], made { keywords(**H, b: 1) }
    end
  end

  # The caller's fresh Array becomes the rest: what other parameters took is no longer in it.
  def test_values
    a, f = [1, 2], [1, Hash.ruby2_keywords_hash({q: 1})]
    assert_equal [[1, [2, 1, 2]], [1, [2, 1, 2, 3]], [[1, 2, 1], 2], [[1], 3]], [lead(*a, *a), lead(1, 2, *a, 3), post(*a, *a), post(1, 3, *E, *E)]
    assert_equal [[1, 2, 1, 2, {a: 2, b: 3}], [0, 1, {a: 2}]], [rest(*a, *a, **H, **{b: 3}), rest(0, *A, **H)]
    assert_equal [[[1], {q: 1}], [[1, 1], {q: 1}], [1, 1, 2, {q: 1}]], [on(*f), on(1, *f), rest(1, *a, *f).tap { |r| r.delete_at(3) }].map { |x| x }
    refute Hash.ruby2_keywords_hash?(rest(*a, *f).last)
    assert_equal [[], {}], on
    b = [1]
    assert_equal [[[2], 1, 1], [1, 1, 5]], [rest(b, *b, b.shift).tap { b << 2 }, rest(1, *A, 5)]
    assert_equal [2, [10, 25, 30]], [keywords(**H)[0], [10, 20, 30].tap { |x| i = [1]; x[*i] += 5 }]
  end

  # Arguments of a C method need not lie on the stack.
  def test_many
    many = (1..200_000).to_a
    assert_equal [200_000, 200_001], [[].push(*many).size, [].push(0, *many).size]
    assert_equal 200_000, Fiber.new { [].push(*many).size }.resume
  end
end
