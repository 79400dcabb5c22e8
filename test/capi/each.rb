# each.rb - what each.c is called with: every function with the product of its lists of arguments. A line has an answer and its calls.
require_relative "show"
require "tmpdir"
$VERBOSE = nil

TEXTS = ['+""', '+"abc"', '+"añb"', '+"\xFF"', '+"a\xE3\x81"', '+"日本"', '"日本".encode("UTF-16LE")', '"a".encode("UTF-32BE")', '"\xA4\xA2a".dup.force_encoding("EUC-JP")', '"\xFFz".b', '"abc".freeze', '+"a\0b"', '"x" * 100'].freeze
ODD = ["nil", ":sym", "12", "Object.new", "[1]"].freeze
SMALL = %w[0 1 2 -1 99].freeze
ENCODINGS = ['"UTF-8"', "Encoding::UTF_16LE", '"EUC-JP"', '"BINARY"', '"US-ASCII"', '"nope"', "1"].freeze
CONVERTED = { to_str: "text", to_ary: [1, 2], to_hash: { a: 1 }, to_int: 3, to_path: "path", to_io: $stdin }.freeze
CONVERTED.each { |name, value| Object.const_set(name.to_s.capitalize, Class.new { define_method(name) { value } }) }

PENDING = File.exist?("#{__dir__}/each.pending") ? File.readlines("#{__dir__}/each.pending", chomp: true).to_h { |call| [call, true] } : {}

# Prints the answer of each call of the product; the arguments are expressions, evaluated anew for each call.  What CRuby 4.0.1 does not
# check, and dies of, is not called.  The calls of each.pending, whose answers differ, are made and not printed.
# EACH_TRACE=1 prints each call first, EACH_FLAT=1 a line for each call, those of each.pending too.
def each(name, *lists, &block)
  rows = lists.empty? ? [[]] : lists[0].product(*lists[1..])
  answers = rows.map { |row| row.join(", ") }.zip(rows).group_by do |call, row|
    $stderr.puts "#{name} #{call}" if ENV["EACH_TRACE"]
    answer = answer_of(name, row, block)
    ENV["EACH_FLAT"] || !PENDING["#{name} #{call}"] ? answer : nil
  end
  answers.delete(nil)
  return answers.each { |text, same| same.each { |call,| puts "#{name} #{call}\t#{text}" } } if ENV["EACH_FLAT"]

  answers.each { |text, same| puts "#{name} #{same.map(&:first).join("; ")}: #{text}" }
end

