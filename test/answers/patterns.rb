# patterns.rb - references and brackets in patterns, iterations that take nothing, $~ after split.  Each line has a label; patterns.out holds the answers of CRuby 4.0.1.
require_relative "common"

def spans(pattern, text) = Regexp.new(pattern).match(text)&.then { |m| m.size.times.map { |i| m.offset(i) } }

%w{(?<a>x)\k<a+> (?<a>x)\k<a-> (?<a>x)\k<a+0> (?<a>x)\k<a+1> (?<a>x)\k<a-1> (x)\k<1+> (x)\k<1+0> (x)\k<-1+0> (x)\k<-1-1> (?<a>x)\k'a+' (?<a>x)\g<a+> (?<a+>x) (?<a->x) (?<a+>x)\k<a+> (?<a>x)\k<a+x> (?<a>x)\k<a++> (?<a>x)\k<+a> (?<a>x)\k<a-x> (?<a>x)(?(<a+>)y) (x)(?(<1+>)y) (?<a>x)\g<a+1> (?<a+1>x)\k<a+1> (?<a>x)\k<a!> (?<a>x)\k<> (?<a>x)\k<a (x)\k<1x> (x)\k<+> (x)\k<-> (x)\k<+1> (x)\k<-2> (x)\k<2> (?<a>x)\k<b> (?<a>x)\k<1> (?<a>x)\k<a+>zz (?<a>x)\k<a+>z>z (?<a>x)\k<a+1x>zz (?<a>x)\k<a+1+2>zz (?<a>x)\k'a+x'zz (?<a>x)(?(<a+x>)y|z) (x)\k<1x>zz (x)\k<1+x>zz (x)\k<0>zz (x)\k<0+1>zz (x)\k<-0>zz (x)\k<00>zz (x)\k'0'zz (x)\g<0> (x)\g<-0> (x)\k<-a>zz (x)\k<1a+1> (?<a-b>x)\k<a-b>zz (?<a-1>x)\k<a-1>zz (x)(?(<0>)y|z) (x)(?(0)y|z)}.each { |s| t("names #{s}") { Regexp.new(s).match("xx").to_a } }
%w{[a[] [a[b] [[] [] [[]] [a[]] [a[^] [^] [a[^]] [a[]b] [[[] [a[[] [a&&[] [a[b[] [a[ [ [^ [a [[a []a []a[ [[]a [a[]\\] [[\\]] []\\] []\\]] [a[]\\]]}.each { |s| t("brackets #{s}") { Regexp.new(s) } }
%w{] (]) a|] (?:]) ^] |] \\A] (?i)] ]] ]a] (?<a>]) (?=]) .] ]|] ]+ (?#x)] []] (?i:])}.each { |s| sh "bracket warnings #{s}", "-we", "Regexp.new(#{s.dump}); Regexp.new(' ' + #{s.dump}, Regexp::EXTENDED)" }
%w{(a|\2b|())* (a|\2b|())+ (a|\2b|())*?$ (a|\2b|()){2,} (?:a|\1b|())* (a|\2b|())*\z (a|\2b|())*c (?:()|())*\1\2a (?:()|())*a (?:()|(x)|\1())*\1\3a (?:()|x|\1(c|))*\1\2a (?:(b)\2|())* (?:()|\1())*\1a (?:()|\1())*\2a (?:b\1|())* (?:\1b|c|())* (?:\1b|c|(c?))* (?:\1b|c|(d?))* ((?:\2a|())*b)* (?:(?:\1a|())*b)* (?:(x?)b?)* (?:(x?)b?)*\1 (?:(x?)b?)+ (?:(x?)b?){2,} (?:(x?)b?)*?\z (?:(x?)b?|c)* ((x?)b?)*\2 (?:(?:(x?)b?)*(y?))*\1 (?>(x?)b?)* (?:(?=(x?))b?)* (?:(?<n>x?)b?)*\k<n> (?:()|b)* (?:b|())*\1 (?:b|()|(x?)b?)*\1 (?:(b)?|\1)* ((x?)b?)*+ (?:\2()|\1()|())*a (()|a)* (?:()|\1()|\2())*\3a ((a|\3b|())*c)* (?:(a*)|(b*)|c)* (?:(x*)*y)*}.each do |s|
  t("iterations #{s}") { %w[aaabbb a bb bbb xbb cbcbb dbdbb aabaab abcabc aabbcc xxyxy aaabbbc].map { |text| spans(s, text) } }
end
def after_split(re, *a, s: "ab")
  "k" =~ /k/
  s.split(re, *a)
  x = $~
  "k" =~ /k/
  s.split(re, *a) { }
  [x && x[0], $~ && $~[0]]
end
[//, /(?:)/, Regexp.new(""), /()/, /(?#x)/, / /x, //i, //n, /\b/, "", / /, /(?=)/].each_with_index { |r, i| t("split #{i}") { [after_split(r), after_split(r, 2), after_split(r, -1), after_split(r, 5), after_split(r, s: ""), after_split(r, 2, s: ""), "".split(r, -1), "".split(r, 3)] } }
