#!/usr/bin/env bash
# npm's @duckdb/node-api 1.5.5-r.5: a streamed result that was not read to its end keeps the database's file open after
# `connection.closeSync()` and `instance.closeSync()`, until the garbage collector finds the result; there is no call that closes it. A result that was read
# to its end keeps nothing.
#
# Seen on 2026-11-30 with Node 20 on Linux. Needs node and npm. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.5-r.5 >/dev/null
cat >stream.mjs <<'JS'
import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { DuckDBInstance } from "@duckdb/node-api";

function isOpen(path) {
  const links = readdirSync("/proc/self/fd").map((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`);
    } catch {
      return "";
    }
  });
  return links.includes(path);
}

async function read(name, chunks) {
  const path = `${process.cwd()}/${name}.duckdb`;
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run("CREATE TABLE t AS SELECT range AS a FROM range(1000000)");
  const result = await connection.stream("FROM t");
  for (let i = 0; i < chunks; i++) if ((await result.fetchChunk())?.rowCount === 0) break;
  connection.closeSync();
  instance.closeSync();
  return { path, result };
}

const whole = await read("whole", Infinity);
console.log(`read to its end: the file is ${isOpen(whole.path) ? "open" : "closed"}`);
let left = await read("left", 1);
const { path } = left;
console.log(`left after one chunk: the file is ${isOpen(path) ? "open" : "closed"}`);
left = undefined;
for (let i = 0; i < 20 && isOpen(path); i++) {
  globalThis.gc();
  await setTimeout(50);
}
console.log(`after a garbage collection: the file is ${isOpen(path) ? "open" : "closed"}`);
JS
node --expose-gc stream.mjs | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
read to its end: the file is closed
left after one chunk: the file is open
after a garbage collection: the file is closed
END
