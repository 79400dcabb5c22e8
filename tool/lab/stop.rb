# stop.rb - the one exception of the laboratory: a sentence for the person at the terminal.
#
# Owns      Lab::Stop.
# S1        The message is one sentence; main.rb prints it on standard error, without a backtrace, and exits with `status`.
# Checked   test/test_lab.rb (wrong inputs)
module Lab
  class Stop < StandardError
    attr_reader :status

    def initialize(message, status = 1)
      super(message)
      @status = status
    end
  end
end
