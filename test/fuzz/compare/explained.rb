# explained.rb - differences from CRuby 4.0.1 that are meant, or that no rule decides.  run.rb asks explained() for each.
#
# name => a test of the operation's text and the two answers (lines of child.rb; a variable's line begins with four spaces).
EXPLAINED = {
  "which two elements a sort compares first is the algorithm's affair" =>
    ->(op, ours, theirs) { op.match?(/sort|\b(min|max)/) && [ours, theirs].all?(/\A\d+ = \w+Error/) && [ours, theirs].any?(/ArgumentError: comparison of/) },
  "which elements the n least are compared with is the algorithm's affair" =>
    ->(op, ours, theirs) { op.match?(/\b(min|max)(_by)?\(\d/) && [ours, theirs].any?(/ArgumentError: comparison of/) },
  "a Hash or Array that is its own key, or a key changed since, is found or not by chance" =>
    ->(op, ours, theirs, left) { op.match?(/\b[hgx]\b|\{/) && [ours, theirs, left].any?(/ lost=\[|(\{\.\.\.\}|\[\.\.\.\])\]* =>/) },
  "CRuby's Array#select reads an element again after the block, but not with its JIT" =>
    ->(op, ours, theirs) { [ours, theirs].all?(/ = \[/) && op.match?(/\.(select|filter)\b[^!]*\b[ab]\.(clear|reverse!|shift|pop|replace|concat|delete|compact|uniq|map|rotate|slice|insert|unshift|fill|sort|select|reject|\[)/) },
  "select of a large Hash makes a new one here, in which keys that have become equal since are one" =>
    ->(op, _, theirs) { op.match?(/\.(select|filter|reject)\b/) && theirs.scan(/(\{[^{}]*\}|\[[^\[\]]*\]) =>/).tally.any? { |_, n| n > 1 } },
  "CRuby died" => ->(_, _, theirs) { theirs.match?(/\ADIED signal (6|11)\b/) },
  "CRuby's tr! and delete! leave half done what they then refuse" =>
    ->(op, ours, theirs) { op.match?(/\.(tr|tr_s|delete|squeeze)!/) && ours !~ /\A    [su]:/ && theirs.match?(/\A    [su]:/) },
  "CRuby's tally adds keys to a Hash under iteration" => ->(op, ours, _) { op.include?("tally(") && ours.include?("can't add a new key into hash during iteration") },
  "CRuby's transform_keys! has taken a key out when its block freezes the Hash" => ->(op, ours, theirs) { op.include?("transform_keys!") && [ours, theirs].all?(/FrozenError/) },
  "CRuby's transform_keys! of an identity Hash knows the keys it has set by equality" => ->(op, ours, theirs) { op.include?("transform_keys!") && [ours, theirs].all?(/identity/) },
  "CRuby's transform_values! of a small Hash brings back the pair that its block deletes" =>
    ->(op, ours, theirs) { op.match?(/transform_values!.*\.(delete|shift|clear|reject|select|filter|keep_if|replace|compact)/) },
  "the limit of memory is met at different times" => ->(_, ours, theirs) { [ours, theirs].any?(/NoMemoryError|failed to allocate memory/) }
}.freeze

# left: the variables that the operation left changed in the reference.
def explained(op, ours, theirs, left)
  EXPLAINED.find { |_, test| test.arity == 4 ? test.call(op, ours, theirs, left) : test.call(op, ours, theirs) }&.first
end
