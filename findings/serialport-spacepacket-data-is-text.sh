#!/bin/sh
# @serialport/parser-spacepacket gives a CCSDS packet's data as UTF-8 text: each byte that is not, as half of a measurement's are, becomes
# U+FFFD, so that the payload cannot be got back (41 80 FF 00 → 41 EF BF BD EF BF BD 00). `dataLength` is the field's value plus one, and
# `versionNumber` 1 where the packet says 000. Seen with 13.0.0 on Node 20; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @serialport/parser-spacepacket@13.0.0 >/dev/null
cat >read.cjs <<'END'
const { SpacePacketParser } = require("@serialport/parser-spacepacket");
const parser = new SpacePacketParser();
parser.on("data", ({ header, data }) => {
  console.log(`version ${header.versionNumber}, dataLength ${header.dataLength}, data ${Buffer.from(data).toString("hex")}`);
});
// CCSDS 133.0-B: version 000, telemetry, APID 5, unsegmented, count 0, data length field 3: four bytes.
parser.write(Buffer.from("0005c0000003" + "4180ff00", "hex"));
END
node read.cjs | tee out
echo "version 1, dataLength 4, data 41efbfbdefbfbd00" | cmp - out
