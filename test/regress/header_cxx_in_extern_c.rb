# header_cxx_in_extern_c.rb - a C++ file that includes ruby.h under extern "C" compiles: the headers' templates have C++ linkage.
require_relative "../lib/test_helper"
require "tmpdir"

class HeaderCxxInExternC < Minitest::Test
  def test_extern_c
    Dir.mktmpdir do |folder|
      File.write("#{folder}/a.cpp", "extern \"C\" {\n#include <ruby.h>\n}\nstatic VALUE one(VALUE self, VALUE a) { return a; }\n" \
                                    "extern \"C\" void Init_a(void) { rb_define_global_function(\"one_\", one, 1); }\n")
      File.write("#{folder}/extconf.rb", "require \"mkmf\"\ncreate_makefile(\"a\")\n")
      out = IO.popen([RbConfig.ruby, "extconf.rb", chdir: folder, err: %i[child out]], &:read)
      out += IO.popen(["make", chdir: folder, err: %i[child out]], &:read)
      out += IO.popen([RbConfig.ruby, "-I#{folder}", "-ra", "-e", "p one_(3)", err: %i[child out]], &:read)
      assert out.end_with?("3\n"), out
    end
  end
end
