# frozen_string_literal: true

# The module that some programs call instead of String#unicode_normalize, which does the work (unicode/norm.c).
module UnicodeNormalize
  class << self
    def normalize(string, form = :nfc) = string.unicode_normalize(form)
    def normalized?(string, form = :nfc) = string.unicode_normalized?(form)

    # Of text that is decomposed already: its combining characters in canonical order.
    def canonical_ordering_one(string) = string.unicode_normalize(:nfd)
    def nfd_one(string) = string.unicode_normalize(:nfd)
    def nfc_one(string) = string.unicode_normalize(:nfc)
  end
end
