# Gems' own suites: suite NAME, REPOSITORY, FRAMEWORK (minitest5, minitest6, test_unit, rspec, own), gems (pinned in `gems`; "minitest 5"
# is the newest 5 there), files (globs below `within`), path (load path, relative to it), env, before (what is required before the
# files), arguments (of the framework), without (globs), at (the tag to check out, where a compiled part or another gem has to fit), service
# (the command of a server; PORT in it and in env is a free port), left_out (what and why).
# The order is of cost: the dear ones come last.
GLOBAL = %w[minitest-global_expectations].freeze
SPEC = %w[lib spec].freeze
RSPEC = %w[rspec rspec-core rspec-expectations rspec-mocks rspec-support diff-lcs].freeze
CORE = %w[test-unit test-unit-ruby-core].freeze

suite "rack", "rack/rack", :minitest6, gems: GLOBAL + %w[webrick], files: "test/spec_*.rb"
suite "roda", "jeremyevans/roda", :minitest6, gems: GLOBAL + %w[minitest-hooks rack rack_csrf tilt erubi mail json],
      files: ["spec/*_spec.rb", "spec/plugin/*_spec.rb"], path: SPEC
suite "sequel_core", "jeremyevans/sequel", :minitest6, gems: GLOBAL + %w[minitest-hooks bigdecimal tzinfo], files: "spec/core/*_spec.rb", path: SPEC
suite "sequel_model", "jeremyevans/sequel", :minitest6, gems: GLOBAL + %w[minitest-hooks bigdecimal], files: "spec/model/*_spec.rb", path: SPEC
suite "sequel_plugin", "jeremyevans/sequel", :minitest6, gems: GLOBAL + %w[minitest-hooks bigdecimal tzinfo activemodel nokogiri],
      files: "spec/extensions/*_spec.rb", path: SPEC
suite "sequel_sqlite", "jeremyevans/sequel", :minitest6, gems: GLOBAL + %w[minitest-hooks bigdecimal sqlite3],
      files: ["spec/adapters/sqlite_spec.rb", "spec/integration/*_test.rb"], path: SPEC,
      env: { "SEQUEL_SQLITE_URL" => "sqlite:/", "SEQUEL_INTEGRATION_URL" => "sqlite:/" }
suite "erubi", "jeremyevans/erubi", :minitest6, gems: GLOBAL, files: "test/test.rb"
suite "sinatra", "sinatra/sinatra", :minitest5,
      gems: %w[rack rack-test rack-session rackup mustermann tilt builder rabl activesupport erubi haml slim liquid nokogiri kramdown redcarpet rdiscount markaby ostruct logger],
      files: "test/*_test.rb", path: %w[lib test rack-protection/lib sinatra-contrib/lib], without: "test/integration*_test.rb",
      left_out: "integration tests, which start servers"
suite "rack-protection", "sinatra/sinatra", :rspec, gems: RSPEC + %w[rack rack-test rack-session rackup base64 logger], files: "spec/lib/**/*_spec.rb",
      within: "rack-protection", path: %w[lib spec ../lib]
suite "kramdown", "gettalong/kramdown", :minitest5, gems: %w[rexml rouge stringex], files: "test/test_*.rb"
suite "asciidoctor", "asciidoctor/asciidoctor", :minitest5, gems: %w[nokogiri tilt haml slim erubi concurrent-ruby asciimath coderay rouge],
      files: "test/*_test.rb"
suite "slim", "slim-template/slim", :minitest5, gems: %w[temple tilt logger ostruct asciidoctor kramdown redcarpet],
      files: ["test/core/test_*.rb", "test/literate/run.rb", "test/smart/test_*.rb"], path: %w[lib test test/core],
      left_out: "logic_less, translator, include, rails, sinatra, which each need a process of their own"
suite "haml", "haml/haml", :minitest5, gems: %w[railties actionview temple tilt thor erubi unindent base64 bigdecimal mutex_m redcarpet], files: "test/haml/**/*_test.rb",
      before: %w[test_helper]
suite "liquid", "Shopify/liquid", :minitest6, gems: %w[minitest-mock bigdecimal strscan base64 activesupport lru_redux], files: "test/{integration,unit}/**/*_test.rb"
suite "i18n", "ruby-i18n/i18n", :minitest5, gems: ["mocha", "test_declarative", "concurrent-ruby", "racc", "json"], files: "test/**/*_test.rb"
suite "tzinfo", "tzinfo/tzinfo", :minitest5, gems: %w[concurrent-ruby tzinfo-data], files: "test/**/tc_*.rb", before: %w[bundler/setup]
suite "dry-types", "dry-rb/dry-types", :rspec, gems: RSPEC + %w[dry-core dry-inflector dry-logic dry-monads dry-struct zeitwerk bigdecimal warning],
      files: "spec/**/*_spec.rb", path: SPEC
