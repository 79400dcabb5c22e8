# string.rb - methods that take a keyword and are called for each small piece of a text
class String
  def unpack1(fmt, offset: 0)
    Primitive.attr! :ruby
    Primitive.str_unpack1(fmt, offset)
  end
end
