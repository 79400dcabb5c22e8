# frozen_string_literal: true
#
# ripper.rb - Ripper: programs as a parser meets them, token by token and rule by rule.  ripper.so has the parser's half.
require "ripper.so"
require "ripper/core"
require "ripper/lexer"
require "ripper/filter"
require "ripper/sexp"
require "ripper/slice"
