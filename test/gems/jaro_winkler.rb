require "jaro_winkler"
puts JaroWinkler.distance("MARTHA", "MARHTA").round(6), JaroWinkler.jaro_distance("DIXON", "DICKSONX").round(6), JaroWinkler.distance("日本", "日語").round(6)
puts JaroWinkler.distance("abc", "ABC", ignore_case: true), JaroWinkler.distance("henka", "henkan", weight: 0.2).round(6)
__END__
jaro_winkler.rb:2: warning: JaroWinkler.distance is deprecated. Use JaroWinkler.similarity instead.
jaro_winkler.rb:2: warning: JaroWinkler.jaro_distance is deprecated. Use JaroWinkler.jaro_similarity instead.
jaro_winkler.rb:2: warning: JaroWinkler.distance is deprecated. Use JaroWinkler.similarity instead.
jaro_winkler.rb:3: warning: JaroWinkler.distance is deprecated. Use JaroWinkler.similarity instead.
jaro_winkler.rb:3: warning: JaroWinkler.distance is deprecated. Use JaroWinkler.similarity instead.
0.961111
0.766667
0.666667
1.0
0.988889