def shown(value)
  value.inspect.dup.force_encoding("UTF-8").scrub("?").gsub(/0x\h{8,}/, "0x").gsub("\n", "\n").gsub(%r{[^\s"(]*/each\.rb}, "each.rb")
end

def answer_of(name, row, block)
  value = begin
    Each.public_send(name, *row.map { |text| eval(text, TOPLEVEL_BINDING) }, &block)
  rescue Exception => e
    "#{e.class}: #{e.message.encode("UTF-8", invalid: :replace, undef: :replace)}"
  end
  text = shown(value)
  text.size > 150 ? "#{text[0, 150]}... #{text.sum}" : text
end

def texts(*names, with: [], more: []) = names.each { |name| each(name, TEXTS + more, *with) }

# texts
texts :rb_str_length, :rb_str_strlen, :rb_str_new_shared, :rb_str_new_frozen, :rb_external_str_new, :rb_locale_str_new, :rb_filesystem_str_new, :rb_interned_str, :rb_str_to_interned_str, :rb_str_resurrect,
      :rb_str_succ, :rb_str_inspect, :rb_str_dump, :rb_str_intern, :rb_str_encode_ospath, :rb_str_export, :rb_str_export_locale, :rb_str_freeze, :rb_enc_strlen, :rb_enc_str_asciionly_p, :rb_enc_str_coderange, :rb_reg_quote,
      :rb_enc_symname2_p, :rb_sprintf, :rb_must_asciicompat, :rb_check_symbol_cstr, :rb_check_id_cstr, :rb_reg_regcomp
texts :rb_external_str_new_cstr, :rb_locale_str_new_cstr, :rb_filesystem_str_new_cstr, :rb_symname_p, :rb_enc_symname_p, :ruby_strdup, :rb_str_to_str, :rb_string_value, :rb_string_value_cstr, :rb_obj_as_string, :rb_check_string_type, :rb_get_path, :rb_get_path_no_checksafe,
      more: ODD.first(3) + ["To_str.new", "To_path.new"]
%i[rb_str_new_static rb_usascii_str_new_static rb_utf8_str_new_static].each { |name| each(name, %w[0 3 6 -1]) }
each :rb_enc_str_new_static, %w[0 2 6], ENCODINGS
texts :rb_external_str_new_with_enc, :rb_enc_interned_str, :rb_str_export_to_enc, with: [ENCODINGS]
texts :rb_enc_interned_str_cstr, with: [ENCODINGS + ["nil"]]
texts :rb_str_conv_enc, with: [['"UTF-8"', '"EUC-JP"', "nil"], ['"UTF-16LE"', '"ISO-8859-1"', '"BINARY"', "nil"]]
texts :rb_str_encode, with: [['"UTF-16BE"', '"US-ASCII"', "Encoding::UTF_8"], %w[0 2 32], ["nil", '{replace: "!"}.freeze']]
texts :rb_str_shared_replace, :rb_str_replace, :rb_str_buf_append, :rb_str_append, :rb_str_concat, :rb_str_plus, :rb_str_comparable, :rb_str_cmp, :rb_str_equal, :rb_str_hash_cmp, :rb_str_hash, :rb_memsearch, with: [['+""', '+"bc"', '+"日"', '"\xA4\xA2".dup.force_encoding("EUC-JP")', '"y" * 80', '"a".encode("UTF-16LE")', '+"abc"', '+"\xFF"']]
texts :rb_str_append, :rb_str_plus, :rb_str_equal, :rb_str_setter, :rb_str_concat, with: [ODD + ["To_str.new", "0x3042", "-1", "300"]]
each :rb_str_setter, TEXTS.first(2) + ODD
texts :rb_str_sublen, with: [%w[0]]
texts :rb_str_times, :rb_str_offset, :rb_enc_nth, :rb_str_ellipsize, with: [%w[0 1 2 99]]
each :rb_str_subseq, ['"abc"', '"日本"', '"x" * 100', '"abc".encode("UTF-16LE")'], %w[0 1 2], %w[0 1 2]
texts :rb_str_substr, :rb_str_subpos, with: [SMALL, SMALL]
texts :rb_str_update, with: [%w[0 1 -1 -9 99], %w[0 1 9 -1], ['"!"', '"ä"']]
texts :rb_str_drop_bytes, :rb_str_modify_expand, with: [%w[0 1 3 99]]
texts :rb_str_modify_expand, with: [%w[-1]]
texts :rb_str_resize, with: [%w[0 1 -1]]
texts :rb_str_set_len, with: [%w[0 1]]
texts :rb_str_scrub, with: [["nil", '"?"', '"日"', "12"]]
each :rb_str_split, ['"a,b,,c"', '""', '"日,本"'], ['","', '""', '" "', '"日"']
each :rb_memcicmp, ['"aBc"', '"ABD"', '"abc"'], ['"AbC"', '"abd"', '"xyz"'], %w[0 2 3]
NUMBERS = ['"12"', '"0x1f"', '"0b11"', '" 7 "', '"1_0"', '"1__0"', '"z"', '"-08"', '""', '"99999999999999999999"', '"12\0"', '"0o17"', '"1e5"', '"1.5"', '"0x1.8p3"', '"1e999"', '"Infinity"', '"_1"', '"1_"'].freeze
each :rb_str_to_inum, NUMBERS, %w[0 10 16 36 1 37 -2], %w[true false]
each :rb_str2inum, NUMBERS, %w[10 16]
each :rb_cstr2inum, NUMBERS - ['"12\0"'], %w[10 8]
each :rb_cstr_to_inum, NUMBERS - ['"12\0"'], %w[0 10], %w[true false]
each :rb_str_to_dbl, NUMBERS, %w[true false]
each :rb_cstr_to_dbl, NUMBERS - ['"12\0"'], %w[false]
each :ruby_strtoul, NUMBERS - ['"12\0"'], %w[0 10 16 36]
each :ruby_scan_hex, ['"1fg"', '"123456789abcdef01"', '"g"', '""'], %w[0 2 20]
each :ruby_scan_oct, ['"178"', '"8"', '"777777777777777777777777"'], %w[0 2 20]

# symbols
each :rb_sym_to_s, [":a", ':"ä b"']
each :rb_sym2str, [":a", ':"ä b"']
NAMES = [":a", '"never_seen_#{1}x"', '"size"', '"@iv"', '"@@cv"', '"$g"', '"Const"', '"a="', '"a?"', '"[]"', '"+"', '"a b"', '""', '"日"', '"\xFF"', '"[]="', '"a!="', '"$-w"', '"$1"', '"@1"'].freeze
each :rb_to_id, NAMES + ["12", "nil", "To_str.new"]
each :rb_to_symbol, NAMES + ["12", "nil", "To_str.new"]
each :rb_check_id, NAMES + ["12", "nil", "To_str.new", '"never_seen_#{2}x"']
each :rb_check_symbol, NAMES + ["12", "nil", "To_str.new", '"never_seen_#{3}x"']
each :kinds, NAMES - ['"\xFF"']
each :rb_id_attrset, ['"size"', '"@iv"', '"@@cv"', '"$g"', '"Const"', '"a="', '"[]"', '"日"', '"+"', '"a b"']
each :rb_symname_p, NAMES - [":a"]
each :rb_enc_symname2_p, NAMES - [":a"]
each :rb_id2name, ['"a"', '"日"']
each :rb_sym_all_symbols

# encodings
each :rb_define_dummy_encoding, ['"DUMMY-ONE"', '"utf-8"', '"DUMMY-ONE"']
each :rb_enc_alias, ['"ALIAS-ONE"', '"ALIAS-TWO"'], ['"UTF-8"', '"nope"']
show("aliases") { [Encoding.find("alias-one"), Encoding.find("DUMMY-ONE").dummy?, "a".dup.force_encoding("DUMMY-ONE").valid_encoding?] }
each :rb_locale_encindex
OBJECTS = ['+"ä"', ":a", ':"ä"', "/x/", "/ä/", "Encoding::EUC_JP", "nil", "12", "[]", "Object.new", "$stdin", 'File.open(File::NULL, "r:EUC-JP")', "1.5", "2**70", "'a'.freeze"].freeze
each :rb_enc_get_index, OBJECTS - ["$stdin"]
each :rb_obj_encoding, OBJECTS - ["$stdin"]
each :rb_enc_capable, OBJECTS
each :rb_enc_set_index, ['+"abc"', "'abc'.freeze", '+"ä"'], ['"EUC-JP"', '"UTF-16LE"', '"UTF-8"']
each :rb_enc_associate, ['+"abc"', "'abc'.freeze", '+"ä"', "/x/", ":a"], ['"EUC-JP"', '"US-ASCII"', '"UTF-8"']
each :rb_enc_find, ['"UTF-8"', '"locale"', '"external"', '"filesystem"', '"internal"', '"nope"', '"CP65001"']
each :rb_to_encoding, ENCODINGS + ["nil", '"locale"', '"a".encode("UTF-16LE")', "To_str.new"]
each :rb_to_encoding_index, ENCODINGS - ["1"] + ["nil", '"locale"']
texts :rb_enc_compatible, :rb_enc_check, with: [['"abc"', '"日"', '"\xA4\xA2".dup.force_encoding("EUC-JP")', '""', '"a".encode("UTF-16LE")', ":a", "/ä/", '"\xFF".b']]
each :rb_enc_compatible, TEXTS.first(3), ["12", "nil"]
texts :rb_enc_copy, with: [['"日"', '"\xA4\xA2".dup.force_encoding("EUC-JP")', "/ä/", ":a"]]
NONEMPTY = TEXTS - ['+""']
%i[rb_enc_fast_mbclen rb_enc_mbclen rb_enc_precise_mbclen rb_enc_codepoint_len rb_enc_is_newline].each { |name| each(name, NONEMPTY + ['"\n"', '"\n".encode("UTF-16LE")', '"é".encode("ISO-8859-1")']) }
each :rb_enc_codepoint_len, ['""']
each :rb_enc_mbc_to_codepoint, ['"a"', '"日"', '"a".encode("UTF-16LE")']
each :rb_enc_ascget, TEXTS + ['"é".encode("ISO-8859-1")', '"\n".encode("UTF-16LE")', '"é".encode("UTF-16LE")'], %w[nil true]
each :rb_enc_codelen, %w[0 65 127 128 0x3042 0x10FFFF 0xA4A2 -1], ENCODINGS.first(5)
each :rb_enc_code_to_mbclen, %w[0 65 127 0x3042 0xA4A2], ENCODINGS.first(3)
each :rb_enc_uint_chr, %w[0 65 127 128 0x3042 0x10FFFF 0x110000 0xD800 0xA4A2], ENCODINGS.first(5)
each :rb_enc_toupper, %w[65 97 122 123 0xE4 -1], ENCODINGS.first(2)
each :rb_enc_tolower, %w[65 90 91 97 0xC4 -1], ENCODINGS.first(2)
%i[rb_enc_left_char_head rb_enc_right_char_head rb_enc_prev_char].each { |name| each(name, ['"日本"', '"abc"', '"日".encode("UTF-16LE")', '"\xA4\xA2\xA4\xA2".dup.force_encoding("EUC-JP")', '"あ".encode("Shift_JIS")', '"あa".encode("GB18030")', '"日".encode("UTF-32LE")', '"abc".b'], %w[0 1 2 3]) }
texts :rb_str_coderange_scan_restartable, with: [%w[0 1 7 8]]
PATHS = ['"/a/b.rb"', '"a//b//"', '"//"', '""', '"日/本.x"', '".x"', '"a."', '"a.b.c "', '"/a/.."', '"x/.rb/y"', '"a.rb/"', '"a..b"', '"."', '".."', '"..."', '"a/b".encode("Shift_JIS")', '"\x83\x5C/x.rb".dup.force_encoding("Shift_JIS")'].freeze
%i[rb_enc_path_skip_prefix rb_enc_path_next rb_enc_path_last_separator rb_enc_path_end ruby_enc_find_basename rb_file_dirname].each { |name| each(name, PATHS) }
each :ruby_enc_find_extname, PATHS, %w[nil true]
each :rb_is_absolute_path, PATHS
each :rb_file_expand_path, PATHS - ['"\x83\x5C/x.rb".dup.force_encoding("Shift_JIS")'], ['"/base"', '"/"']
each :rb_file_absolute_path, PATHS - ['"\x83\x5C/x.rb".dup.force_encoding("Shift_JIS")'] + ['"~"', '"~x"'], ['"/base"', '"/"']
CONVERTERS = [%w["UTF-8" "EUC-JP"], %w["UTF-8" "ISO-2022-JP"], %w["EUC-JP" "UTF-16BE"], %w["UTF-8" "nope"], %w["" "universal_newline"]].freeze
CONVERTERS.each do |from, to|
  each :rb_econv_has_convpath_p, [from], [to]
  each :rb_econv_encoding_to_insert_output, [from], [to]
  %i[rb_econv_str_convert rb_econv_substr_convert rb_econv_str_append rb_econv_append].each { |name| each(name, ['+"abc"', '+"日本\r\nx"', '"\xA4\xA2".dup.force_encoding("EUC-JP")', '+"a\xFF"'], [from], [to]) }
  each :rb_econv_decorate, ['+"a<\n日"'], [from], [to], ['"crlf_newline"', '"xml_text_escape"', '"universal_newline"', '"nope"'] unless to == '"nope"' || from == '""'
end
each :rb_econv_binmode, ['+"a\nb"'], ['"UTF-8"'], ['"EUC-JP"'], %w[0x1000 0x2000 0x100 0]
each :rb_econv_asciicompat_encoding, ['"UTF-16BE"', '"ISO-2022-JP"', '"UTF-8"', '"nope"']
each :rb_econv_prepare_options, ["nil", "{}", "{invalid: :replace, undef: :replace, replace: '?'}", "{xml: :text}", "{xml: :attr, crlf_newline: true}", "{newline: :universal}", "{newline: :crlf}", "{newline: :lf}", "{newline: :cr}", "{invalid: 1}", "{undef: 1}", "{newline: 1}", "{xml: 1}", "{fallback: {}}", "{universal_newline: true}", "{cr_newline: true}", "{lf_newline: true}"]

# patterns
show("names") { Each.onig_foreach_name(/(?<a>x)(?<b>y)(?<a>z)/) }
each :onig_foreach_name, ["/x/", "/(x)(y)/", "/(?<a>x)(?<b>y)(?<a>z)(?<c>)(?<d>)/"]
each :onig_name_to_group_numbers, ["/(?<a>x)(?<b>y)(?<a>z)/", "/x/"], ['"a"', '"b"', '"zz"']
each :onig_name_to_backref_number, ["/(?<a>x)?(?<b>y)(?<a>z)?/"], ['"a"', '"b"', '"zz"'], ["nil", "/(?<a>x)?(?<b>y)(?<a>z)?/.match('y')", "/(?<a>x)?(?<b>y)(?<a>z)?/.match('xy')"]
each :onig_region, ["/b(c)/.match('abc')", "/b(c)(d)?/.match('abc')"]
each :rb_reg_region_copy, ["/b(c)/.match('abc')", "/b(c)(d)?/.match('abc')"]
SUBJECTS = ['"abcb"', '"日b本"', '"\xFFb"', '""', '"\xA4\xA2b".dup.force_encoding("EUC-JP")'].freeze
each :rb_reg_adjust_startpos, ["/b/", "/日/", "/./"], SUBJECTS - ['"\xFFb"'], %w[0 1 2 3], %w[true false]
each :rb_reg_search, ["/b/", "/日/", "/./", "/(?=z)/"], SUBJECTS, %w[0 1 2 -1 99], %w[true false]
MATCHES = ["/b/.match('abc')", "/(?<n>b)(?<m>x)?/.match('abc')", "nil"].freeze
each :rb_reg_nth_match, %w[0 1 2 3 -1 -9], MATCHES
each :rb_reg_nth_defined, %w[0 1 2 3 -1 -9], MATCHES
each :rb_reg_backref_number, MATCHES.first(2), ["0", "9", '"n"', ":m", '"zz"', "nil"]
each :rb_reg_last_match, MATCHES
each :rb_reg_match_last, MATCHES
each :rb_reg_match, ["/b/"], SUBJECTS + ["nil", ":b", "12"]
each :rb_reg_new_str, ['"a.b"', '"("', '"日"', '"\xFF"'], %w[0 1 2 4 16]
each :rb_reg_alloc, ['"a.b"', '"("', '"日"'], %w[0 7]
each :rb_reg_new, ['"a.b"', '"("'], %w[0 1]
each :rb_enc_reg_new, ['"a.b"', '"("', '"日"', '"\xA4\xA2".dup.force_encoding("EUC-JP")', '"a".encode("UTF-16LE")'], %w[0 1 16 32]
each :rb_reg_options, ["/a/", "/a/mix", "/a/n", "/ä/", "/a/u"]
REPLACEMENTS = ['"x"', "'<\\0\\1\\2\\9>'", "'\\k<n>'", "'\\k<zz>'", "'\\&\\`\\'\\+\\\\'", "'\\k<n'", "'\\k'", "'end\\'", "'\\x日'"].freeze
each :rb_reg_regsub, REPLACEMENTS, ['"abcb"'], ["/(?<n>b)(?<m>x)?/.match('abcb')"], ["/(?<n>b)(?<m>x)?/"]

# arrays, hashes, sets
ARRAYS = ["[]", "[1, 2, 3]", "[1].freeze", "(0..200).to_a", "(0..200).to_a.tap { |a| a.shift(150) }", "[[1, 2], [nil, 3]]", "[Object]"].freeze
%i[rb_ary_plus rb_ary_cat rb_ary_replace rb_ary_cmp rb_ary_shared_with_p].each { |name| each(name, ARRAYS, ARRAYS) }
each :rb_ary_shared_with_p, ["$shared = (0..200).to_a"], ["$shared", "$shared.dup", "$shared[0..]"]
each(:rb_ary_each, ARRAYS) { |x| x }
%i[rb_ary_to_s rb_ary_modify rb_ary_resurrect rb_ary_ptr rb_check_array_type rb_Array].each { |name| each(name, ARRAYS) }
each :rb_check_array_type, ODD + ["To_ary.new", "{a: 1}"]
each :rb_Array, ODD.first(3) + ["To_ary.new", "{a: 1}", "1..2"]
each :rb_Hash, ["nil", "[]", "{a: 1}", "To_hash.new", "12", "[1]"]
each :rb_check_hash_type, ["nil", "[]", "{a: 1}", "To_hash.new"]
%i[rb_ary_assoc rb_ary_rassoc rb_ary_delete rb_ary_includes].each { |name| each(name, ARRAYS, %w[1 nil 3 150]) }
%i[rb_ary_entry rb_ary_rotate rb_ary_delete_at].each { |name| each(name, ARRAYS, %w[0 1 -1 5 -300 180]) }
each :rb_ary_store, ARRAYS, %w[0 -1 5 -300 180 2**61], ["7"]
each :rb_ary_resize, ARRAYS, %w[0 1 5 180 2**61]
each :rb_ary_subseq, ARRAYS, SMALL, SMALL
each :rb_get_values_at, ARRAYS, ["0", "-1", "0..1", "..-2", "9", "5..", "-9..0", "nil"], ["nil", "1"]
each :rb_mem_clear, ["1"], %w[0 2 3]
each :rb_assoc_new, ["1"], ["2"]
HASHES = ["{}", "{a: 1}", "{a: 1}.freeze", "(0..20).to_h { |i| [i, i] }", "Hash.new(5)", "Hash.new { |_, k| [k] }", "{'a' => 1}.compare_by_identity"].freeze
each :rb_hash_freeze, HASHES
%i[rb_hash_fetch rb_hash_delete].each { |name| each(name, HASHES, [":a", "3", "nil"]) }
%i[rb_hash_size rb_hash_clear rb_hash_dup].each { |name| each(name, HASHES) }
each(:rb_hash_delete_if, HASHES) { |k,| k == 3 }
each :rb_hash_set_ifnone, HASHES - ["Hash.new { |_, k| [k] }"], ["7"], [":a", ":zz"]
each :rb_hash_lookup2, HASHES, [":a", ":zz"], ["9"]
each :rb_hash_bulk_insert, ["[]", "[:a, 1]", "(0..19).to_a", "['k', 1, 'k', 2]", "(0..399).to_a"], ["{}", "{0 => 5}", "(0..20).to_h { |i| [i, i] }", "{}.freeze", "{}.compare_by_identity"]
each :rb_hash_new_capa, %w[0 1 8 9 1000], ["1"]
%i[rb_hash_update_by rb_hash_update_by_fn].each { |name| each(name, HASHES, ["{}", "{a: 2, b: 3}", "(0..20).to_h { |i| [i, -i] }", "nil", "To_hash.new"]) }
each :rb_set, ["[]", "[1, 2, 2, 3, 4]", "%w[a b]"], %w[nil 0 100]

# numbers
INTEGERS = %w[0 1 -1 2**62 -2**62 2**64 -2**64 2**64-1 2**65 -2**65-1 2**200 2**63 -2**63 2**31 -2**31-1 2**32 2**32-1 65536 32768 -32769].freeze
BIGS = %w[2**64 -2**64 2**64-1 2**65 -2**65-1 2**200 2**63 2**2000].freeze
NUMERIC = ["1.5", "-0.0", "1e30", "1r/2", "Float::NAN", "Float::INFINITY", "nil", '"5"', ":a", "To_int.new", "2i", "true"].freeze
each :rb_big2dbl, BIGS
each :rb_big_pack, BIGS + %w[0 -1 5], %w[1 2 3]
each :rb_big_unpack, %w[0 1 2**64-1 2**63], %w[0 1 2**64-1], %w[0 2**64-1]
each :rb_big_norm, BIGS
%i[rb_big_eql rb_big_cmp].each { |name| each(name, BIGS, %w[2**64 2**64+0.0 1 -2**65-1 Float::NAN Float::INFINITY nil 1r]) }
each :rb_bigzero_p, BIGS
each :rb_big_sign, BIGS
each :rb_big2str, BIGS.first(6), %w[2 10 16 36]
each :rb_absint_size, INTEGERS, %w[nil true]
each :rb_absint_numwords, INTEGERS, %w[1 8 7 64 100]
each :rb_absint_singlebit_p, INTEGERS
FLAGS = [0x01 | 0x10, 0x02 | 0x20, 0x01 | 0x20, 0x02 | 0x10, 0x80 | 0x01 | 0x10, 0x80 | 0x02 | 0x20, 0x80 | 0x01 | 0x40].map(&:to_s).freeze
each :rb_integer_pack, %w[0 1 -1 2**64 -2**64 2**65-1 300 -300], %w[1 2 3], %w[1 2 4], FLAGS
each :rb_integer_unpack, ['"\0" * 12', '"\xFF" * 12', '"\x80\1" * 6'], %w[1 2 3], %w[1 2 4], FLAGS + %w[256+17 256+128+17]
each :rb_int_positive_pow, %w[0 1 -1 2 -3 10 2**40], %w[0 1 2 3 64]
each :rb_num_coerce_bin, ["1", "2**70"], ["1.5", "nil", "3r", ":a"]
each :rb_num_coerce_cmp, ["1", "2**70"], ["1.5", "nil", "3r", ":a"]
each :rb_num_coerce_relop, ["1", "2**70"], ["1.5", "nil", "3r", ":a"]
each :rb_num_zerodiv
each :rb_out_of_int, %w[2**40 -2**40]
each :rb_fix2int, INTEGERS.first(4) + %w[2**31 -2**31-1] - ["2**62"]
each :rb_fix2uint, %w[0 1 -1 2**31 2**32 -2**32]
%i[rb_num2int rb_num2uint rb_num2short rb_num2ushort rb_num2ll rb_num2ull rb_num2ulong rb_num2dbl rb_to_float rb_Float rb_Integer rb_to_int rb_check_to_float].each { |name| each(name, INTEGERS + NUMERIC - (name == :rb_num2ulong ? ["1e30"] : [])) }
each :rb_fix2str, %w[0 1 -1 255], %w[2 10 36 1 37]
each :rb_cmpint, ["1", "-1", "0", "2**70", "-2**70", "nil", "1.5", "-1.5"], ["1"], ["2"]
each :rb_dbl2big, %w[0.0 1.5 1e30 -1e30 Float::NAN Float::INFINITY]
each :rb_float_new_in_heap, %w[0.0 1.5 Float::NAN]
each :rb_flt_rationalize, %w[0.0 1.5 0.3 -0.1 1e30]
each :rb_flt_rationalize_with_prec, %w[0.3 -0.1 3.14], %w[0.01 1r/100 -0.1]
RATIO = %w[1 -2 2**70 1.5 2r/3 "3/4" nil 0 2i].freeze
each :rb_Rational, RATIO, RATIO
each :rb_rational_new, %w[1 -2 6 2**70], %w[1 -4 2**70 0]
each :rb_Complex, RATIO, RATIO
each :rb_complex_new_polar, %w[1 -2 0 1.5 2**70], %w[0 1 1.5 Math::PI nil]
each :rb_complex_abs, %w[1i Complex(3,4) Complex(1.5,-2) Complex(0,0) Complex(2r,3)]
each :rb_complex_uminus, %w[1i Complex(3,4) Complex(1.5,-2)]
each :rb_complex_ops, %w[1i Complex(3,4) Complex(1.5,-2)], %w[1 2r 1.5 Complex(1,1) nil]
each :rb_complex_pow, %w[1i Complex(3,4)], %w[0 2 -1 0.5 1r/2 Complex(1,1) 30]
each :rb_random_real, ["Random.new(5)", "Random", "nil"].first(1)
each :rb_random_int32, ["Random.new(5)"]
each :rb_random_bytes, ["Random.new(5)"], %w[0 1 5 20]
each :rb_random_ulong_limited, ["Random.new(5)"], %w[0 1 9 2**32 2**64-1]
each :rb_genrand
class Generator
  def rand(*) = 0.25
  def bytes(n) = "b" * n
end
each :rb_random_real, ["Generator.new"]
each :rb_random_ulong_limited, ["Generator.new"], %w[0 9]
each :rb_range_values, ["1..2", "1...2", "(1..)", "nil", "12", "(1.step(9, 3))", "('a'..'b')"]
each :rb_range_beg_len, ["0..1", "0...1", "-2..", "..-2", "5..9", "-9..1", "nil", "12", "1.5..2.5", "'a'..'b'"], %w[0 3 6], %w[0 1 2]

# times
each :rb_time_new, %w[0 1 -1 2**40], %w[0 999999 1000000 -1]
each :rb_time_nano_new, %w[0 1 -1 2**40], %w[0 999999999 1000000000 -1]
each :rb_time_num_new, %w[0 1.5 3r/2 -1 2**70 nil], ["nil", "3600", "-3600", "0"]
each :rb_time_timespec_new, %w[0 1 -1], %w[0 5 999999999 -1 1000000000], %w[0 3600 86400 -86400 2147483647 2147483646]
TIMES = ["0", "1.5", "2**70", "-1", "-1.5", "3r/2", "Time.at(5, 7)", "nil", '"x"', "Float::NAN", "1e30", "Time.at(-1.5)", "Object.new", "1e-10"].freeze
%i[rb_time_timeval rb_time_timespec rb_time_interval rb_time_timespec_interval].each { |name| each(name, TIMES) }
each :rb_time_utc_offset, ['Time.at(0, in: "+01:30")', "Time.at(0).utc"]
each :rb_timespec_now

# classes, methods, variables
module Mixed; def mixed = 1; end
class Base
  CONST = 1
  @@base = 2
  attr_accessor :at

  def one(a) = a
  def two(a, b = 1, *c, d:, e: 2, **f, &g) = a
  def keywords(*a, **k, &b) = [a, k, b&.call]
  def self.single = 3

  private def hidden = 4
  protected def guarded = 5
end
class Derived < Base
  include Mixed
  autoload :Later, "/nonexistent/later.rb"
  @@derived = 3
  CONST2 = 2
end
CLASSES = %w[Object Base Derived Mixed BasicObject Derived.singleton_class Class Class.new Kernel].freeze
each :rb_class_real, CLASSES
each :rb_class_get_superclass, CLASSES - ["Mixed", "Kernel"]
each :rb_class_superclass, CLASSES - ["Mixed", "Kernel"] + ["Class.allocate"]
each :rb_class_inherited_p, CLASSES, CLASSES + ["nil"]
each :rb_class_name, CLASSES - ["Class.new", "Derived.singleton_class"]
each :rb_class_path_cached, %w[Object Derived]
each :rb_path2class, %w["Object" "Base" "File::Stat" "nope" "Base::CONST" "Base::" "base" "::Base"]
each :rb_path_to_class, %w["Object" "File::Stat" "nope" ""]
each :rb_undef, ["Class.new(Base)", "Class.new(Base).freeze", "Class.new"], %w[:one :nope :initialize :object_id]
each :rb_undef_method, ["Class.new(Base)"], %w["one" "nope"]
each :rb_remove_method, ["Class.new(Base) { def own = 1 }"], %w["own" "one" "nope"]
each :rb_remove_method_id, ["Class.new(Base) { def own = 1 }", "Class.new(Base) { def own = 1 }.freeze"], %w["own" "nope" "initialize"]
each :rb_method_boundp, %w[Base Derived Mixed], %w[:one :hidden :guarded :mixed :nope :at=]
each :rb_method_basic_definition_p, %w[Base Object String], %w[:one :to_s :inspect :nope :initialize]
each :rb_obj_method, ["Base.new"], [":one", '"two"', ":nope", ":hidden", "12"]
each :rb_obj_method_arity, ["Base.new"], %w[:one :two :nope :hidden :at= :keywords]
each :rb_mod_method_arity, ["Base"], %w[:one :two :nope :hidden :at= :keywords]
each :rb_respond_to, ["Base.new"], %w[:one :hidden :guarded :nope]
each :rb_obj_respond_to, ["Base.new", "Class.new { def respond_to?(a) = a == :x }.new", "Class.new { def respond_to_missing?(a, b) = b }.new"], %w[:one :hidden :x :nope], %w[true false]
each :rb_singleton_class_clone, ["Base.new.tap { |o| def o.x = 1 }", "Base.new"]
each :rb_define_class_id, %w[:Ignored], ["Base", "Object"]
each :rb_define_module_id, %w[:Ignored]
each :rb_define_class, %w["Base" "DefinedHere" "DefinedHere" "Mixed"], ["Object", "Base"]
each :rb_define_class_under, ["Base", "Mixed"], %w["Under" "Under" "CONST"], ["Object", "Base"]
each :rb_define_module, %w["Mixed" "ModuleHere" "Base"]
each :rb_define_module_under, ["Base"], %w["Part" "Part" "Under" "CONST"]
each :rb_define_alias, ["Class.new(Base)", "Class.new(Base).freeze"], ['"uno"'], ['"one"', '"nope"']
each :rb_define_attr, ["Class.new"], ['"v"'], %w[true false], %w[true false]
each :rb_attr_get, ["Base.new.tap { |b| b.at = 5 }", "Base", "12"], %w["@at" "@nope"]
each :rb_extend_object, ["Base.new", "Object.new.freeze", "12"], ["Mixed"]
each :rb_include_module, ["Class.new(Base) { def self.name = 'N' }", "Class.new.freeze"], ["Mixed", "Mixed"]
each :rb_prepend_module, ["Derived", "Class.new.freeze"], ["Mixed"]
each :rb_mod_include_p, ["Derived", "Base"], ["Mixed", "Kernel"]
each :rb_mod_module_eval, ["Base"], ['"self"', '"CONST"', '"nope_at_all"', "12"]
each :rb_obj_instance_eval, ["Base.new.tap { |b| b.at = 5 }", "12", ":a", "nil"], ['"@at"', '"self.class"']
each :rb_obj_instance_eval, ["nil"], ["nil"]
each(:rb_obj_instance_exec, ["12", ":a", "Object"], ["3"]) { |x| [self, x] }
each :rb_mod_remove_const, ["Class.new { const_set(:X, 1) }"], [":X", '"X"', ":Nope", ":x", "12"]
each :rb_mod_remove_cvar, ["Class.new { class_variable_set(:@@x, 1) }", "Class.new { class_variable_set(:@@x, 1) }.freeze"], [":@@x", '"@@x"', ":@@nope", ":x", "12"]
each :rb_class_descendants, ["Derived"]
each :rb_class_attached_object, ["Derived.singleton_class", "12.class"]
each :rb_class_instance_methods, ["Base", "Derived", "Mixed"], ["false"]
each :rb_obj_singleton_methods, ["Base", "Derived", "Object.new"], ["nil", "false"]
each :rb_obj_init_copy, ["$o = Object.new", "Object.new.freeze"], ["$o", "Object.new", "12"]
each :rb_check_copyable, ["Object.new", "Object.new.freeze", "+''"], ["Object.new"]
each :rb_obj_alloc, CLASSES - ["Class.new", "Derived.singleton_class"] + ["Integer", "Derived.singleton_class", "Symbol"]
each :rb_obj_is_fiber, ["Fiber.new {}", "proc {}", "12.method(:+)", "12.method(:+).unbind", "nil"]
each :rb_const_get_from, %w[Derived Base Mixed], %w[:CONST :CONST2 :Object :Nope :Later]
each :rb_const_get, %w[Derived Mixed], %w[:CONST :Object :Nope :Later]
each :rb_const_get_at, %w[Derived Base], %w[:CONST :CONST2 :Object :Nope :Later]
each :rb_const_defined, %w[Derived Mixed Object], %w[:CONST :CONST2 :Object :Nope :Later]
each :rb_const_set, ["Class.new", "Class.new.freeze"], %w[:X :x], ["1"]
each :rb_const_remove, ["Class.new { const_set(:X, 1) }"], %w[:X :Nope]
each :rb_const_list, %w[Derived Mixed]
each :rb_const_list_at, %w[Derived Mixed]
each :rb_mod_constants, %w[Derived Base], %w[nil true false]
each :rb_define_const, ["Class.new", "Class.new.freeze"], %w["X" "x"], ["1"]
each :rb_autoload_p, %w[Derived Base], %w[:Later :CONST :Nope]
each :rb_autoload_load, %w[Derived], %w[:Later :CONST :Nope]
each :rb_cvar_find, %w[Derived Base], %w[:@@base :@@derived :@@nope]
each :rb_cvar_get, %w[Derived Base], %w[:@@base :@@derived :@@nope]
each :rb_cvar_set, ["Derived", "Base.clone.freeze"], %w[:@@base :@@derived :@@new], ["7"]
each :rb_cvar_defined, %w[Derived Base], %w[:@@base :@@derived :@@nope]
each :rb_cv_get, %w[Derived], %w["@@base" "@@nope" "nope"]
each :rb_cv_set, %w[Derived], %w["@@base" "@@newer" "nope"], ["8"]
each :rb_define_class_variable, ["Class.new"], %w["@@v" "v"], ["1"]
IVARS = ["Base.new.tap { |b| b.at = 5 }", "Base", "12", ":a", "'s'.dup.tap { |s| s.instance_variable_set(:@at, 6) }", "Object.new.freeze", "[]"].freeze
each :rb_iv_get, IVARS, %w["@at" "@nope" "hidden"]
each :rb_iv_set, IVARS - ["Base"], %w["@at" "@new" "hidden"], ["9"]
each :rb_ivar_defined, IVARS, %w[:@at :@nope]
each :rb_ivar_count, IVARS
each :rb_obj_instance_variables, IVARS
each :rb_obj_remove_instance_variable, IVARS - ["Base"], [":@at", '"@nope"', ":x", "12"]
each :rb_copy_generic_ivar, ["+''"], ["'s'.dup.tap { |s| s.instance_variable_set(:@at, 6) }", "+''"]
$each_global = 5
each :rb_gv_get, %w["$each_global" "each_global" "$nope_at_all" "$0" "$stdout"].first(3)
each :rb_gv_set, %w["$each_global" "each_other" "$stdout" "$_" "$1"], ["6"]
show("globals") { [$each_global, $each_other] }
each :rb_alias_variable, ["'$each_alias'"], ["'$each_global'"]
show("alias") { eval("$each_alias") }
each :rb_f_global_variables

# structs
Pair = Struct.new(:one, :two)
Named = Struct.new(:one, :two, keyword_init: true)
PairD = Data.define(:one, :two)
each :rb_struct_s_members, ["Pair", "Named", "Class.new(Pair)", "Struct", "Object"]
each :rb_struct_members, ["Pair.new(1, 2)", "Named.new(one: 1)"]
each :rb_struct_alloc, ["Pair", "Named"], ["[1, 2]", "[1]", "[1, 2, 3]", "[{one: 1}]"]
each :rb_struct_alloc_noinit, ["Pair"]
each :rb_struct_initialize, ["Pair.allocate", "Pair.new(1, 2).freeze", "PairD.allocate"], ["[1, 2]", "[1]", "[1, 2, 3]", "[{one: 1}]"]
each :rb_struct_getmember, ["Pair.new(1, 2)"], %w[:one :two :three]
each :rb_struct_aref, ["Pair.new(1, 2)"], ["0", "-1", "2", "-3", ":one", '"two"', ":three", '"three"', "nil", "1.5"]
each :rb_struct_aset, ["Pair.new(1, 2)", "Pair.new(1, 2).freeze"], ["0", "-1", "2", "-3", ":one", '"two"', ":three", '"three"', "nil"], ["9"]
each :rb_struct_new, ["Pair"], ["1"], ["2"]
each :rb_struct_define, ["nil", '"EachStruct"', '"lower"']
each :rb_struct_define_under, ["Base"], ['"EachStruct"', '"EachStruct"']
each :rb_struct_define_without_accessor, ['"EachBare"'], ["Struct"]
each :rb_struct_define_without_accessor_under, ["Base"], ['"EachBare"'], ["Struct"]
show("bare") { [Struct::EachStruct.members, Base::EachStruct.new(1), Base::EachBare.superclass] }
each :rb_data_define, ["nil", "PairD.superclass"]

# evaluation
EVALS = ['"1 + 1"', '"raise IOError, %q(x)"', '"1 +"', '"self.to_s"', '"throw :nope"', '"break"', '"Module.nesting.size"', '"return 5"'].freeze
each :rb_eval_string, EVALS - ['"break"', '"return 5"']
each :rb_eval_string_protect, EVALS - ['"break"', '"return 5"'], %w[nil true].last(1)
each :rb_eval_string_wrap, EVALS - ['"break"', '"return 5"']
each :rb_funcallv_public_kw, ["Base.new"], %w[:keywords :hidden :nope :one], ["{a: 1}", "2"], %w[true false].last(1)
each :rb_funcallv_public_kw, ["Base.new"], %w[:keywords :hidden :one], ["{a: 1}"], %w[true]
each :rb_funcallv_kw, ["Base.new"], %w[:keywords :hidden], ["{a: 1}"], %w[true false]
each :rb_funcall_with_block, ["Base.new"], %w[:keywords :hidden], ["proc { 6 }", "nil", ":size.to_proc"]
each :rb_funcall_with_block_kw, ["Base.new"], %w[:keywords], ["{a: 1}"], ["proc { 6 }"]
each(:rb_funcall_passing_block, ["Base.new"], %w[:keywords :hidden]) { 7 }
each(:rb_funcall_passing_block_kw, ["Base.new"], %w[:keywords], ["{a: 1}"]) { 7 }
each :rb_check_funcall, ["Base.new", "BasicObject.new", "Class.new { def respond_to?(*) = false; def one = 1 }.new", "Class.new { def method_missing(*a) = a }.new", "Class.new { def respond_to_missing?(*) = true; def method_missing(*a) = raise(NoMethodError, 'mine') }.new"], %w[:keywords :hidden :nope :one], %w[nil 1]
each :rb_check_funcall_kw, ["Base.new"], %w[:keywords :nope], ["{a: 1}"]
each(:rb_yield, ["1", "[1, 2]"]) { |a, b| [a, b] }
each :rb_yield, ["1"]
each(:rb_yield_values, ["1"], ["[2, 3]"]) { |a, b| [a, b] }
each(:rb_yield_values2, ["1"], ["[2, 3]"]) { |*a| a }
each(:rb_yield_values_kw, ["1"], ["{k: 2}"], %w[true false]) { |*a, **k| [a, k] }
each(:rb_yield_splat, ["[1, 2]", "[]", "12", "[1, {k: 1}]"]) { |*a, **k| [a, k] }
each(:rb_yield_splat_kw, ["[1, {k: 1}]", "[{k: 1}]"], %w[true false]) { |*a, **k| [a, k] }
each(:rb_block_proc, ["[5]"]) { |x| x }
each :rb_block_proc, ["[5]"]
show("rb_block_lambda") { Each.rb_block_lambda(&->(x) { x }).lambda? }
each :rb_proc_arity, ["proc { |a, b| }", "->(a, b = 1) {}", ":size.to_proc", "12.method(:+).to_proc", "proc {}"]
each :rb_proc_call_kw, ["proc { |*a, **k| [a, k] }"], ["[1, {k: 1}]", "[]"], %w[true false].last(1)
each :rb_proc_call_with_block, ["proc { |a, &b| [a, b&.call] }"], ["1"], ["proc { 2 }", "nil"]
each :rb_proc_call_with_block_kw, ["proc { |*a, **k, &b| [a, k, b&.call] }"], ["{k: 1}"], ["proc { 2 }", "nil"], %w[true false]
each :rb_binding_new
each :rb_current_receiver
each :rb_make_backtrace
class Made
  def initialize(*a, **k) = @all = [a, k]
end
each :rb_class_new_instance_kw, ["Made"], ["{k: 1}"], %w[true false]
each :rb_class_new_instance_pass_kw, ["Made"], ["1", "{k: 1}"]
each :rb_enumeratorize, ["[1, 2]"], [":each", ":each_slice", '"map"'], ["nil", "2"]
each :rb_enumeratorize_with_size_kw, ["[1, 2]"], [":each_slice"], ["2"], ["false"]
show("rb_iter_break_value") { Each.rb_iter_break_value(5) { 6 } }
show("rb_throw") { catch(:tag) { Each.rb_throw("tag", 1) } }
show("rb_throw_obj") { catch(nil.to_a) { |t| Each.rb_throw_obj(t, 1) } }
each :rb_throw, ['"none"'], ["1"]
each :rb_throw_obj, [":none"], ["1"]
each :rb_catch, ['"tag"'], ["1", "nil"]
each :rb_catch_obj, [":tag"], ["1", "nil"]
each :rb_frame
each :rb_require, ['"set"', '"no/such/file"']
each :rb_f_require, ['"set"', '"no/such/file"', "12"]
each :rb_provided, ['"set"', '"no/such/file"', '"thread.rb"', '"enumerator.so"', '"each_provided"']
each :rb_provide, ['"each_provided"', '"each_other.rb"', '"each_third.so"']
show("provided") { [require("each_provided"), require("each_other"), Each.rb_provided("each_other.rb"), Each.rb_provided("each_third")] }

# exceptions
each :rb_key_err_raise, ["IOError", "KeyError"], ['"text"']
each :rb_loaderror, ['"load"']
each :rb_loaderror_with_path, ['"load"']
show("path of an error") { Each.rb_loaderror_with_path("there") rescue $!.path }
each :rb_invalid_str, ['"abc"', '"日"', '"a\nb"']
each :rb_frozen_error_raise, ["[1]"], ['"thing"']
show("receiver of an error") { Each.rb_frozen_error_raise([1], "thing") rescue $!.receiver }
each :rb_error_frozen, ['"thing"']
each :rb_error_frozen_object, ["[1]", "Object", "nil", '"s"']
each :rb_error_arity, %w[0 1 5], %w[0 1 2], %w[0 2 -1]
each :rb_check_frozen, ["[].freeze", "[]", "12", "nil", ":a", "''.dup", "Object"]
TYPES = %w[1 5 7 8 10 11 17 18 19 20 21].freeze # T_NONE, T_OBJECT, ...
each :rb_check_type, ["nil", "12", "[]", "''", "Object.new", "1.5", "Object", "true", ":a", "/x/"], TYPES
each :rb_unexpected_type, ["nil", "[]", "Object.new", "true"], TYPES
each :rb_name_error, [":nm"]
each :rb_name_error_str, [":nm", '"nm"']
each :rb_enc_raise, ['"UTF-8"', '"EUC-JP"', '"US-ASCII"']
each :rb_notimplement
each :rb_f_notimplement, ["nil"], ["nil"]
ERRNO = %w[2 11 13 32 9999].freeze
%i[rb_syserr_fail rb_syserr_fail_str rb_syserr_new rb_syserr_new_str rb_sys_fail rb_sys_fail_str].each { |name| each(name, ERRNO, ["nil", '"text"', '"日"']) }
each :rb_sys_fail, ["0"], ['"text"'] if false
module MarkedError; end
%i[rb_mod_sys_fail rb_mod_sys_fail_str rb_mod_syserr_fail rb_mod_syserr_fail_str].each do |name|
  each(name, ["MarkedError"], ERRNO, ['"text"'])
  show("#{name} is marked") { Each.send(name, MarkedError, 2, "x") rescue $!.singleton_class.include?(MarkedError) }
end
%i[rb_readwrite_syserr_fail rb_readwrite_sys_fail].each { |name| each(name, %w[true false], %w[11 115 2], ['"text"']) }
each :rb_errno, %w[0 5]
each :rb_exc_new, ["IOError", "RuntimeError"], ['"text"', '""']
each :rb_errinfo, ["nil", "IOError.new('x')", "12", "Object.new"]
def captured
  saved = $stderr
  $stderr = Class.new { attr_reader :all; def write(*a) = (@all ||= []).concat(a) && a.sum(&:size) }.new
  value = yield
  [value, $stderr.all]
ensure
  $stderr = saved
end
[nil, false, true].each do |verbose|
  $VERBOSE = verbose
  %i[rb_warn rb_warning rb_sys_warning].each { |name| show("#{name} #{verbose.inspect}") { captured { Each.send(name, "text").inspect } } }
  (1..4).each { |category| %i[rb_category_warn rb_category_warning].each { |name| show("#{name} #{category} #{verbose.inspect}") { captured { Each.send(name, "text", category).inspect } } } }
end
$VERBOSE = nil
show("rb_write_error") { captured { Each.rb_write_error("text") } }

# files and streams
Dir.mktmpdir do |dir|
  Dir.chdir(dir) do
    %w[a.rb b.rb .h c].each { |name| File.write(name, "one\ntwo\n") }
    Dir.mkdir("d")
    File.write("d/e.rb", "")
    GLOBS = %w["*" "*.rb" "{a,b}.rb" "**/*.rb" "nope" "[ab].rb" "d/*" "" ".*" "{a,{b,x}}.rb"].freeze
    each :rb_glob, GLOBS
    each :ruby_glob, GLOBS, %w[0 4 1]
    each :ruby_brace_glob, GLOBS, %w[0 4]
    each :rb_dir_getwd
    each :rb_file_directory_p, ['"d"', '"c"', '"nope"', "12"]
    each :rb_stat_new, ['"c"', '"nope"']
    each :rb_file_open, ['"c"', '"nope"'], ['"r"', '"r+"', '"rb"', '"a+"', '"zz"']
    File.delete("nope") if File.exist?("nope")
    each :rb_file_open_str, ['"c"', '"nope"'], ['"r"', '"r:EUC-JP"']
    each :rb_find_file, ['"a.rb"', '"./a.rb"', '"nope"', 'File.expand_path("a.rb")', '"set.rb"']
    each :rb_find_file_ext, ['"./a"', '"nope"', 'File.expand_path("a")', '"set"', '"~/nope"']
    File.write("bad.rb", "raise IOError")
    each :rb_load_protect, ['File.expand_path("a.rb")', 'File.expand_path("bad.rb")', '"nope.rb"'], %w[true false]
    READERS = ['File.open("c")', 'File.open("c", "r+")', 'File.open("c", "rb")', 'File.open("w", "w")', 'File.open("c").tap(&:close)', "IO.pipe[0].tap(&:close)", "File.allocate", "12", "nil"].freeze
    STREAMS = READERS.first(6)
    each :rb_io_get_io, STREAMS + ["To_io.new"]
    each :rb_io_closed_p, STREAMS
    each :rb_io_get_io, ["12", "nil"]
    %i[rb_io_mode rb_io_path rb_io_descriptor rb_io_binmode rb_io_ascii8bit_binmode rb_io_gets rb_io_getbyte rb_io_getbyte_eof rb_io_eof rb_io_taint_check rb_io_check_readable rb_io_check_writable rb_io_read_pending rb_io_stdio_file rb_io_synchronized rb_io_get_write_io rb_io_check_closed].each { |name| each(name, STREAMS) }
    each :rb_io_timeout, STREAMS, ["nil", "1.5", "2", "-1", "'x'"]
    each :rb_io_ungetbyte, STREAMS, ["65", "'xy'", "nil", "'日'", "300"]
    each :rb_io_ungetc, STREAMS, ["65", "'xy'", "nil", "'日'"]
    %i[rb_io_write rb_io_puts rb_io_print rb_io_addstr].each { |name| each(name, ['File.open("w", "w")', 'File.open("c")', "IO.pipe[1]", "IO.pipe[1].tap(&:close)", "Class.new { def write(*a) = a.size }.new"], ["'text'", "12", "nil", "['a', ['b']]"]) }
    each :rb_io_printf, ['File.open("w", "w")', 'File.open("c")'], ["'%d'"], ["5", "'x'"]
    each :rb_io_bufwrite, ['File.open("w", "w")', 'File.open("c")'], ["'text'", "''", "'x' * 70000"]
    each :rb_io_set_write_io, ['File.open("c")'], ["nil", 'File.open("w", "w")']
    each :rb_io_extract_modeenc, ["nil", '"r"', '"w+"', '"a"', '"rb"', '"r:EUC-JP"', '"r:EUC-JP:UTF-8"', '"wx"', "File::RDWR|File::CREAT", '"zz"', '"rt"', '"r:BOM|UTF-8"', '"w:bom|utf-8"'], ["nil", "{}", "{mode: 'r'}", "{external_encoding: 'EUC-JP'}", "{encoding: 'EUC-JP:UTF-8'}", "{binmode: true}", "{textmode: true}", "{flags: File::APPEND}", "{universal_newline: true}", "{internal_encoding: 'UTF-16LE', external_encoding: 'EUC-JP'}"]
    each :rb_io_oflags, ['"r"', '"w"', '"a"', '"r+"', '"w+"', '"a+"', '"rb"', '"wbx"', '"rt"', '"zz"', '"r:x"', '"bt"', '"rbt"']
    each :rb_cloexec_open, ['"c"', '"nope"']
    each :rb_cloexec_fcntl_dupfd, ["0", "777"], ["3", "50"]
    each :rb_cloexec_dup, ["0", "777"]
    each :rb_cloexec_dup2, ["777", "0"], ["0"]
    each :rb_cloexec_pipe
    each :rb_pipe
    each :rb_fd_fix_cloexec, ["0"]
    each :rb_update_max_fd, ["0"]
    each :rb_close_before_exec, %w[true false], %w[true false]
    each :rb_fdopen, ['"r"']
    $file = File.open("c")
    each :rb_io_fdopen, ["$file.fileno"], ["File::RDONLY"], ['"name"']
    each :rb_io_open_descriptor, ["$file.fileno"], %w[1], ["nil", '"name"'], ["nil", "1.5"]
    pipe = IO.pipe
    $read, $write = pipe
    each :rb_io_wait, ["$read", "$write"], %w[1 4 5 0], ["0", "0.001"]
    each :rb_io_maybe_wait, ["$write"], %w[0 4 11 115], ["0"]
    each :rb_io_maybe_wait_writable, ["$write", "$read"], %w[0 4 11], ["0", "0.001"]
    each :rb_io_maybe_wait_readable, ["$read"], %w[0 4 11], ["0", "0.001"]
    each :rb_io_wait_writable, ["$write"], %w[0 4 11 9]
    each :rb_thread_fd_writable, ["$write"]
    each :rb_wait_for_single_fd, ["$read", "$write"], %w[1 4], ["1"]
    $write.write("xyz")
    each :rb_io_wait_readable, ["$read"], %w[0 4 11 9]
    each :rb_io_maybe_wait_readable, ["$read"], %w[0 4 11], ["nil"]
    each :rb_thread_wait_fd, ["$read"]
    each :rb_wait_for_single_fd, ["$read"], %w[1 5], ["nil"]
    each :rb_io_read_check, ["$read"]
    each :rb_thread_fd_close
    ARGV.replace(%w[a.rb b.rb])
    each :rb_get_argv
    3.times { each :rb_gets }
    # buffers
    BUFFERS = ["IO::Buffer.new(8)", "IO::Buffer.for('abcdefgh')", "IO::Buffer.for(+'abcdefgh')", "IO::Buffer.new(8).slice(2, 4)", "IO::Buffer.new(8).tap(&:free)", "IO::Buffer.new(65536)", "IO::Buffer.string(8) { |b| $b = b }.then { $b }"].freeze
    %i[rb_io_buffer_get_bytes rb_io_buffer_get_bytes_for_reading rb_io_buffer_get_bytes_for_writing rb_io_buffer_lock rb_io_buffer_unlock rb_io_buffer_free rb_io_buffer_free_locked].each { |name| each(name, BUFFERS) }
    each :rb_io_buffer_new, %w[0 1 65536], %w[0 2 4]
    %i[rb_io_buffer_read rb_io_buffer_pread].each { |name| each(name, BUFFERS, ['File.open("c")', 'File.open("c").tap(&:close)'], %w[0 3 99], %w[0 6]) }
    %i[rb_io_buffer_write rb_io_buffer_pwrite].each { |name| each(name, BUFFERS, ['File.open("w", "w")', 'File.open("c")'], %w[0 3 99], %w[0 6]) }
    each :rb_io_buffer_map, [%q(File.open("c"))], %w[0 4 8 100]
    each :rb_io_buffer_map, [%q(File.open("d/e.rb"))], %w[0]
  end
end
each :rb_marshal, ["nil", "[1, 'a', :b]", "1.5", "{a: 1}", "2**70", "proc {}", "Object"]
each :rb_marshal_load, ['"\4\b0"', '""', '"\4\t0"', "12", '"\4\bi"']
show("marshal to a stream") { r, w = IO.pipe; Each.rb_marshal_dump([1], w); w.close; Each.rb_marshal_load(r) }
each :rb_lastline, ["'line'", "nil"]
each :rb_backref, ["nil", "/a/.match('a')", "12"]

# threads
each :rb_thread_alone
each :rb_thread_schedule
each :rb_thread_main, ["Thread.main", "Thread.new {}.join"]
SLEEPER = ["Thread.new { sleep }.tap { |t| Thread.pass until t.stop? }", "Thread.new {}.join"].freeze
%i[rb_thread_kill rb_thread_wakeup rb_thread_wakeup_alive rb_thread_run].each { |name| each(name, SLEEPER) }
each :rb_thread_interrupted, ["Thread.current"]
each :rb_thread_local, ["Thread.current", "Thread.new {}.join", "Thread.new {}.join.freeze"], [":key"], ["5", "nil"]
each :rb_thread_sleep, ["0"]
%i[rb_thread_sleep_forever rb_thread_sleep_deadly rb_thread_stop].each do |name|
  show(name) { t = Thread.new { Each.send(name) }; Thread.pass until t.stop?; s = t.inspect[/\w+>\z/]; t.wakeup; [s, t.value] }
end
each :rb_thread_stop
each :rb_mutex
each :rb_mutex_sleep, ["0.001", "0", "-1", "'x'"]

# the rest
each :rb_gc_count
each :rb_gc_stat, [":count", ":heap_allocated_pages"]
each :rb_gc_stat, [":nope_at_all", "12"]
each :rb_gc_latest_gc_info, [":nope_at_all"]
%i[rb_memory_id rb_obj_id].each { |name| each(name, ["nil", "12", "Object", "1.5", ":a"]) }
each :rb_any_to_s, ["Object.new", "nil"]
each :rb_inspect, ["'日'", '"\xFF"', "Class.new { def inspect = 'a'.encode('UTF-16LE') }.new", "Class.new { def inspect = 12 }.new.then { 1 }"]
each :rb_equal, ["1", "'a'", "nil", "Float::NAN"], ["1", "1.0", "'a'", "nil"]
each :rb_obj_clone, ["'a'.freeze", "[1]", "12", "nil", ":a"]
each :rb_obj_dup, ["'a'.freeze", "[1]", "12", "nil", ":a"]
each :rb_convert_type, ["'a'", "nil", "12", "To_str.new", "[]"], %w[5], ['"to_str"', '"to_s"', '"nope"']
each :rb_check_convert_type, ["'a'", "nil", "12", "To_str.new", "[]"], %w[5], ['"to_str"', '"to_s"', '"nope"']
each :rb_check_to_integer, ["'a'", "nil", "12", "1.5", "To_int.new"], ['"to_int"', '"to_i"', '"nope"']
each(:rb_each, ["[1, 2]", "{a: 1}", "12"]) { |x| x }
each :rb_str_format, ["'%s'", "'%s %s'", "'%d'", "'%z'", "'%%'"], ["1", "'x'"], ["2"]
each :ruby_signal_name, %w[0 1 9 15 64 999 -1]
each :rb_f_kill, ["0", ":EXIT", "'NOPE'", ":SIGEXIT", "-1000"], ["$$"]
each :rb_proc_times
each :rb_last_status, %w[0 256 9]
show("rb_detach_process") { Each.rb_detach_process(fork { exit!(0) }) }
each :ruby_setenv, ['"EACH_VAR"', '""', '"a=b"'], ['"value"', "nil"]
each :ruby_getcwd
each :st_numtable
each :st_keys, %w[10 30]
each :st_strtable, ['"Key"', '"kEY"', '"none"'], %w[true false]
each :st_hash
each :st_locale, ['"abc"', '"ABD"', '"ab"', '""'], ['"AbC"', '"abd"', '"b"', '""']
each :st_numcmp
