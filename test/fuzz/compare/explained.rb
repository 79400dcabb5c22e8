# explained.rb - differences from CRuby 4.0.1 that are meant, or that no rule decides.  run.rb asks explained() for each.
#
# name => a test of the operation's text and the two answers (lines of child.rb; a variable's line begins with four spaces).
EXPLAINED = {
  "which two elements a sort compares first is the algorithm's affair" =>
    ->(op, ours, theirs) { op.match?(/sort|\b(min|max)/) && [ours, theirs].all?(/ArgumentError: comparison of/) },
  "a Hash or Array that is its own key, or a key changed since, is found or not by chance" =>
    ->(_, ours, theirs) { [ours, theirs].any?(/lost=|\{\.\.\.\} =>/) },
  "CRuby takes a keyword that is not a Symbol for a member's number in Struct and Data" =>
    ->(op, ours, _) { op.match?(/Pair|Point|Keyed|Struct/) && ours.match?(/unknown keywords?:/) },
  "CRuby leaves the encoding of an inspected beginless Range at BINARY" =>
    ->(_, _, theirs) { theirs.match?(/"\.\.+.*" ASCII-8BIT/) },
  "CRuby's slice_before(nil) calls nil" =>
    ->(op, _, theirs) { op.match?(/slice_before|slice_after/) && theirs.include?("undefined method 'call' for nil") },
  "CRuby's join of nested Arrays is US-ASCII when all of it is ASCII" =>
    ->(op, ours, theirs) { op.match?(/join| \* /) && theirs.sub(/ US-ASCII\z/, "") == ours.sub(/ ASCII-8BIT\z/, "") },
  "CRuby's NameError of Struct#[] has a String for a name" =>
    ->(_, ours, theirs) { ours.start_with?(/\d+ = NameError: no member/) && ours.sub(/ name=.*/, "") == theirs.sub(/ name=.*/, "") },
  "CRuby died" => ->(_, _, theirs) { theirs.start_with?("DIED signal 11") },
  # The rest is wrong here.
  "to do: a Rational in the inspect of an ArithmeticSequence" =>
    ->(op, ours, theirs) { op.include?("step") && ours.delete("()") == theirs.delete("()") },
  "to do: the first element of a Range by Rational steps is its begin" =>
    ->(op, ours, theirs) { op.include?("step(") && ours.sub(/\[\((-?\d+)\/1\)/, '[\1') == theirs },
  "to do: 1.step(by: a String) is asked late for its sign" =>
    ->(op, ours, _) { op.include?("step(by:") && ours.include?("no implicit conversion of String into Hash") },
  "to do: Array#flatten takes a level past int" => ->(op, _, theirs) { op.include?("flatten") && theirs.include?("too big to convert to 'int'") },
  "to do: String#scan of a String in broken text" => ->(op, _, theirs) { op.include?("scan") && theirs.include?("invalid byte sequence") },
  "to do: Float#rationalize of large numbers" => ->(op, _, _) { op.include?("rationalize") },
  "to do: max(n) of a Range of Strings goes by its order" => ->(op, _, _) { op.match?(/\("\w+"\.\.\.?"\w+"\)\.(max|min)/) }
}.freeze

def explained(op, ours, theirs)
  EXPLAINED.find { |_, test| test.call(op, ours, theirs) }&.first
end
