#!/bin/sh
# cbor-x reads every negative integer of eight bytes wrong with `int64AsNumber: true`, wampy's default for its CBOR serializer:
# -2^32-1 is -1, -2^53 is 0. Without the option it is right. Seen with cbor-x 1.6.8 and wampy 8.0.2; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cbor-x@1.6.8 wampy@8.0.2 >/dev/null
cat >read.mjs <<'END'
import { Encoder } from "cbor-x";
import { CborSerializer } from "wampy/CborSerializer.js";
const exact = new Encoder({ useRecords: false, int64AsNumber: false });
const byDefault = new CborSerializer();
// RFC 8949, 3.1: major type 1 with an argument of eight bytes n is -1 - n.
for (const [hex, value] of [["3b0000000100000000", -4294967297], ["3b001fffffffffffff", -9007199254740992]]) {
  const bytes = Buffer.from(hex, "hex");
  console.log(`${hex} is ${value}: int64AsNumber false ${exact.decode(bytes)}, wampy's default ${byDefault.decode(bytes)}`);
}
END
node read.mjs | tee out
printf '%s\n' \
  "3b0000000100000000 is -4294967297: int64AsNumber false -4294967297, wampy's default -1" \
  "3b001fffffffffffff is -9007199254740992: int64AsNumber false -9007199254740992, wampy's default 0" | cmp - out
