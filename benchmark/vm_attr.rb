# frozen_string_literal: true
# vm_attr - attr_reader and attr_writer.
class Account
  attr_accessor :balance, :limit
  attr_reader :name

  def initialize
    @balance = 0
    @limit = 1
    @name = "n"
  end
end

account = Account.new
i = 0
while i < 7_000_000
  account.balance = account.balance + account.limit
  account.name
  i += 1
end
raise "vm_attr" unless account.balance == 7_000_000
