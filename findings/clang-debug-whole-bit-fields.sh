#!/bin/sh
# A bit-field that has all bits of its type may begin within a byte, in a packed struct. The debugging information of clang 14 calls it an
# ordinary member at the byte before: the bit is lost. The program has it one bit later; clang 16 describes that. Who reads layouts from
# debugging information (pahole, debuggers, bindings) gets a value that is shifted by one bit.
# Seen with clang 14.0.6 and 16.0.6 on x86-64 Linux; needs clang-14, clang-16 and readelf. Fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >packed.c <<'END'
#include <stdio.h>
#include <string.h>
struct __attribute__((packed)) m { unsigned char first : 1; unsigned char whole : 8; };
int main(void) {
  struct m m;
  memset(&m, 0, sizeof m);
  m.whole = 0xff;
  printf("the program: %02x %02x\n", ((unsigned char *)&m)[0], ((unsigned char *)&m)[1]);
}
END
for version in 14 16; do
  "clang-$version" -g packed.c -o "of-$version" && "./of-$version"
  readelf --wide --debug-dump=info "of-$version" 2>/dev/null | awk -v compiler="clang $version" '
    / DW_AT_name .*[ :)] *whole$/ { inside = 1 }
    inside && /DW_AT_(bit_size|data_bit_offset|data_member_location)/ { sub(/.*DW_AT_/, ""); gsub(/\([a-z0-9]*\)/, ""); gsub(/[ \t]+/, " "); text = text " " $0 }
    inside && /Abbrev Number/ { print compiler ":" text; exit }'
done >out
cat out
printf '%s\n' \
  "the program: fe 01" "clang 14: data_member_location: 0" \
  "the program: fe 01" "clang 16: bit_size : 8 data_bit_offset: 1" | cmp - out
