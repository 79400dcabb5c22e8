# test_helper.rb - what every test file has: minitest, without its plugins, from the library of the VM under test.
require "rbconfig"
$LOAD_PATH.unshift(*Dir["#{RbConfig::CONFIG["rubylibprefix"]}/gems/*/gems/minitest-*/lib"]) unless $LOAD_PATH.any? { |path| path.to_s.include?("minitest") }
ENV["MT_NO_PLUGINS"] = "1"
ENV["TESTOPTS"] ||= "--seed 1"
require "minitest"

module Minitest
  class Test
    # Built with AddressSanitizer: what is freed stays for a while, and C frames are large.
    def sanitized? = RbConfig::CONFIG["configure_args"].to_s.include?("sanitizers")

    # Built with small limits, which sizes and counts follow.
    def small_limits? = RbConfig::CONFIG["configure_args"].to_s.include?("small-limits")

    # Skips the test if --jit warns: built with --disable-jit, or with a layout that the table of stencils was not made for.
    def skip_without_jit
      require "open3"
      _, err, = Open3.capture3({ "RUBY_JIT" => nil }, RbConfig.ruby, "--disable-gems", "-w", "--jit", "-e", "")
      skip "no native code" if err.include?("warning: --jit: this processor has none")
    end

    # Run a program of its own: [standard output, standard error, exit status].
    def run_ruby(source, *options, input: "")
      require "open3"
      out, err, status = Open3.capture3(RbConfig.ruby, *options, "-e", source, stdin_data: input)
      [out, err, status.exitstatus || 128 + status.termsig]
    end
  end
end
Minitest.autorun