suite "dry-core", "dry-rb/dry-core", :rspec, gems: RSPEC + %w[concurrent-ruby zeitwerk dry-inflector dry-logic dry-types activesupport inflecto warning logger],
      files: "spec/**/*_spec.rb", path: SPEC
suite "dry-logic", "dry-rb/dry-logic", :rspec, gems: RSPEC + %w[dry-core zeitwerk bigdecimal warning], files: "spec/**/*_spec.rb", path: SPEC
suite "dry-schema", "dry-rb/dry-schema", :rspec,
      gems: RSPEC + %w[dry-core dry-logic dry-types dry-configurable dry-initializer dry-monads dry-struct i18n json_schemer ostruct super_diff transproc warning zeitwerk],
      files: "spec/**/*_spec.rb", path: SPEC
suite "dry-struct", "dry-rb/dry-struct", :rspec, gems: RSPEC + %w[dry-core dry-types dry-monads ice_nine super_diff warning zeitwerk],
      files: "spec/**/*_spec.rb", path: SPEC
suite "dry-validation", "dry-rb/dry-validation", :rspec, gems: RSPEC + %w[dry-core dry-initializer dry-schema dry-monads i18n warning zeitwerk],
      files: "spec/**/*_spec.rb", path: SPEC
suite "dry-monads", "dry-rb/dry-monads", :rspec, gems: RSPEC + %w[dry-core dry-types concurrent-ruby super_diff warning zeitwerk],
      files: "spec/**/*_spec.rb", path: SPEC
suite "thor", "rails/thor", :rspec, gems: RSPEC + %w[webmock rdoc readline childlabor], files: "spec/**/*_spec.rb", path: SPEC
suite "rake", "ruby/rake", :test_unit, gems: %w[test-unit], files: "test/test_*.rb"
suite "rspec-core", "rspec/rspec", :rspec, gems: %w[diff-lcs thread_order aruba rake coderay flexmock mocha rr drb minitest test-unit],
      files: "spec/**/*_spec.rb", within: "rspec-core",
      without: ["spec/integration/**/*", "spec/rspec/core/rake_task_spec.rb", "spec/rspec/core/memoized_helpers_spec.rb"],
      path: %w[lib spec ../rspec-expectations/lib ../rspec-mocks/lib ../rspec-support/lib ../rspec/lib], left_out: "integration, rake_task, memoized_helpers"
suite "rspec-expectations", "rspec/rspec", :rspec, gems: %w[diff-lcs aruba rake coderay test-unit minitest], files: "spec/**/*_spec.rb",
      within: "rspec-expectations", path: %w[lib spec ../rspec-core/lib ../rspec-mocks/lib ../rspec-support/lib], without: "spec/integration/**/*"
suite "rspec-mocks", "rspec/rspec", :rspec, gems: %w[diff-lcs aruba rake coderay], files: "spec/**/*_spec.rb", within: "rspec-mocks",
      path: %w[lib spec ../rspec-core/lib ../rspec-expectations/lib ../rspec-support/lib], without: "spec/integration/**/*", left_out: "integration"
suite "rspec-support", "rspec/rspec", :rspec, gems: %w[diff-lcs aruba rake coderay thread_order], files: "spec/**/*_spec.rb", within: "rspec-support",
      path: %w[lib spec ../rspec-core/lib ../rspec-expectations/lib ../rspec-mocks/lib], without: "spec/rspec/support/reentrant_mutex_spec.rb",
      left_out: "reentrant_mutex"
suite "minitest", "minitest/minitest", :minitest6, files: "test/minitest/test_*.rb", gems: %w[prism drb]
suite "rubocop-ast", "rubocop/rubocop-ast", :rspec, gems: RSPEC + %w[parser rubocop-performance rubocop-ast], files: "spec/rubocop/**/*_spec.rb", path: %w[spec], left_out: "nothing, after `rake generate` in the repository"
suite "mail", "mikel/mail", :rspec, gems: RSPEC + %w[rspec-benchmark mini_mime net-smtp net-imap net-pop logger], files: "spec/**/*_spec.rb", path: SPEC
suite "csv", "ruby/csv", :test_unit, gems: CORE, files: "test/csv/**/test_*.rb", path: %w[lib test test/lib]
suite "reline", "ruby/reline", :test_unit, gems: CORE, files: "test/reline/**/test_*.rb", without: ["test/reline/yamatanooroti/**/*"],
      path: %w[lib test test/reline], left_out: "yamatanooroti, which needs a terminal of its own"
