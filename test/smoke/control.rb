i = 0
while i < 10
  i += 1
  next if i.odd?
  break if i > 6
  print i, " "
end
until i == 0 do i -= 1 end
p i
begin i += 1 end while i < 3
p i
for a, b in [[1, 2], [3, 4]] do print a + b, " " end
p a
r = while true do break :val end
p r, (while false do end), (1 if false), (if true then 2 else 3 end), (unless false then 4 end), (5 unless true)
def kind(x)
  case x
  when Integer, Float then "number"
  when "a".."f" then "letter"
  when /^z/ then "zed #{$~[0]}"
  when nil then "nil"
  when ->(v) { v.respond_to?(:each) } then "enumerable"
  when *[:a, :b] then "splat"
  else "other"
  end
end
p kind(1), kind(2.5), kind("c"), kind("zoo"), kind(nil), kind([]), kind(:b), kind(:q)
p case when 1 > 2 then :no when 2 > 1 then :yes end
def match(x)
  case x
  in Integer => n if n > 100 then "big #{n}"
  in Integer | Float then "num"
  in [] then "empty"
  in [x] then "one #{x}"
  in [Integer => a, String => b] then "int-str #{a} #{b}"
  in [first, *, last] then "#{first}..#{last}"
  in { type: :circle, r: } then "circle #{r}"
  in { type: :rect, w:, h: } unless w == h then "rect #{w}x#{h}"
  in { type: :rect, w: } then "square #{w}"
  in { name: String => name, **nil } then "only name #{name}"
  in { name:, **rest } then "name #{name} rest #{rest}"
  in "lit" | :lit then "literal"
  in ^$pin then "pinned"
  in nil then "nil"
  in x then "any #{x.inspect}"
  end
end
$pin = 3r
p match(500), match(5), match([]), match([1]), match([1, "b"]), match([1, 2, 3]), match({ type: :circle, r: 2 }), match({ type: :rect, w: 1, h: 2 }), match({ type: :rect, w: 2, h: 2 }), match({ name: "n" }), match({ name: "n", z: 1 }), match(:lit), match(3r), match(nil), match(1..2)
begin
  case 5
  in String then 1
  end
rescue NoMatchingPatternError => e
  p e.class, e.message
end
begin
  { a: 1 } => { b: }
rescue NoMatchingPatternKeyError => e
  p e.message, e.key
end
p((5 in Integer), ("x" in Integer))
data = { users: [{ name: "A", roles: [:admin, :dev] }, { name: "B", roles: [] }] }
data => { users: [{ name:, roles: [*, :dev, *] }, *] }
p name
case [1, [2, [3, 4]]]
in [a, [b, [*c]]]
  p a, b, c
end
val = 5
case 5
in ^val then puts "pin"
end
case { k: 1 }
in { k: ^(0 + 1) } then puts "expr pin"
end
in_range = case 7
           in 1..5 then :low
           in 6.. then :high
           end
p in_range
p [1, 2, 3, 42, 5].then { |arr| arr in [*, 40..50 => found, *post] and [found, post] }
x = y = nil
x ||= 1
y &&= 2
x += 1
h = {}
h[:a] ||= []
h[:a] <<= 1 rescue h[:a] << 1
p x, y, h, (true && nil), (false || :or), (not true), (1 and 2), (nil or 3), !!1, x&.succ, y&.succ, nil.to_a, nil&.foo
p __method__.inspect, defined?(x), defined?(zzz), defined?(puts), defined?(String), defined?(@iv), defined?(yield), __LINE__, __FILE__ == $0, [__dir__.class]
p (1..10) === 5, (1...10).size, (1..).first(2), ("a".."e") === "c", (1..10).step(3).to_a, (1..10) % 4, Range.new(1, 5, true), (1..nil).inspect, (..5).include?(3), 1.step(by: 2).first(3)
BEGIN { puts "BEGIN block" }
END { puts "END block" }
if (m = "key=val".match(/(?<k>\w+)=(?<v>\w+)/))
  p m[:k], m["v"], m.pre_match, m.begin(0), m.names, m.to_a, m.named_captures
end
if /(?<year>\d+)-(?<mon>\d+)/ =~ "2024-05"
  p year, mon, $~[1], $1, $2, $`, $'
end
p [[1, 2], [3, 4]].each_with_object([]) { |(a, b), acc| acc << a * b }, (1..3).each_entry.map { _1 + 1 }, [3, 4].each_with_index.map { |x, i| x * i }
puts [1, [2, [nil, 3]]].to_s, :a.inspect, nil.to_s.empty?, nil.inspect, true & false, true ^ true
printf("%d-%s\n", 1, "x")
$stdout.puts "stdout", ["nested", ["array"]]
print "no newline", "\n"
puts nil, [], [nil], ""
p
p 1, 2
pp({ a: 1 })
