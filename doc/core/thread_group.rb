# frozen_string_literal: true

# Threads that are kept together.  Each thread is in one group at most; a new one is in that of the thread that started it,
# the main thread in ThreadGroup::Default.
class ThreadGroup
  # :call-seq:
  #   add(thread) -> self
  #
  # Moves the thread into this group.  Raises ThreadError if this group or the one it is in is enclosed, or frozen.
  #
  #   group = ThreadGroup.new
  #   t = Thread.new { sleep }
  #   group.add(t).list == [t] # => true
  #   group.enclose.add(t)     # raises ThreadError
  #   t.kill
  def add(thread) end

  # :call-seq:
  #   enclose -> self
  #
  # Lets no thread in or out any more; threads that its threads start are still in it.
  #
  #   ThreadGroup.new.enclose.add(Thread.new { }) # raises ThreadError: can't move to the enclosed thread group
  def enclose() end

  # :call-seq:
  #   enclosed? -> true or false
  #
  # Tells whether no thread can be moved in or out.
  #
  #   ThreadGroup.new.enclosed?         # => false
  #   ThreadGroup.new.enclose.enclosed? # => true
  def enclosed?() end

  # :call-seq:
  #   list -> array
  #
  # Returns the threads of the group that have not ended.
  #
  #   ThreadGroup.new.list                                     # => []
  #   ThreadGroup::Default.list.include?(Thread.main)          # => true
  def list() end
end
