# frozen_string_literal: true
# vm_load_classes - compiling text with many small classes and methods, then using each once.
sum = 0
30.times do |round|
  source = +""
  100.times do |i|
    source << <<~RUBY
      class Loaded#{round}x#{i}
        attr_reader :value
        def initialize(value) = @value = value
        def double
          if @value > 10 && @value.even?
            @value * 2
          else
            [@value, { value: @value }].first + @value
          end
        end
        def to_s = "value \#{@value} of \#{self.class.name}"
      end
    RUBY
  end
  eval(source)
  100.times { |i| sum += Object.const_get(:"Loaded#{round}x#{i}").new(i).double }
end
raise "vm_load_classes: #{sum}" unless sum == 297_000
