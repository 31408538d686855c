#!/usr/bin/env bash
# The Python package cstruct 6.2, asked for native layout, pads structs as a C compiler does and unions not at all: `union { int32_t; char[5] }`
# takes 5 bytes for 8. The member behind it is read from 2 bytes before its place, and the struct is 12 bytes for 16. No error, no warning.
#
# Seen on 2026-11-30 with Python 3.11, beside gcc 12 on x86-64. Needs python3 and gcc. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet cstruct==6.2
cat >message.h <<'C'
struct message {
    char kind;
    union { int value; char text[5]; } u;
    short end;
};
C
cat >compiled.c <<'C'
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "message.h"
int main(void) {
    struct message m;
    memcpy(&m, "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10", sizeof m);
    printf("gcc: size %zu, end at %zu: 0x%x\n", sizeof m, offsetof(struct message, end), m.end);
}
C
cat >read.py <<'PY'
import cstruct

message = cstruct.MemCStruct.parse(open("message.h").read(), __byte_order__=cstruct.NATIVE_ORDER)
m = message(bytes(range(1, message.size + 1)))
print(f"cstruct: size {message.size}, end at {message.__fields_types__['end'].offset}: 0x{m.end:x}")
PY
gcc compiled.c -o compiled
{ ./compiled; venv/bin/python read.py; } | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
gcc: size 16, end at 12: 0xe0d
cstruct: size 12, end at 10: 0xc0b
END
