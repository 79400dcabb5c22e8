# Dockerfile - an image of Facet in two stages: the first builds, the second has what runs.
#
#   docker build -t facet-ruby .                       the image has ruby, gem, irb and bundle, and no compiler
#   docker build -t facet-ruby:dev --target build .    the first stage, for gems with a compiled part
#
# script/release runs each step in a folder of debootstrap (tool/release/dockerfile), so only the instructions known there may be used.
FROM debian:bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends build-essential autoconf bison git ca-certificates ruby \
      libgmp-dev libdouble-conversion-dev libcrypt-dev libyaml-dev libssl-dev libffi-dev zlib1g-dev
WORKDIR /src/facet
COPY . .
RUN script/setup --gems && autoconf && mkdir -p /src/build && cd /src/build && ../facet/configure --prefix=/usr/local --disable-install-doc
RUN make -C /src/build -j"$(nproc)" && make -C /src/build install DESTDIR=/image
RUN rm -f /image/usr/local/lib/*.a && strip --strip-unneeded /image/usr/local/bin/ruby /image/usr/local/lib/*.so.*.* && \
    find /image/usr/local/lib/ruby -name '*.so' -exec strip --strip-unneeded {} +

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libgmp10 libcrypt1 libyaml-0-2 libssl3 libffi8 zlib1g && \
    rm -rf /var/lib/apt/lists/*
COPY --from=build /image/usr/local /usr/local
ENV LANG=C.UTF-8
RUN ruby -ropenssl -rpsych -rfiddle -rzlib -e 'puts RUBY_DESCRIPTION' && gem --version && bundle --version
CMD ["irb"]
