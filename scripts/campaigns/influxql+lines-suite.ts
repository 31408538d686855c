/**
 * The queries of InfluxDB's own suite, asked of a real InfluxDB 1.x and of `/query` over the same rows: equal, refused with its reason, or
 * different.
 *
 * `npm run campaigns -- influxql+lines-suite FILE [--show 20]`, where FILE is `tests/server_test.go` of a 1.x release. Nothing is fetched.
 */

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Compared, compareSuite, type Verdict } from "../../test/parts/influxql+lines/compare-suite.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: "string", default: "20" }, only: { type: "string", default: "" } },
});
const [file] = positionals;
if (file === undefined) {
  console.error("give FILE: tests/server_test.go of an InfluxDB 1.x");
  process.exit(2);
}

const found = await compareSuite(readFileSync(file, "utf8"), values.only);
const of = (verdict: Verdict) => found.filter((one) => one.verdict === verdict);
const counts = (["equal", "refused", "differs", "not asked"] as const).map((one) => `${one} ${of(one).length}`);
console.log(`${found.length} queries: ${counts.join(", ")}`);
for (const verdict of ["refused", "not asked"] as const) {
  const reasons = new Map<string, Compared[]>();
  for (const one of of(verdict)) reasons.set(one.why, [...(reasons.get(one.why) ?? []), one]);
  for (const [why, those] of [...reasons].sort(([, a], [, b]) => b.length - a.length))
    console.log(
      `  ${verdict}, ${those.length}: ${why}${verdict === "refused" ? `, as ${those[0]!.command.slice(0, 120)}` : ""}`,
    );
}
for (const { test, command, ours, theirs } of of("differs").slice(0, Number(values.show)))
  console.log(`differs in ${test}: ${command}\n  ours:   ${ours.slice(0, 600)}\n  theirs: ${theirs.slice(0, 600)}`);
process.exitCode = of("differs").length === 0 ? 0 : 1;
