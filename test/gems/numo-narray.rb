require "numo/narray"
a = Numo::DFloat.new(3, 4).seq
p a.sum, a[1, true].to_a, a[0..1, 1..2].to_a, (a * 2 + 1).mean(0).to_a, a.transpose.shape, a.dot(a.transpose).to_a
p Numo::Int32[3, 1, 2].sort.to_a, Numo::DComplex[1 + 2i].abs.to_a, a[a > 5].to_a, Numo::UInt8.cast([255]) + 1, a[(0..2) % 2, 0].to_a
b = Numo::SFloat.linspace(0, 1, 5)
p Numo::NMath.sqrt(b).round.to_a, Marshal.load(Marshal.dump(b)) == b, b.to_binary.bytesize
begin
  a.reshape(5)
rescue StandardError => e
  p e.class
end
p 1 + a[0, 0], [1, 2].then { |l| Numo::NArray[*l] * 3 }, a.inspect.lines.size
__END__
66.0
[4.0, 5.0, 6.0, 7.0]
[[1.0, 2.0], [5.0, 6.0]]
[9.0, 11.0, 13.0, 15.0]
[4, 3]
[[14.0, 38.0, 62.0], [38.0, 126.0, 214.0], [62.0, 214.0, 366.0]]
[1, 2, 3]
[2.23606797749979]
[6.0, 7.0, 8.0, 9.0, 10.0, 11.0]
Numo::UInt8#shape=[1]
[0]
[0.0, 8.0]
[0.0, 1.0, 1.0, 1.0, 1.0]
true
20
ArgumentError
1.0
Numo::Int32#shape=[2]
[3, 6]
4
