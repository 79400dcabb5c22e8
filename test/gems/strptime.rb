require "strptime"
p Strptime.new("%Y-%m-%dT%H:%M:%S%z").exec("2024-02-29T12:34:56+0900"), Strptime.new("%Y%m%d").execi("20240229").class, Strftime.new("%Y-%m-%d %H:%M:%S").exec(Time.at(0).utc)
begin
  Strptime.new("%Y").exec("x")
rescue ArgumentError => e
  puts e.message
end
__END__
2024-02-29 12:34:56 +0900
Integer
"1970-01-01 00:00:00"
string doesn't match