suite "optparse", "ruby/optparse", :test_unit, gems: CORE, files: "test/optparse/test_*.rb", path: %w[lib test test/lib], before: %w[helper]
suite "set", "ruby/set", :test_unit, gems: CORE, files: "test/test_*.rb"
suite "ostruct", "ruby/ostruct", :test_unit, gems: CORE, files: "test/ostruct/test_*.rb", path: %w[lib test test/lib], before: %w[helper]
suite "strscan", "ruby/strscan", :test_unit, gems: CORE + %w[strscan], files: "test/strscan/test_*.rb", path: %w[test test/lib], before: %w[helper], at: "v3.1.8"
suite "stringio", "ruby/stringio", :test_unit, gems: CORE + %w[stringio], files: "test/stringio/test_*.rb", path: %w[test test/lib], before: %w[helper], at: "v3.2.0"
suite "bigdecimal", "ruby/bigdecimal", :test_unit, gems: CORE + %w[bigdecimal], files: "test/bigdecimal/test_*.rb", path: %w[test test/lib test/bigdecimal], before: %w[helper]
suite "date", "ruby/date", :test_unit, gems: CORE + %w[date], files: "test/date/test_*.rb", path: %w[test test/lib], before: %w[helper]
suite "psych", "ruby/psych", :test_unit, gems: CORE + %w[psych], files: "test/psych/**/test_*.rb", path: %w[test test/lib], before: %w[helper]
suite "json", "ruby/json", :test_unit, gems: CORE + ["json 2.21", "bigdecimal", "ostruct"], files: "test/json/**/*_test.rb", path: %w[test test/lib test/json],
      without: "test/json/ractor_test.rb", at: "v2.21.1"
suite "rexml", "ruby/rexml", :test_unit, gems: CORE, files: "test/**/test_*.rb", before: %w[helper]
suite "erb", "ruby/erb", :test_unit, gems: CORE, files: "test/erb/test_*.rb", path: %w[test test/lib], before: %w[helper]
suite "test-unit", "test-unit/test-unit", :test_unit, gems: %w[power_assert], files: "test/test-*.rb"
suite "msgpack", "msgpack/msgpack-ruby", :rspec, gems: RSPEC + %w[msgpack bigdecimal], files: "spec/*_spec.rb", path: %w[spec]
suite "oj", "ohler55/oj", :minitest5, gems: %w[oj bigdecimal ostruct], files: "test/test_*.rb", path: %w[test]
suite "redcarpet", "vmg/redcarpet", :test_unit, gems: %w[test-unit redcarpet], files: "test/*_test.rb", path: %w[test]
suite "faraday", "lostisland/faraday", :rspec, gems: RSPEC + %w[faraday-net_http json logger webmock rack pry], files: "spec/**/*_spec.rb", path: SPEC
suite "httparty", "jnunemaker/httparty", :rspec, gems: RSPEC + %w[csv multi_xml mini_mime json rexml webmock addressable base64],
      files: "spec/**/*_spec.rb", path: SPEC, arguments: %w[-r spec_helper]
suite "mustache", "mustache/mustache", :minitest5, files: "test/*_test.rb"
suite "builder", "rails/builder", :minitest5, files: "test/test_*.rb"
suite "tilt", "jeremyevans/tilt", :minitest6, gems: GLOBAL + %w[builder erubi haml slim liquid kramdown redcarpet rdiscount nokogiri markaby asciidoctor warning],
      files: "test/*_test.rb"
