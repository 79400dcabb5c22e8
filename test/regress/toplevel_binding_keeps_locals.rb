require "test_helper"
require "tmpdir"

# Locals that a library of -r gave TOPLEVEL_BINDING stay there when the program begins, behind the program's own.
class TestToplevelBindingKeepsLocals < Minitest::Test
  def run_ruby(library, program)
    Dir.mktmpdir do |dir|
      File.write("#{dir}/library.rb", library)
      File.write("#{dir}/program.rb", program)
      IO.popen([RbConfig.ruby, "--disable=gems", "-r#{dir}/library.rb", "#{dir}/program.rb", err: %i[child out]], &:read)
    end
  end

  def test_locals_stay
    assert_equal "[:lib]\n2\n", run_ruby("TOPLEVEL_BINDING.eval('lib = 2')", "p TOPLEVEL_BINDING.eval('local_variables'), TOPLEVEL_BINDING.eval('lib')")
    assert_equal "[:a, :b]\n[1, 3]\n", run_ruby("TOPLEVEL_BINDING.eval('a = 1'); TOPLEVEL_BINDING.local_variable_set(:b, 3)",
                                                 "p TOPLEVEL_BINDING.local_variables.sort, TOPLEVEL_BINDING.eval('[a, b]')")
  end

  def test_locals_of_the_program_come_first
    assert_equal "nil\n5\n", run_ruby("TOPLEVEL_BINDING.eval('lib = 2')", "p TOPLEVEL_BINDING.eval('lib'); lib = 5; p TOPLEVEL_BINDING.local_variable_get(:lib)")
  end

  def test_the_program_does_not_see_them
    assert_match(/undefined local variable or method 'lib'/, run_ruby("TOPLEVEL_BINDING.eval('lib = 2')", "p lib"))
  end
end
