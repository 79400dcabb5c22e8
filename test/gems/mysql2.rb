require "mysql2"
puts Mysql2::Client.escape("it's \"x\" \\ \0"), Mysql2::Client.info[:version].is_a?(String)
begin
  Mysql2::Client.new(host: "127.0.0.1", port: 1, connect_timeout: 1)
rescue Mysql2::Error::ConnectionError => e
  puts e.error_number, e.sql_state, e.message[/\ACan't connect to (?:MySQL )?server on '127\.0\.0\.1/]
end
puts Mysql2::Client.default_query_options[:cast], Mysql2::Error.instance_methods(false).sort.first(3).inspect
__END__
it\'s \"x\" \\ \0
true
2002
HY000
Can't connect to server on '127.0.0.1
true
[:errno, :error, :error_number]
