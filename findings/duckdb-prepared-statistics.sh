#!/usr/bin/env bash
# DuckDB 1.5.5 (npm, @duckdb/node-api 1.5.5-r.5): a statement is planned with the statistics of its tables when it is prepared, and keeps
# that plan. Values that others commit before it runs are cut to the widths of the earlier ones, texts and integers, or are left out,
# and no error is given. `connection.stream(sql)` prepares and runs in two steps, so it is enough that a commit falls in between. Inside
# a transaction it does not happen. DuckDB's own repair of it (its pull request 24696) is in no release that this package has.
#
# Seen on 2026-11-28 with Node 20. Needs node and npm. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @duckdb/node-api@1.5.5-r.5 >/dev/null
cat > show.cjs <<'JS'
const { DuckDBInstance, version } = require("@duckdb/node-api");
(async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const [writer, reader] = [await instance.connect(), await instance.connect()];
  await writer.run("CREATE TABLE t (time INTEGER, count BIGINT, state VARCHAR)");
  await writer.run("INSERT INTO t VALUES (1, 1, 'sent')");
  const all = "SELECT count::VARCHAR, state FROM t ORDER BY time";
  const below = "SELECT count(*)::INTEGER FROM t WHERE time < 0";
  const [prepared, counted] = [await reader.prepare(all), await reader.prepare(below)];
  await writer.run("INSERT INTO t VALUES (2, 300, 'acknowledged'), (-5, 2, 'queued')");
  const late = await (await prepared.run()).getRows();
  const now = await (await reader.run(all)).getRows();
  console.log("DuckDB", version());
  console.log("prepared before, run after:", JSON.stringify(late));
  console.log("the same statement anew:   ", JSON.stringify(now));
  const counts = [await (await counted.run()).getRows(), await (await reader.run(below)).getRows()];
  console.log("rows with a time below 0, prepared before and anew:", JSON.stringify(counts));
  const cut = JSON.stringify(late) !== JSON.stringify(now);
  process.exit(cut ? 0 : 1);
})();
JS
node show.cjs || { echo "the values are whole: the behaviour has changed"; exit 1; }
