#!/bin/sh
# install.sh - what the action runs: installs Facet from FACET_TARBALL and adds it to the path of the following steps.
#
#   FACET_TARBALL     facet-ruby-VERSION.tar.gz, or a folder with facet-ruby_*.deb
#   FACET_SHA256      the tarball's sum; empty: the sum is not compared
#   FACET_CONFIGURE   more switches of configure
#   GITHUB_PATH, GITHUB_OUTPUT, RUNNER_TEMP: see the documentation of GitHub Actions
# Checked   test/test_release_definitions.rb
set -eu

stop() { echo "facet: $*" >&2; exit 1; }

[ -e "$FACET_TARBALL" ] || stop "$FACET_TARBALL does not exist."
if [ -d "$FACET_TARBALL" ]; then
    prefix=/usr/lib/facet-ruby
    as_root=sudo
    [ "$(id -u)" != 0 ] || as_root=    # a container's jobs run as root, often without sudo
    folder=$(realpath "$FACET_TARBALL")    # apt-get takes the name of a file only if the name begins with / or ./
    $as_root apt-get install -y "$folder"/facet-ruby_*.deb "$folder"/libfacet-ruby_*.deb "$folder"/facet-ruby-dev_*.deb
else
    prefix=$RUNNER_TEMP/facet
    if [ -n "${FACET_SHA256-}" ]; then
        echo "$FACET_SHA256  $FACET_TARBALL" | sha256sum -c --status || stop "the SHA-256 of $FACET_TARBALL is not $FACET_SHA256."
    fi
    source=$(mktemp -d)
    tar -xzf "$FACET_TARBALL" -C "$source" --strip-components=1
    # FACET_CONFIGURE is a list of words.
    (cd "$source" && ./configure --prefix="$prefix" $FACET_CONFIGURE && make -j"$(nproc)" && make install)
    rm -rf "$source"
fi
echo "$prefix/bin" >> "$GITHUB_PATH"
echo "prefix=$prefix" >> "$GITHUB_OUTPUT"
