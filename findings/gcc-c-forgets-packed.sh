#!/bin/sh
# A struct is declared with the attribute packed before it is defined without it. GCC forgets the attribute in C, without a warning under
# -Wall -Wextra, and packs the struct in C++: one header has two layouts in one firmware with files of both languages. clang packs it in
# both. Who writes `struct __attribute__((packed)) frame;` at the top of a header sends five bytes from C++ and eight from C.
# Seen with gcc 12.2.0 and clang 16.0.6 on x86-64 Linux; needs gcc, g++ and clang-16. Fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >frame.h <<'END'
struct __attribute__((packed)) frame;
struct frame { unsigned char id; unsigned int value; };
END
cat >main.c <<'END'
#include <stdio.h>
#include "frame.h"
int main(void) { printf("%u bytes\n", (unsigned)sizeof(struct frame)); }
END
cp main.c main.cpp
for compiler in gcc clang-16; do
  for file in main.c main.cpp; do
    "$compiler" -Wall -Wextra "$file" -o program 2>warnings
    printf '%s %s: %s, %s warnings\n' "$compiler" "$file" "$(./program)" "$(grep -c warning warnings || true)"
  done
done >out
cat out
printf '%s\n' "gcc main.c: 8 bytes, 0 warnings" "gcc main.cpp: 5 bytes, 0 warnings" \
  "clang-16 main.c: 5 bytes, 0 warnings" "clang-16 main.cpp: 5 bytes, 0 warnings" | cmp - out
