#!/usr/bin/env bash
# pycstruct 0.12.2 reads structs out of a C header by CastXML, whose output has the bit at which each member begins. It does not take that:
# neighbouring bit-fields stand end to end, so that the second of two members of 3 and 30 bits is 0 for 6, and a field of no width separates
# nothing. Where the whole has the compiler's size by chance, nothing is said.
#
# Seen on 2026-11-30 with Python 3.11 and CastXML 0.5.1, beside gcc 12 on x86-64. Needs python3, gcc and castxml. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pycstruct==0.12.2
cat >messages.h <<'C'
struct wide { unsigned kind : 3; unsigned value : 30; };
struct apart { unsigned char kind : 3; unsigned char : 0; unsigned char value : 2; unsigned short rest : 12; };
C
cat >compiled.c <<'C'
#include <stdio.h>
#include <string.h>
#include "messages.h"
int main(void) {
    const unsigned char bytes[] = {5, 0, 0, 0, 6, 0, 0, 0};
    struct wide w;
    struct apart a;
    memcpy(&w, bytes, sizeof w);
    memcpy(&a, "\x05\x02\x34\x02", sizeof a);
    printf("gcc: wide of %zu bytes: kind %u, value %u\n", sizeof w, w.kind, w.value);
    printf("gcc: apart of %zu bytes: kind %u, value %u, rest %u\n", sizeof a, a.kind, a.value, a.rest);
}
C
cat >read.py <<'PY'
import os

# It asks who has logged in, for a file's name; a container cannot say.
os.getlogin = lambda: "nobody"
import pycstruct

read = pycstruct.parse_file("messages.h")
for name, data in (("wide", bytes([5, 0, 0, 0, 6, 0, 0, 0])), ("apart", bytes([5, 2, 0x34, 2]))):
    values = read[name].deserialize(data)
    shown = ", ".join(f"{key} {value}" for key, value in values.items() if key)
    print(f"pycstruct: {name} of {read[name].size()} bytes: {shown}")
PY
gcc compiled.c -o compiled
{ ./compiled; venv/bin/python read.py; } | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
gcc: wide of 8 bytes: kind 5, value 6
gcc: apart of 4 bytes: kind 5, value 2, rest 564
pycstruct: wide of 8 bytes: kind 5, value 0
pycstruct: apart of 4 bytes: kind 5, value 0, rest 16
END
