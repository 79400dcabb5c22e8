# frozen_string_literal: true
require "mkmf"

$warnflags = "-Wall -Wextra -Wundef -Wno-unused-parameter"
create_makefile("socket")
