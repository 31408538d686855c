#!/usr/bin/env bash
# JavaScript's TextDecoder drops U+FEFF at the beginning of what it decodes, unless `ignoreBOM` is set. Libraries decode each value by it:
# a text that begins with U+FEFF comes back without it, and no error is given. The readers of DuckDB (@duckdb/node-api 1.5.5-r.5), CBOR
# (cborg 6.1.5), Arrow (apache-arrow 21.2.0) and Parquet (hyparquet 1.31.5) do so for every text, that of MessagePack (@msgpack/msgpack
# 3.1.3) for those of more than 200 bytes: a text's last character then depends on its length. All of them write U+FEFF as it is.
#
# Seen on 2026-11-29 with Node 20. Needs node and npm. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @duckdb/node-api@1.5.5-r.5 cborg@6.1.5 apache-arrow@21.2.0 hyparquet@1.31.5 \
  @msgpack/msgpack@3.1.3 >/dev/null
cat > show.mjs <<'JS'
import { DuckDBInstance } from "@duckdb/node-api";
import * as cborg from "cborg";
import { tableFromArrays, tableFromIPC, tableToIPC } from "apache-arrow";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import * as msgpack from "@msgpack/msgpack";
const [short, long] = ["\ufeffx", `\ufeff${"x".repeat(300)}`];
const database = await (await DuckDBInstance.create()).connect();
await database.run("COPY (SELECT chr(65279) || 'x' AS text) TO 'x.parquet'");
const [[text, length]] = await (await database.run("SELECT text, length(text)::INTEGER FROM 'x.parquet'")).getRows();
const [row] = await parquetReadObjects({ file: await asyncBufferFromFile("x.parquet") });
const read = {
  "DuckDB, whose length() says 2": length === 2 && text,
  cborg: cborg.decode(cborg.encode(short)),
  "apache-arrow": tableFromIPC(tableToIPC(tableFromArrays({ text: [short] }))).get(0).text,
  hyparquet: row.text,
  "msgpack, short": msgpack.decode(msgpack.encode(short)),
  "msgpack, long": msgpack.decode(msgpack.encode(long)).replace(/x+/, "x"),
};
for (const [reader, one] of Object.entries(read)) console.log(`${reader}: ${JSON.stringify(one).replace("\ufeff", "U+FEFF ")}`);
JS
node show.mjs | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
DuckDB, whose length() says 2: "x"
cborg: "x"
apache-arrow: "x"
hyparquet: "x"
msgpack, short: "U+FEFF x"
msgpack, long: "x"
END
