# frozen_string_literal: true
require "mkmf"

%w[_Decimal32 _Decimal64 _Decimal128 __float80 __float128].each { |type| have_type(type) }
create_makefile("rbconfig/sizeof")
