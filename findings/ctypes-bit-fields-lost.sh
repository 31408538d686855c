#!/bin/sh
# Python's ctypes (3.6 to 3.13, x86-64) does not place bit-fields of mixed types as GCC does, and one can get no place at all: in
# { uint64_t a : 10; uint8_t b : 1; } b is written nowhere and reads as 0, where GCC has bit 10. Of 60 random structs with declared types of
# 8 to 64 bits 38 differ; with _pack_ = 1 56, since packed bit-fields of GCC go on in the same byte. Structs whose bit-fields
# all have one type are equal. Seen with Python 3.6.15, 3.11.7 and 3.13.0 and GCC 12.2. Fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >run.py <<'END'
import ctypes
import random
import subprocess

BITS = (8, 16, 32, 64)
CTYPES = {8: ctypes.c_uint8, 16: ctypes.c_uint16, 32: ctypes.c_uint32, 64: ctypes.c_uint64}
chance = random.Random(1)


def struct_of(one_type):
    only = chance.choice(BITS)
    types = [only if one_type else chance.choice(BITS) for _ in range(chance.randint(2, 4))]
    return [(bits, chance.randint(1, bits)) for bits in types]


def by_ctypes(fields, packed):
    members = [("f%d" % n, CTYPES[bits], width) for n, (bits, width) in enumerate(fields)]
    body = {"_pack_": 1, "_fields_": members} if packed else {"_fields_": members}
    made = type("S", (ctypes.Structure,), body)
    images = []
    for n, (_, width) in enumerate(fields):
        value = made()
        setattr(value, "f%d" % n, 2**width - 1)
        images.append(bytes(value).hex())
    return images


def by_gcc(structs):
    text = ["#include <stdint.h>", "#include <stdio.h>", "#include <string.h>", "int main(void) {"]
    for fields, packed in structs:
        members = " ".join("uint%d_t f%d : %d;" % (bits, n, width) for n, (bits, width) in enumerate(fields))
        text.append("{ struct S { %s }%s s;" % (members, " __attribute__((packed))" if packed else ""))
        for n in range(len(fields)):
            text.append("memset(&s, 0, sizeof s); s.f%d = -1;" % n)
            text.append('for (size_t i = 0; i < sizeof s; i++) printf("%02x", ((unsigned char *)&s)[i]); printf(" ");')
        text.append('printf("\\n"); }')
    text.append("}")
    with open("layout.c", "w") as file:
        file.write("\n".join(text))
    subprocess.run(["gcc", "-w", "-o", "layout", "layout.c"], check=True, stderr=subprocess.DEVNULL)
    return [line.split() for line in subprocess.check_output(["./layout"], text=True).splitlines()]


kinds = {"one type": (True, False), "mixed types": (False, False), "mixed types, packed": (False, True)}
structs = [(kind, struct_of(one), packed) for kind, (one, packed) in kinds.items() for _ in range(60)]
structs.append(("lost", [(64, 10), (8, 1)], False))
real = by_gcc([(fields, packed) for _, fields, packed in structs])
own = [by_ctypes(fields, packed) for _, fields, packed in structs]
for kind in kinds:
    differ = sum(a != b for (one, _, _), a, b in zip(structs, own, real) if one == kind)
    print("%s: %d of 60 differ" % (kind, differ))
print("b of { uint64_t a : 10; uint8_t b : 1; }: ctypes %s, GCC %s" % (own[-1][1], real[-1][1]))
END
python3 run.py | tee out
cat >expected <<'END'
one type: 0 of 60 differ
mixed types: 38 of 60 differ
mixed types, packed: 56 of 60 differ
b of { uint64_t a : 10; uint8_t b : 1; }: ctypes 0000000000000000, GCC 0004000000000000
END
cmp expected out
