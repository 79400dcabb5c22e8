require "fast_blank"
p ["", " \t\n", "a", "\u3000", "\u00a0", "x ".b].map(&:blank?), " \v".blank_as?
__END__
[true, true, false, false, false, false]
true
