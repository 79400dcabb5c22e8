# frozen_string_literal: true
# json_corpora - makes look-alikes of the documents that JSON libraries are measured with, from a fixed seed.
#
# None of the real files is in this repository.  What is made has their size and habits: lengths of keys and strings, the
# share of escapes and of other than ASCII text, shapes of numbers, nesting, white space.  JSON_CORPORA=<folder> takes the
# real files (twitter.json, ...) instead.
#
#   JSONCorpora.text("twitter")     the document as text, with the white space of the real one
#   JSONCorpora.object("twitter")   what it parses to
module JSONCorpora
  NAMES = %w[activitypub citm_catalog twitter ohai canada update-center gsoc-2018].freeze
  LATIN = %w[the ruby json value of a to in for and with time data user service open source project name public
             request that memory parser string number array object code fast write read test library system].freeze
  KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんアイウカキコサシスタツテトナノハヒフマミメリルレロン日本語東京都人大年月会".chars.freeze

  class << self
    def text(name)
      folder = ENV["JSON_CORPORA"]
      path = folder && File.join(folder, "#{name}.json")
      return File.read(path, encoding: "UTF-8") if path && File.file?(path)
      @texts ||= {}
      @texts[name] ||= Maker.new(name).text
    end

    def object(name)
      require "json"
      JSON.parse(text(name))
    end

    def real?(name)
      folder = ENV["JSON_CORPORA"]
      !folder.nil? && File.file?(File.join(folder, "#{name}.json"))
    end
  end

  # Writes documents without a JSON library, so that what reads them is not also what made them.
  class Maker
    attr_reader :text

    def initialize(name)
      @random = Random.new(20_180_401)
      @step = nil
      value = __send__(name.tr("-", "_"))
      @text = +""
      layout = { "citm_catalog" => 4, "twitter" => 2, "activitypub" => 2, "ohai" => 2 }[name]
      write(value, layout, 0)
      @text.freeze
    end

    private

    def pick(list) = list[@random.rand(list.size)]
    def int(from, to) = @random.rand(from..to)
    def words(n) = Array.new(n) { pick(LATIN) }.join(" ")
    def word(n) = Array.new(n) { (97 + @random.rand(26)).chr }.join
    def hex(n) = Array.new(n) { @random.rand(16).to_s(16) }.join
    def kana(n) = Array.new(n) { pick(KANA) }.join
    def url(n) = "http://#{word(6)}.com/#{word(5)}/#{word([n - 24, 1].max)}"
    def date = "Sun Aug 31 00:#{int(10, 59)}:#{int(10, 59)} +0000 2014"

    def write(value, layout, depth)
      case value
      when Hash then write_all("{", "}", value, layout, depth) { |key, inner| write_text(key); @text << (layout ? ": " : ":"); write(inner, layout, depth + 1) }
      when Array then write_all("[", "]", value, layout, depth) { |inner| write(inner, layout, depth + 1) }
      when String then write_text(value)
      when nil then @text << "null"
      else @text << value.to_s
      end
    end

    def write_all(open, close, values, layout, depth)
      @text << open
      first = true
      values.each do |*value|
        @text << "," unless first
        first = false
        @text << "\n" << " " * (layout * (depth + 1)) if layout
        yield(*value)
      end
      @text << "\n" << " " * (layout * depth) if layout && !first
      @text << close
    end

    def write_text(string)
      string = string.gsub(/["\\\n\/]/) { |c| c == "\n" ? "\\n" : c == "/" ? "/" : "\\#{c}" } if string.match?(/["\\\n]/)
      @text << '"' << string << '"'
    end

    # Tweets: 4 % of the strings Japanese (half of the bytes of texts), many short fields of every type, some escapes.
    def twitter
      { "statuses" => Array.new(108) { tweet(int(0, 3) > 0) },
        "search_metadata" => { "completed_in" => 0.087, "max_id" => 505_874_924_095_815_700, "query" => "%E4%B8%80", "count" => 100 } }
    end

    def tweet(retweet)
      id = int(505_874_000_000_000_000, 505_874_999_999_999_999)
      text = "@#{word(9)} #{kana(int(20, 90))}#{"\n" if int(0, 2) == 0}#{kana(int(4, 20))} \"#{word(5)}\""
      status = {
        "metadata" => { "result_type" => "recent", "iso_language_code" => "ja" },
        "created_at" => date, "id" => id, "id_str" => id.to_s, "text" => text,
        "source" => "<a href=\"#{url(34)}\" rel=\"nofollow\">Twitter for #{word(6)}</a>", "truncated" => false,
        "in_reply_to_status_id" => nil, "in_reply_to_status_id_str" => nil, "in_reply_to_user_id" => int(10_000_000, 2_700_000_000),
        "in_reply_to_screen_name" => word(10), "user" => twitter_user, "geo" => nil, "coordinates" => nil, "place" => nil,
        "contributors" => nil
      }
      status["retweeted_status"] = tweet(false) if retweet
      status.merge!("retweet_count" => int(0, 90), "favorite_count" => int(0, 90),
                    "entities" => { "hashtags" => [], "symbols" => [], "urls" => [],
                                    "user_mentions" => [{ "screen_name" => word(9), "name" => kana(6), "id" => int(10_000_000, 2_000_000_000),
                                                          "id_str" => int(10_000_000, 2_000_000_000).to_s, "indices" => [0, int(9, 14)] }] },
                    "favorited" => false, "retweeted" => false, "lang" => "ja")
    end

    def twitter_user
      id = int(10_000_000, 2_700_000_000)
      { "id" => id, "id_str" => id.to_s, "name" => kana(int(3, 12)), "screen_name" => word(int(6, 14)), "location" => kana(int(0, 8)),
        "description" => "#{kana(int(10, 80))} #{words(int(1, 6))}", "url" => nil,
        "entities" => { "description" => { "urls" => [] } }, "protected" => false, "followers_count" => int(1, 9000),
        "friends_count" => int(1, 3000), "listed_count" => int(0, 50), "created_at" => date, "favourites_count" => int(0, 9000),
        "utc_offset" => nil, "time_zone" => nil, "geo_enabled" => false, "verified" => false, "statuses_count" => int(1, 90_000),
        "lang" => "ja", "contributors_enabled" => false, "is_translator" => false, "is_translation_enabled" => false,
        "profile_background_color" => hex(6), "profile_background_image_url" => url(52),
        "profile_background_image_url_https" => url(53), "profile_background_tile" => true, "profile_image_url" => url(74),
        "profile_image_url_https" => url(75), "profile_banner_url" => url(58), "profile_link_color" => hex(6),
        "profile_sidebar_border_color" => hex(6), "profile_sidebar_fill_color" => hex(6), "profile_text_color" => hex(6),
        "profile_use_background_image" => true, "default_profile" => false, "default_profile_image" => false,
        "following" => false, "follow_request_sent" => false, "notifications" => false }
    end

    # Performances at a concert hall: thousands of small Hashes and Integers, and two thirds of the bytes are blanks.
    def citm_catalog
      ids = Array.new(184) { int(138_586_341, 341_181_000) }
      { "areaNames" => Array.new(17) { [int(205_705_993, 342_752_792).to_s, words(2)] }.to_h,
        "blockNames" => {}, "events" => ids.to_h { |id| [id.to_s, { "description" => nil, "id" => id, "logo" => "/images/UE0AAAAACEKo6QAAAAZDSVRN",
                                                                   "name" => words(5), "subTopicIds" => [337_184_269, 337_184_283],
                                                                   "subjectCode" => nil, "subtitle" => nil, "topicIds" => [324_846_099, 107_888_604] }] },
        "performances" => Array.new(243) { performance(pick(ids)) },
        "seatCategoryNames" => Array.new(64) { [int(338_937_235, 342_752_792).to_s, words(2)] }.to_h,
        "venueNames" => { "PLEYEL_PLEYEL" => "Salle Pleyel" } }
    end

    def performance(event)
      { "eventId" => event, "id" => int(339_887_544, 342_752_792), "logo" => int(0, 2) == 0 ? nil : "/images/UE0AAAAACEKo6QAAAAZDSVRN", "name" => nil,
        "prices" => Array.new(int(1, 5)) { { "amount" => int(9, 240) * 1000, "audienceSubCategoryId" => 337_100_890, "seatCategoryId" => int(338_937_235, 342_752_792) } },
        "seatCategories" => Array.new(int(1, 5)) do
          { "areas" => Array.new(int(6, 18)) { { "areaId" => int(205_705_993, 342_752_792), "blockIds" => [] } }, "seatCategoryId" => int(338_937_235, 342_752_792) }
        end,
        "seatMapImage" => nil, "start" => int(1_372_701_600_000, 1_404_151_200_000), "venueCode" => "PLEYEL_PLEYEL" }
    end

    # The border of a country: pairs of Floats of 15 to 17 digits, nothing else.
    def canada
      rings = Array.new(480) do
        x = -141 + @random.rand * 80
        y = 42 + @random.rand * 40
        Array.new(116) { x += (@random.rand - 0.5) * 0.1; y += (@random.rand - 0.5) * 0.1; [coordinate(x), coordinate(y)] }
      end
      { "type" => "FeatureCollection",
        "features" => [{ "type" => "Feature", "properties" => { "name" => "Canada" }, "geometry" => { "type" => "Polygon", "coordinates" => rings } }] }
    end

    # Six decimals that went through single precision, as the real ones: nine in ten need all their digits.
    def coordinate(v)
      int(0, 9) == 0 ? v.round(6) : format("%.15f", [v].pack("g").unpack1("g")).to_f
    end

    # Posts of a social network: URLs, and HTML with a few escapes.
    def activitypub
      { "@context" => ["https://www.w3.org/ns/activitystreams", { "ostatus" => "http://ostatus.org#", "sensitive" => "as:sensitive" }],
        "id" => url(60), "type" => "OrderedCollectionPage", "next" => url(70), "partOf" => url(50),
        "orderedItems" => Array.new(22) { activity } }
    end

    def activity
      { "id" => url(64), "type" => "Create", "actor" => url(34), "published" => "2024-10-0#{int(1, 9)}T12:#{int(10, 59)}:#{int(10, 59)}Z",
        "to" => ["https://www.w3.org/ns/activitystreams#Public"], "cc" => [url(44), url(38)],
        "object" => { "id" => url(62), "type" => "Note", "summary" => nil, "inReplyTo" => url(64), "published" => "2024-10-05T12:34:56Z", "url" => url(56),
                      "attributedTo" => url(34), "to" => [url(48)], "cc" => [url(44), url(38)], "sensitive" => false, "atomUri" => url(62),
                      "conversation" => "tag:#{word(9)}.com,2024-10-05:objectId=#{int(10**8, 10**9)}:objectType=Conversation",
                      "content" => "<p><span class=\"h-card\" translate=\"no\"><a href=\"#{url(30)}\" class=\"u-url mention\">@<span>#{word(8)}</span></a></span> #{words(int(20, 60))}</p>",
                      "contentMap" => { "en" => "<p>#{words(int(20, 60))}’#{word(3)} — é</p>" }, "attachment" => [],
                      "tag" => [{ "type" => "Mention", "href" => url(34), "name" => "@#{word(8)}@#{word(9)}.com" }],
                      "replies" => { "id" => url(70), "type" => "Collection", "first" => { "type" => "CollectionPage", "next" => url(96), "partOf" => url(70), "items" => [] } } } }
    end

    # Facts of a machine: hundreds of keys that come once, and short values.
    def ohai
      table = ->(n, &value) { Array.new(n) { [word(int(3, 16)), value.call] }.to_h }
      { "languages" => table.(9) { { "version" => "#{int(1, 9)}.#{int(0, 9)}.#{int(0, 9)}", "target" => "x86_64-apple-darwin" } },
        "kernel" => { "name" => "Darwin", "release" => "14.0.0", "modules" => table.(105) { { "size" => int(4096, 999_999), "version" => "1.#{int(0, 9)}", "index" => int(1, 150).to_s, "refcount" => int(0, 9).to_s } } },
        "network" => { "interfaces" => table.(9) { { "mtu" => "1500", "flags" => %w[UP BROADCAST RUNNING], "addresses" => { "10.0.#{int(0, 9)}.#{int(0, 99)}" => { "family" => "inet", "prefixlen" => "24" } }, "counters" => { "rx" => { "bytes" => int(0, 10**9).to_s, "errors" => "0" } } } } },
        "filesystem" => table.(6) { { "kb_size" => int(10**6, 10**9).to_s, "mount" => "/#{word(6)}", "percent_used" => "#{int(1, 99)}%" } },
        "etc" => { "passwd" => table.(70) { { "dir" => "/var/#{word(8)}", "gid" => int(0, 300), "uid" => int(0, 300), "shell" => "/usr/bin/false", "gecos" => words(2) } } },
        "counters" => table.(40) { int(0, 99_999).to_s } }
    end

    # A catalogue of plugins: a line without blanks, strings of 10 to 300 bytes, few keys that come again and again.
    def update_center
      { "connectionCheckUrl" => "http://www.google.com/", "core" => { "buildDate" => "Jun 12, 2016", "name" => "core", "url" => url(60), "version" => "2.9" },
        "id" => "default", "plugins" => Array.new(630) { plugin }.to_h, "signature" => { "correct_digest" => hex(28), "signature" => hex(340) }, "updateCenterVersion" => 1 }
    end

    def plugin
      name = "#{word(int(4, 10))}-#{word(6)}"
      [name, { "buildDate" => "Mar 0#{int(1, 9)}, 2015",
               "dependencies" => Array.new(int(0, 4)) { { "name" => "#{word(6)}-#{word(5)}", "optional" => int(0, 1) == 0, "version" => "1.#{int(0, 99)}" } },
               "developers" => [{ "developerId" => word(8), "email" => "#{word(8)}@#{word(7)}.com", "name" => words(2) }],
               "excerpt" => "#{words(int(8, 22))} <a href='#{url(40)}'>#{word(6)}</a>\n", "gav" => "org.jenkins-ci.plugins:#{name}:1.#{int(0, 9)}", "labels" => [word(8)],
               "name" => name, "releaseTimestamp" => "2015-03-0#{int(1, 9)}T12:01:02.00Z", "requiredCore" => "1.#{int(400, 600)}", "scm" => "github.com",
               "sha1" => "#{hex(27)}=", "title" => words(3), "url" => url(78), "version" => "1.#{int(0, 9)}", "wiki" => url(60) }]
    end

    # Organisations and their projects: texts of kilobytes.
    def gsoc_2018
      Array.new(1264) do |i|
        [i.to_s, { "@context" => { "@vocab" => "http://schema.org/" }, "@type" => "SoftwareSourceCode", "name" => words(5),
                   "description" => "#{words(180)}\n#{words(150)}\r\n".gsub("\r", ""), "sponsor" => { "@type" => "Organization", "name" => words(2), "disambiguatingDescription" => words(9), "description" => words(70), "url" => url(40), "logo" => url(80) },
                   "author" => { "@type" => "Person", "name" => words(2) } }]
      end.to_h
    end
  end
end

sizes = { "activitypub" => 58, "citm_catalog" => 1727, "twitter" => 631, "ohai" => 32, "canada" => 2251, "update-center" => 533, "gsoc-2018" => 3327 }
sizes.each do |name, kilobytes|
  next if JSONCorpora.real?(name)
  made = JSONCorpora.text(name).bytesize / 1000.0
  raise "json_corpora: #{name} has #{made.round} kB" unless made.between?(kilobytes * 0.9, kilobytes * 1.1)
end if __FILE__ == $0 # a benchmark of its own: making them all
