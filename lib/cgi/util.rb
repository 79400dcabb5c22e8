# cgi/util.rb - another name of cgi/escape, for programs older than Ruby 4.0.
require "cgi/escape"

warn <<~MESSAGE, uplevel: 1 if $VERBOSE
  CGI::Util is removed from Ruby 4.0. Please use cgi/escape instead for CGI.escape and CGI.unescape features.
  If you are using CGI.parse, please install and use the cgi gem instead.
MESSAGE
