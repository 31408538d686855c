#!/bin/sh
# A bit-field of a union begins at the union's first bit, and a program finds it there. GCC's debugging information puts it elsewhere if the
# declared type is a typedef whose `aligned` is below its size: DW_AT_bit_offset is negative, and a reader that follows DWARF comes to bit 56
# of 64 for 12 bits. clang describes the same union rightly (52 of 64, counted from the most significant bit). Who reads layouts from debugging information (pahole, debuggers, bindings) gets
# another place than the program has.
# Seen with gcc 12.2 and clang 14.0.6 on x86-64 Linux; needs gcc, clang and readelf. Fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >union.c <<'END'
#include <stdio.h>
#include <string.h>
typedef unsigned long half __attribute__((aligned(2)));
union u { half low : 12; unsigned long all; };
int main(void) {
  union u u;
  memset(&u, 0, sizeof u);
  u.low = 0xabc;
  printf("the program: %016lx\n", u.all);
}
END
described() {
  readelf --wide --debug-dump=info "$1" 2>/dev/null | awk -v compiler="$2" '
    / DW_AT_name .*[ :)] *low$/ { inside = 1 }
    inside && /DW_AT_(bit_size|bit_offset|data_bit_offset)/ { sub(/.*DW_AT_/, ""); gsub(/\([a-z0-9]*\)/, ""); gsub(/[ \t]+/, " "); text = text " " $0 }
    inside && /Abbrev Number/ { print compiler ":" text; exit }'
}
gcc -g union.c -o of-gcc && ./of-gcc >out
described of-gcc gcc >>out
clang -g union.c -o of-clang && ./of-clang >>out
described of-clang clang >>out
cat out
printf '%s\n' \
  "the program: 0000000000000abc" "gcc: bit_size : 12 bit_offset : -4" \
  "the program: 0000000000000abc" "clang: bit_size : 12 bit_offset : 52" | cmp - out
