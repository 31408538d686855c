#!/usr/bin/env bash
# dissect.cstruct 4.7 with `align=True` reads a member behind a bit-field from the byte where the bit-field's unit ends, without the padding
# that a C compiler puts there: 0x5040302 for 0x8070605. Its own table of offsets and its size have the padding. Bit-fields of a signed type
# come without a sign (15 for -1). No error, no warning.
#
# Seen on 2026-11-30 with Python 3.11, beside gcc 12 on x86-64. Needs python3 and gcc. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet dissect.cstruct==4.7
cat >message.h <<'C'
struct message {
    int8_t kind : 4;
    int8_t step : 4;
    uint32_t value;
};
C
cat >compiled.c <<'C'
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "message.h"
int main(void) {
    unsigned char bytes[8] = {0xf1, 2, 3, 4, 5, 6, 7, 8};
    struct message m;
    memcpy(&m, bytes, sizeof m);
    printf("gcc: size %zu, value at %zu: step %d, value 0x%x\n", sizeof m, offsetof(struct message, value), m.step, (unsigned)m.value);
}
C
cat >read.py <<'PY'
from dissect.cstruct import cstruct

header = cstruct()
header.load(open("message.h").read(), align=True)
message = header.message
at = {field.name: field.offset for field in message.__fields__}["value"]
m = message(bytes([0xF1, 2, 3, 4, 5, 6, 7, 8]))
print(f"dissect.cstruct: size {len(message)}, value at {at}: step {m.step}, value 0x{m.value:x}")
PY
gcc compiled.c -o compiled
{ ./compiled; venv/bin/python read.py; } | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
gcc: size 8, value at 4: step -1, value 0x8070605
dissect.cstruct: size 8, value at 4: step 15, value 0x5040302
END
