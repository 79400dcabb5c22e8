# explained.rb - differences from CRuby 4.0.1 that are meant, or that no rule decides.  run.rb asks explained() for each.
#
# name => a test of the operation's text and the two answers (lines of child.rb; a variable's line begins with four spaces).
EXPLAINED = {
  "which two elements a sort compares first is the algorithm's affair" =>
    ->(op, ours, theirs) { op.match?(/sort|\b(min|max)/) && [ours, theirs].all?(/ArgumentError: comparison of/) },
  "which elements the n least are compared with is the algorithm's affair" =>
    ->(op, ours, theirs) { op.match?(/\b(min|max)(_by)?\(\d/) && [ours, theirs].any?(/ArgumentError: comparison of/) },
  "a Hash or Array that is its own key, or a key changed since, is found or not by chance" =>
    ->(op, ours, theirs, before) { op.match?(/\b[hgx]\b/) && [ours, theirs, before].any?(/lost=|\{\.\.\.\} =>/) },
  "CRuby takes a keyword that is not a Symbol for a member's number in Struct and Data" =>
    ->(op, ours, _) { op.match?(/Pair|Point|Keyed|Struct/) && ours.match?(/unknown keywords?:/) },
  "CRuby leaves the encoding of an inspected beginless Range at BINARY" =>
    ->(_, ours, theirs) { theirs.end_with?(" ASCII-8BIT") && ours.sub(/ US-ASCII\z/, "") == theirs.delete_suffix(" ASCII-8BIT") && theirs.match?(/["\[({ ]\.\.+[^.]/) },
  "CRuby's slice_before(nil) calls nil" =>
    ->(op, _, theirs) { op.match?(/slice_before|slice_after/) && theirs.include?("undefined method 'call' for nil") },
  "CRuby's join of nested Arrays is US-ASCII when all of it is ASCII" =>
    ->(op, ours, theirs) { op.match?(/join| \* /) && theirs.delete_suffix(" US-ASCII").gsub("\\x00", "\\u0000") == ours.sub(/ ASCII-8BIT\z/, "") },
  "CRuby's NameError of Struct#[] has a String for a name" =>
    ->(_, ours, theirs) { ours.start_with?(/\d+ = NameError: no member/) && ours.sub(/ name=.*/, "") == theirs.sub(/ name=.*/, "") },
  "CRuby died" => ->(_, _, theirs) { theirs.match?(/\ADIED signal (6|11)\b/) },
  "CRuby's tr! and delete! leave half done what they then refuse" =>
    ->(op, ours, theirs) { op.match?(/\.(tr|tr_s|delete|squeeze)!/) && ours !~ /\A    [su]:/ && theirs.match?(/\A    [su]:/) },
  "CRuby's tally adds keys to a Hash under iteration" => ->(op, ours, _) { op.include?("tally(") && ours.include?("can't add a new key into hash during iteration") },
  "CRuby's transform_keys! has taken a key out when its block freezes the Hash" => ->(op, ours, theirs) { op.include?("transform_keys!") && [ours, theirs].all?(/FrozenError/) },
  "CRuby's transform_keys! of an identity Hash knows the keys it has set by equality" => ->(op, ours, theirs) { op.include?("transform_keys!") && [ours, theirs].all?(/identity/) },
  "CRuby's transform_values! of a small Hash brings back the pair that its block deletes" =>
    ->(op, ours, theirs) { op.match?(/transform_values!.*\.(delete|shift|clear|reject|select|filter|keep_if|replace|compact)/) },
  "CRuby's tally keeps a String key as it is" => ->(op, _, theirs) { op.include?("keys.map(&:frozen?)") && theirs.include?("false") },
  "CRuby's tr reads its second set no further than it has to" => ->(op, ours, _) { op.match?(/\.tr(_s)?!?\(/) && ours.include?("invalid byte sequence") },
  "CRuby's assoc answers the key it was given when the Hash is large" => ->(op, ours, theirs) { op.include?("assoc(") && ours.delete("-") == theirs.delete("-") },
  "whether different objects' hashes are equal" => ->(op, ours, theirs) { op.include?("k.hash == v.hash") },
  "the hash of a recursive Array or Hash" => ->(op, ours, theirs, before) { op.include?(".hash == ") && [ours, theirs].all?(/true|false/) && before.match?(/(\[\.\.\.\]|\{\.\.\.\})/) },
  "the limit of memory is met at different times" => ->(_, ours, theirs) { [ours, theirs].any?(/NoMemoryError|failed to allocate memory/) },
  "CRuby's tally of a count that stops being a Fixnum" => ->(op, _, theirs) { op.include?("tally") && theirs.include?("wrong argument type Integer (expected Integer)") }
}.freeze

# before: what the reference printed of the program until then.
def explained(op, ours, theirs, before)
  EXPLAINED.find { |_, test| test.arity == 4 ? test.call(op, ours, theirs, before) : test.call(op, ours, theirs) }&.first
end
