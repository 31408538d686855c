#!/bin/sh
# The little-endian bytes A1 B2 C3 as GCC lays out `uint16_t a:4, b:12; uint8_t c`, and as libraries read them that let one declare such
# fields: npm's binary-parser 2.3.0 cuts fields from the low end of the bytes read as a big-endian number; Go's restruct
# 1.2.0-alpha swaps bytes after it has cut, so that a field of four bits is 0xA00; PyPI's dissect.cstruct 4.7 equals GCC here, but reads a
# signed bit-field without its sign, and begins a new unit where the type changes. None reports an error.
# Seen with gcc 12, node 20, python 3.11, go 1.26; needs all of them. Fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
export GOFLAGS=-mod=mod GOPATH="$folder/go" GOCACHE="$folder/cache"
cat >three.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct s { uint16_t a : 4, b : 12; uint8_t c; };
struct signs { int16_t a : 5, b : 11; };
struct types { uint8_t a : 4; uint16_t b : 4; uint8_t c; };
int main(void) {
  const unsigned char bytes[] = {0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6};
  struct s s; struct signs g; struct types t;
  memcpy(&s, bytes, sizeof s); memcpy(&g, bytes, sizeof g); memcpy(&t, bytes, sizeof t);
  printf("gcc a=%x b=%x c=%x\n", s.a, s.b, s.c);
  printf("gcc signs a=%d b=%d\n", g.a, g.b);
  printf("gcc types a=%x b=%x c=%x size=%zu\n", t.a, t.b, t.c, sizeof t);
}
END
gcc three.c -o three && ./three >out
npm install --silent --no-audit --no-fund --ignore-scripts binary-parser@2.3.0 >/dev/null
cat >read.mjs <<'END'
import { Parser } from "binary-parser";
const { a, b, c } = new Parser().endianness("little").bit4("a").bit12("b").uint8("c").parse(Buffer.from("a1b2c3", "hex"));
console.log(`binary-parser a=${a.toString(16)} b=${b.toString(16)} c=${c.toString(16)}`);
END
node read.mjs >>out
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check dissect.cstruct==4.7
cat >read.py <<'END'
from dissect.cstruct import cstruct
reader = cstruct()
reader.load("""
struct s { uint16_t a : 4; uint16_t b : 12; uint8_t c; };
struct signs { int16_t a : 5; int16_t b : 11; };
struct types { uint8_t a : 4; uint16_t b : 4; uint8_t c; };
""", align=True)
data = bytes.fromhex("A1B2C3D4E5F6")
s, g, t = reader.s(data), reader.signs(data), reader.types(data)
print(f"dissect.cstruct a={s.a:x} b={s.b:x} c={s.c:x}")
print(f"dissect.cstruct signs a={g.a} b={g.b}")
print(f"dissect.cstruct types a={t.a:x} b={t.b:x} c={t.c:x} size={len(reader.types)}")
END
venv/bin/python read.py >>out
mkdir go-probe && cd go-probe
cat >main.go <<'END'
package main

import (
	"encoding/binary"
	"fmt"

	"github.com/go-restruct/restruct"
)

func main() {
	var s struct {
		A uint16 `struct:"uint16:4"`
		B uint16 `struct:"uint16:12"`
		C uint8
	}
	if err := restruct.Unpack([]byte{0xA1, 0xB2, 0xC3}, binary.LittleEndian, &s); err != nil {
		panic(err)
	}
	fmt.Printf("restruct a=%x b=%x c=%x\n", s.A, s.B, s.C)
}
END
go mod init probe >/dev/null 2>&1
go get github.com/go-restruct/restruct@v1.2.0-alpha >/dev/null 2>&1
go run . >>../out
cd ..
cat out
printf '%s\n' \
  "gcc a=1 b=b2a c=c3" "gcc signs a=1 b=-619" "gcc types a=1 b=a c=b2 size=2" \
  "binary-parser a=2 b=a1b c=c3" \
  "dissect.cstruct a=1 b=b2a c=c3" "dissect.cstruct signs a=1 b=1429" "dissect.cstruct types a=1 b=3 c=e5 size=6" \
  "restruct a=a00 b=b201 c=c3" | cmp - out
