# trace_point.rb - TracePoint's methods that take a block or change what is traced
class TracePoint
  def self.new(*events)
    Primitive.attr! :ruby
    Primitive.tracepoint_new(events)
  end

  def self.trace(*events)
    Primitive.attr! :ruby
    Primitive.tracepoint_trace(events)
  end

  def self.allow_reentry
    Primitive.attr! :ruby
    Primitive.tracepoint_allow_reentry
  end

  def enable(target: nil, target_line: nil, target_thread: :default)
    Primitive.attr! :ruby
    Primitive.tracepoint_enable(target, target_line, target_thread)
  end

  def disable
    Primitive.attr! :ruby
    Primitive.tracepoint_disable
  end
end
