require "bootsnap"
Dir.mkdir("lib")
File.write("lib/one.rb", "One = __FILE__[-6..]\ndef one = [1, :a, 'x', 1.5, 2r, /y/]\n")
File.write("c.yml", "a: [1, 2, {b: c}]\n")
2.times do
  pid = fork do
    $LOAD_PATH.unshift("lib")
    Bootsnap.setup(cache_dir: "tmp", development_mode: true, load_path_cache: true, compile_cache_iseq: true, compile_cache_yaml: true)
    require "one"
    require "yaml"
    puts One, one.inspect, YAML.load_file("c.yml").inspect, $LOADED_FEATURES.grep(/one\.rb/).size
    begin
      require "two"
    rescue LoadError => e
      puts e.message
    end
  end
  Process.wait(pid)
end
puts Dir["tmp/**/*"].count { |f| File.file?(f) } > 2
__END__
one.rb
[1, :a, "x", 1.5, (2/1), /y/]
{"a" => [1, 2, {"b" => "c"}]}
1
cannot load such file -- two
one.rb
[1, :a, "x", 1.5, (2/1), /y/]
{"a" => [1, 2, {"b" => "c"}]}
1
cannot load such file -- two
true
