#!/usr/bin/env bash
# A struct with `__attribute__((packed))` is packed in what ctypesgen 1.1.1 makes of a header, until the header includes <stdint.h>: its
# preprocessor runs without __GNUC__, and glibc's headers define `__attribute__` away then, for all that follows. Behind the closing brace, where
# most firmware has it, the attribute is ignored in either case. `#pragma pack` works in both. No error, no warning.
#
# Seen on 2026-11-30 with Python 3.11, gcc 12 and glibc 2.36 on x86-64. Needs python3 and gcc. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ctypesgen==1.1.1 setuptools==80.9.0
cat >message.h <<'C'
struct __attribute__((packed)) before { unsigned char kind; unsigned int value; };
struct after { unsigned char kind; unsigned int value; } __attribute__((packed));
#pragma pack(push, 1)
struct pragma { unsigned char kind; unsigned int value; };
#pragma pack(pop)
C
{ echo '#include <stdint.h>'; cat message.h; } >included.h
cat >compiled.c <<'C'
#include <stdio.h>
#include "included.h"
int main(void) {
    printf("gcc: %zu %zu %zu\n", sizeof(struct before), sizeof(struct after), sizeof(struct pragma));
}
C
gcc compiled.c -o compiled
{
  ./compiled
  for header in message included; do
    venv/bin/ctypesgen "$header.h" -o "$header.py" >log 2>&1 || { cat log; exit 1; }
    venv/bin/python -c "
import ctypes, $header as made
print('ctypesgen, $header.h:', *(ctypes.sizeof(one) for one in (made.struct_before, made.struct_after, made.struct_pragma)))"
  done
} | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
gcc: 5 5 5
ctypesgen, message.h: 5 8 5
ctypesgen, included.h: 8 8 5
END
