#!/bin/sh
# declared.sh NM RUBY [-l] - what the public headers declare is in RUBY, but for the names in missing.txt.
#   -l   write missing.txt anew
nm=$1 ruby=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$here/../../include" || exit 1

# A declaration starts in the first column; inline functions have their name in it too, on a line without a semicolon.
headers=$(find ruby -name '*.h' | sort)
for h in $headers; do
    sed -e 's|/\*.*\*/||' "$h" | tr '\n' '\001' | sed 's/\\\x01/ /g' | tr '\001' '\n' |
        awk '/^(static|typedef|#|struct [A-Za-z_]+ ?[{;]|enum [a-z_]+ ?[{;]| |\/|\*|})/ { next } { print }' |
        grep -oE '\b\*?(rb|ruby|st|onig)_[A-Za-z0-9_]+\(' | tr -d '*(' | sort -u | sed "s|\$| $h|"
    grep -E '^RUBY_EXTERN ' "$h" | grep -oE '\b(rb|ruby)_[A-Za-z0-9_]+(\[[^]]*\])?;' | sed 's/[[;].*//' | sed "s|\$| $h|"
done | sed -e 's/^st_/rb_st_/' -e 's/^onig_/facet_onig_/' | sort -u > "$tmp/declared"

# Inline functions and macros need not be there.
cat $headers | awk '/^static inline/ { inline = 1; next } inline && /^[a-z]/ { sub(/\(.*/, ""); print; inline = 0 } inline && /^$/ { inline = 0 }' |
    sort -u > "$tmp/inline"
"$nm" -D --defined-only "$ruby" 2>/dev/null | awk '{ print $3 }' | sort -u > "$tmp/there"
[ -s "$tmp/there" ] || { echo "declared: cannot read $ruby"; exit 1; }
awk 'NR == FNR { there[$1] = 1; next } !($1 in there)' "$tmp/inline" "$tmp/declared" |
    awk 'NR == FNR { there[$1] = 1; next } !($1 in there)' "$tmp/there" - > "$tmp/missing"
if [ "${3-}" = -l ]; then
    sort -k2,2 -k1,1 "$tmp/missing" | awk '{ if ($2 != last) print "# " $2; last = $2; print $1 }' > "$tmp/list"
    cp "$tmp/list" "$here/missing.txt"
    exit
fi
grep -v '^#' "$here/missing.txt" | sort -u > "$tmp/expected"
awk '{ print $1 }' "$tmp/missing" | sort -u > "$tmp/names"
new=$(comm -23 "$tmp/names" "$tmp/expected") found=$(comm -13 "$tmp/names" "$tmp/expected")
[ -z "$new" ] || printf 'missing: %s\n' $new
[ -z "$found" ] || echo "there now, to be taken out of missing.txt (-l):" $found
bad=$(printf '%s\n' $new | grep -c .)
echo "declared: $(($(awk '{ print $1 }' "$tmp/declared" | sort -u | wc -l) - $(wc -l < "$tmp/names"))) of the C API there, $(wc -l < "$tmp/names") to come, $bad failed"
[ "$bad" -eq 0 ]
