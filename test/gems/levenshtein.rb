require "levenshtein"
p Levenshtein.distance("kitten", "sitting"), Levenshtein.normalized_distance("a", "b"), Levenshtein.distance(%i[a b c], %i[a c]), Levenshtein.distance("x" * 100, "y", 5)
__END__
3
1.0
1
nil