suite "zeitwerk", "fxn/zeitwerk", :minitest6, gems: %w[minitest-focus minitest-mock minitest-proveit minitest-reporters warning], files: "test/**/test_*.rb"
suite "addressable", "sporkmonger/addressable", :rspec, gems: RSPEC + %w[rspec-its public_suffix bigdecimal], files: "spec/addressable/**/*_spec.rb", path: SPEC
suite "bcrypt", "bcrypt-ruby/bcrypt-ruby", :rspec, gems: RSPEC + %w[bcrypt benchmark], files: "spec/bcrypt/*_spec.rb", path: %w[spec]
suite "pastel", "piotrmurach/pastel", :rspec, gems: RSPEC + %w[tty-color], files: "spec/unit/**/*_spec.rb", path: SPEC
suite "tty-prompt", "piotrmurach/tty-prompt", :rspec, gems: RSPEC + %w[pastel tty-reader], files: "spec/unit/**/*_spec.rb", path: SPEC
suite "grape-entity", "ruby-grape/grape-entity", :rspec, gems: RSPEC + %w[activesupport rack-test], files: "spec/**/*_spec.rb", path: SPEC, before: %w[active_support grape_entity rack/test]
suite "rubyzip", "rubyzip/rubyzip", :minitest5, files: "test/**/*_test.rb"
suite "sqlite3", "sparklemotion/sqlite3-ruby", :minitest6, gems: %w[sqlite3], files: "test/test_*.rb", path: %w[test]
suite "bootsnap", "rails/bootsnap", :minitest5, gems: ["bootsnap 1.24", "mocha"], files: "test/**/*_test.rb", path: %w[test], at: "v1.24.6"
suite "ffi", "ffi/ffi", :rspec, gems: RSPEC + %w[ffi fiddle bigdecimal], files: "spec/ffi/*_spec.rb", path: %w[spec]
suite "pdf-reader", "yob/pdf-reader", :rspec, gems: RSPEC + %w[Ascii85 ruby-rc4 hashery ttfunk afm], files: "spec/**/*_spec.rb", path: SPEC
suite "prawn", "prawnpdf/prawn", :rspec, gems: RSPEC + ["matrix", "pdf-core", "ttfunk 1.8", "pdf-inspector", "pdf-reader 1"], files: "spec/**/*_spec.rb", path: SPEC,
      without: "spec/prawn_manual_spec.rb", left_out: "the manual"
suite "rouge", "rouge-ruby/rouge", :minitest5, gems: %w[minitest-power_assert minitest-focus power_assert ostruct mutex_m base64 strscan], files: "spec/**/*_spec.rb", path: SPEC, without: "spec/cops/**/*", left_out: "its own cops", before: %w[minitest/power_assert spec_helper]
suite "hexapdf", "gettalong/hexapdf", :minitest6, gems: %w[minitest-mock cmdparse geom2d openssl strscan webrick reline kramdown], files: "test/**/test_*.rb"
suite "concurrent-ruby", "ruby-concurrency/concurrent-ruby", :rspec, gems: RSPEC + %w[timecop], files: "spec/concurrent/**/*_spec.rb",
      path: %w[lib/concurrent-ruby lib/concurrent-ruby-edge spec], without: ["spec/concurrent/{edge,actor,channel,executor}/**/*", "spec/concurrent/*{edge,actor,channel}*"],
      left_out: "edge, actor, channel, executor"
suite "rom", "rom-rb/rom", :rspec, gems: RSPEC + %w[concurrent-ruby dry-core dry-inflector dry-initializer dry-transformer dry-types dry-struct warning],
      files: "spec/**/*_spec.rb", within: "core", path: SPEC, at: "v5.3.0"
suite "parser", "whitequark/parser", :minitest5, gems: %w[ast racc cliver kramdown parser], files: "test/test_*.rb", path: %w[test], left_out: "nothing, after `rake generate` in the repository"
suite "nokogiri", "sparklemotion/nokogiri", :minitest6, gems: %w[nokogiri minitest-mock rubyzip], files: "test/**/test_*.rb", path: %w[test]
suite "rdoc", "ruby/rdoc", :test_unit, gems: CORE + %w[prism rbs erb webrick racc kpeg], files: "test/rdoc/**/*_test.rb", path: %w[lib test test/lib]
suite "prism", "ruby/prism", :test_unit, gems: ["prism 1"] + %w[test-unit parser ruby_parser ffi], files: "test/prism/**/*_test.rb", path: %w[test], at: "v1.9.0"
suite "sidekiq", "sidekiq/sidekiq", :minitest5,
      gems: %w[redis-client connection_pool rack rack-session json logger activejob activerecord actionmailer actionpack railties rack-test csv sqlite3],
      files: "test/*_test.rb", before: %w[logger sidekiq minitest/pride_plugin], service: %w[redis-server --bind 127.0.0.1 --port PORT --appendonly no] + ["--save", ""],
      env: { "REDIS_URL" => "redis://127.0.0.1:PORT/0" }
suite "puma", "puma/puma", :minitest6, gems: %w[puma minitest-mock minitest-retry minitest-proveit minitest-stub-const concurrent-ruby rack rackup logger json nio4r],
      files: "test/test_*.rb", without: ["test/test_integration*.rb", "test/test_*ssl*.rb", "test/test_preserve*.rb", "test/test_puma_localhost_authority.rb"], path: %w[test],
      left_out: "integration (commands of other processes), SSL", at: "v8.0.2", before: %w[minitest/pride_plugin]
