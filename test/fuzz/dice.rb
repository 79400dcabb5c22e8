# dice.rb - the chance of generated programs and altered files: a number of a seed gives the same throws everywhere.
class Dice
  MASK = (1 << 64) - 1
  # salt: what makes one kind of scenario differ from another of the same seed and number
  def initialize(seed, number, salt) = @state = (seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03 + salt) & MASK
  def below(n)
    @state = (@state * 6364136223846793005 + 1442695040888963407) & MASK
    (@state >> 33) % n
  end
  def pick(list) = list[below(list.length)]
end
