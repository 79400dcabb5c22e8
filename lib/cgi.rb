# cgi.rb - what Ruby 4.0 keeps of CGI: the escaping of cgi/escape.
require "cgi/escape"

warn <<~MESSAGE, uplevel: 1 if $VERBOSE
  CGI library is removed from Ruby 4.0. Please use cgi/escape instead for CGI.escape and CGI.unescape features.
  If you need to use the full features of CGI library, Please install cgi gem.
MESSAGE