suite "graphql", "rmosolgo/graphql-ruby", :minitest6,
      gems: %w[base64 fiber-storage logger concurrent-ruby graphql-batch minitest-focus minitest-reporters minitest-mock ostruct rake async activesupport pry],
      files: "spec/graphql/**/*_spec.rb", path: %w[lib spec], env: { "GRAPHQL_CPARSER" => nil }, without: ["spec/graphql/tracing/**/*", "spec/graphql/dataloader/async_dataloader_spec.rb"], left_out: "integration, tracing and async_dataloader, which need google-protobuf"
suite "grape", "ruby-grape/grape", :rspec, gems: RSPEC + %w[activesupport dry-configurable dry-types mustermann rack rack-test zeitwerk builder rack-contrib],
      files: "spec/grape/**/*_spec.rb", path: SPEC, before: %w[active_support grape rack/test]
suite "jekyll", "jekyll/jekyll", :minitest5,
      gems: ["addressable", "base64", "colorator", "csv", "i18n", "jekyll-sass-converter", "jekyll-watch", "json 2.21", "kramdown", "kramdown-parser-gfm", "liquid 4", "logger",
             "mercenary", "pathutil", "rouge 4", "safe_yaml", "terminal-table", "webrick", "nokogiri", "minitest-reporters", "minitest-profile", "rspec-mocks", "shoulda-context",
             "ostruct", "activesupport", "tzinfo-data"],
      files: "test/test_*.rb", without: "test/test_commands_serve.rb", left_out: "commands_serve, which needs httpclient"
RAILS = %w[concurrent-ruby i18n tzinfo connection_pool logger minitest-mock bigdecimal drb securerandom base64 benchmark uri].push("json 2.21").freeze
suite "activesupport", "rails/rails", :minitest6, gems: RAILS + %w[builder nokogiri rexml dalli msgpack listen redis], files: "test/**/*_test.rb", within: "activesupport",
      path: %w[lib test], without: ["test/cache/stores/{redis,mem_cache}*"], env: { "PARALLEL_WORKERS" => "1" }, left_out: "Redis and memcached"
suite "activemodel", "rails/rails", :minitest6, gems: RAILS + %w[bcrypt argon2], files: "test/cases/**/*_test.rb", within: "activemodel",
      path: %w[lib test ../activesupport/lib], env: { "PARALLEL_WORKERS" => "1" }
suite "actionview", "rails/rails", :minitest6, gems: RAILS + %w[builder erubi rails-dom-testing rails-html-sanitizer nokogiri rack rack-test rack-session useragent capybara],
      files: "test/{template,actionpack}/**/*_test.rb", within: "actionview",
      path: %w[lib test ../activesupport/lib ../actionpack/lib ../activemodel/lib ../activerecord/lib ../railties/lib], env: { "PARALLEL_WORKERS" => "1" }
suite "actionpack", "rails/rails", :minitest6,
      gems: RAILS + %w[builder erubi rails-dom-testing rails-html-sanitizer nokogiri rack rack-test rack-session useragent zeitwerk rack-cache puma msgpack capybara launchy],
      files: "test/**/*_test.rb", within: "actionpack", path: %w[lib test ../activesupport/lib ../actionview/lib ../activemodel/lib ../activerecord/lib ../railties/lib],
      env: { "PARALLEL_WORKERS" => "1" }, without: "test/dispatch/system_testing/**/*", left_out: "system tests, which drive a browser"
suite "activerecord", "rails/rails", :minitest6, gems: RAILS + %w[sqlite3 timeout zeitwerk msgpack bcrypt], files: "test/cases/**/*_test.rb", within: "activerecord",
      path: %w[lib test ../activesupport/lib ../activemodel/lib ../railties/lib ../actionpack/lib ../actionview/lib], env: { "PARALLEL_WORKERS" => "1", "ARCONN" => "sqlite3_mem" },
      without: ["test/cases/adapters/{mysql,mysql2,postgresql,abstract_mysql_adapter,trilogy}*/**/*"], cpu: 1800, left_out: "other databases"
suite "rubocop", "rubocop/rubocop", :rspec,
      gems: RSPEC + %w[json language_server-protocol lint_roller parallel parser rainbow regexp_parser rubocop-ast ruby-progressbar unicode-display_width webmock rubocop-performance rubocop-rspec rubocop-rake mcp],
      files: "spec/rubocop/**/*_spec.rb", path: SPEC, without: ["spec/rubocop/server/**/*", "spec/rubocop/cops_documentation_generator_spec.rb"], cpu: 1800,
      left_out: "the server's, and cops_documentation_generator, which needs yard"
