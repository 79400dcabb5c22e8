# test_jit_stencils.rb - tool/jit/stencils refuses a call that takes more machine stack than JIT-7 allows.
require_relative "lib/test_helper"
require "open3"
require "tmpdir"

class TestJITStencils < Minitest::Test
  TOOL = File.expand_path("../tool/jit/stencils", __dir__)
  CALL = %w[subq\ $8,\ %rsp callq\ ENTRY addq\ $8,\ %rsp].freeze

  # What the tool answers if the compiler makes this body of the stencil `name`.
  def stencils(name, *body)
    Dir.mktmpdir do |dir|
      File.write("#{dir}/Makefile", "SWITCHES = -DVM_TAILCALL=1\n")
      File.write("#{dir}/text.s", "#{name}:\n#{body.map { |line| "\t#{line.sub(" ", "\t")}\n" }.join}\tjmp\tNEXTTO\n.Lfunc_end0:\n")
      File.write("#{dir}/clang", "#!/bin/sh\ncase \"$*\" in *-S*) cat #{dir}/text.s ;; *) echo assembled >&2; exit 1 ;; esac\n", perm: 0o755)
      text, = Open3.capture2e({ "CLANG" => "#{dir}/clang" }, RbConfig.ruby, "--disable=gems", TOOL, dir, dir, "#{dir}/out.inc")
      text
    end
  end

  def test_a_call_of_eight_bytes_is_assembled
    assert_match(/\Aassembled\n/, stencils("call0__send__v", *CALL))
  end

  def test_a_call_with_a_register_saved_is_refused
    assert_match(/call0__send__v uses the machine stack.*pushq/, stencils("call0__send__v", "pushq %rbx", *CALL, "popq %rbx"))
  end

  def test_a_call_of_another_size_is_refused
    assert_match(/call2__send__v uses the machine stack/, stencils("call2__send__v", *CALL.map { |line| line.sub("$8", "$24") }))
  end

  def test_other_stencils_may_use_it
    assert_match(/\Aassembled\n/, stencils("m__send", "pushq %rbx", "callq f", "popq %rbx"))
  end
end
