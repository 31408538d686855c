#!/usr/bin/env bash
# A bit-field of all 64 bits (`uint64_t ticks : 64`) reads as 0 with cffi 2.1.1 whatever its bytes are, and a signed one as the least number of
# 64 bits; the layout is right, so that the fields behind it are, too. Bit-fields of all 32 bits and of 63 bits are read right. Writing a value
# to the unsigned one is refused as out of the range 0 to 0.
#
# Seen on 2026-11-30 with Python 3.11 on x86-64, beside gcc 12. Needs python3 and gcc. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet cffi==2.1.1
cat >message.h <<'C'
struct message {
    uint64_t ticks : 64;
    int64_t offset : 64;
    uint64_t most : 63;
    uint32_t id : 32;
};
C
cat >compiled.c <<'C'
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "message.h"
int main(void) {
    struct message m;
    memset(&m, 5, sizeof m);
    printf("gcc: %#llx %#llx %#llx %#x\n", (long long)m.ticks, (long long)m.offset, (long long)m.most, (unsigned)m.id);
}
C
cat >read.py <<'PY'
import cffi

ffi = cffi.FFI()
ffi.cdef(open("message.h").read())
m = ffi.from_buffer("struct message *", bytearray([5] * ffi.sizeof("struct message")))
print("cffi:", *(hex(value) for value in (m.ticks, m.offset, m.most, m.id)))
try:
    m.ticks = 3
except OverflowError as error:
    print("cffi:", error)
PY
gcc compiled.c -o compiled
{ ./compiled; venv/bin/python read.py; } | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
gcc: 0x505050505050505 0x505050505050505 0x505050505050505 0x5050505
cffi: 0x0 -0x8000000000000000 0x505050505050505 0x5050505
cffi: value 3 outside the range allowed by the bit field width: 0 <= x <= 0
END
