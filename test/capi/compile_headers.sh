#!/bin/sh
# Compile each public header alone, and usage.c, in each dialect an extension may use, without a warning.
#   usage: compile_headers.sh [include directory with ruby/config.h]
# Without an argument a config.h is made from what the compiler predefines.
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
if [ -n "$1" ]; then
    config=$1
else
    config=$tmp
    mkdir "$tmp/ruby"
    {
        echo '#define _GNU_SOURCE 1'
        for t in SHORT INT LONG LONG_LONG FLOAT DOUBLE; do echo "#define SIZEOF_$t __SIZEOF_${t}__"; done
        echo '#define SIZEOF_VOIDP __SIZEOF_POINTER__'
        echo '#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__'
        echo '#define RUBY_PLATFORM "x86_64-linux"'
    } > "$tmp/ruby/config.h"
fi
bad=0
compile() { # label, command...
    label=$1; shift
    "$@" -I"$config" -I"$top/include" -Wall -Wextra -Wundef -pedantic -Werror -fsyntax-only "$tmp/one.c$x" ||
        { echo "FAIL $label: $h"; bad=1; }
}
cd "$top/include" || exit 1
for h in ../test/capi/usage.c ruby.h $(find ruby -name '*.h' ! -name config.h | sort); do
    twice=$h
    case $h in *.c) twice=ruby.h ;; esac
    printf '#include "%s"\n#include "%s"\nint one_object_more;\n' "$twice" "$h" | tee "$tmp/one.c" > "$tmp/one.cpp"
    x=
    for std in c99 gnu99 c11 gnu11 gnu23; do
        echo 'int x;' | gcc -std=$std -xc -fsyntax-only - 2>/dev/null && compile "gcc -std=$std" gcc -std=$std
    done
    command -v clang-19 >/dev/null && compile "clang-19 -std=c99" clang-19 -std=c99
    command -v clang-19 >/dev/null && compile "clang-19 -std=gnu11" clang-19 -std=gnu11
    x=pp
    for std in c++11 c++20; do compile "g++ -std=$std" g++ -std=$std; done
    command -v clang++-19 >/dev/null && compile "clang++-19 -std=c++11" clang++-19 -std=c++11
done
[ "$bad" = 0 ] && echo "all headers compile"
exit $bad
