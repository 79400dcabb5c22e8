puts 1
def x(
  foo bar
end
