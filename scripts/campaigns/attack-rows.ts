/**
 * What an attack found, row by row: `npm run campaigns -- attack-rows [TEXT]` runs the tests that walk each row on the running program, and
 * prints what happened. With TEXT only rows that have it. Ends with 1 when a row does not hold.
 */

import { spawnSync } from "node:child_process";

interface Row {
  readonly row: string;
  readonly file: string;
  /** Which tests of the file; absent: all. */
  readonly tests?: string;
}

const LIMITS = "test/runtime/limits/shared-limits.test.ts";
const ATTEMPTS = "test/e2e/security.long.test.ts";
const ROWS: readonly Row[] = [
  { row: "(a) wrong tokens make right ones wait", file: "test/runtime/auth/authenticator.test.ts", tests: "right" },
  { row: "(a) limits, alarms and mutes of another realm", file: ATTEMPTS, tests: "raising|muting|setting limits" },
  { row: "(a) bodies that push out another's dead letters", file: LIMITS, tests: "dead-letters" },
  { row: "(a) denied messages make something", file: ATTEMPTS, tests: "publication on|an event" },
  { row: "(a) one client's durable sessions", file: "test/parts/broker/limits.test.ts", tests: "mqtt-sessions" },
  { row: "(a) a packed body over the limit", file: "test/runtime/sources/http/bodies.test.ts", tests: "compressed" },
  { row: "(a) commands, pictures: further shared limits", file: "test/parts/pictures/limits.test.ts" },
  { row: "(a) every limit is in the table", file: LIMITS, tests: "every limit" },
  { row: "(b) newest is up to now", file: "test/e2e/newest.test.ts" },
  { row: "(c) deletions by place", file: "test/runtime/service/removal.test.ts" },
  { row: "(c) deletions in a cluster, and sent again", file: "test/parts/cluster/removal.test.ts" },
  { row: "(c) what a deletion ends", file: "test/parts/alarms/deleted-measurement.test.ts" },
  { row: "(c) exports that fail", file: "test/runtime/api/failing-exports.test.ts" },
  { row: "(d) escapes of each language", file: "test/oracle/emit/hostile-texts.test.ts" },
  {
    row: "(e) kills while segments are deleted",
    file: "test/runtime/journal/file-journal.test.ts",
    tests: "a kill at",
  },
  { row: "(e) SIGTERM in a long statement", file: "test/runtime/lib/end-process.test.ts" },
  { row: "(e) damaged small files", file: "test/runtime/lib/small-files.test.ts" },
  { row: "(e) paths before guards", file: "test/runtime/http/plain-path.test.ts" },
  { row: "(e) autumn, QoS 2, keys, numbers", file: "test/e2e/decided.test.ts" },
  { row: "(e) clocks that jump", file: "test/parts/alarms/clock-jumps.test.ts" },
];

const text = process.argv[2] ?? "";
for (const { row, file, tests } of ROWS.filter((one) => one.row.includes(text))) {
  const pattern = tests === undefined ? [] : ["--test-name-pattern", tests];
  const args = ["--import", "tsx", "--test", "--test-reporter", "tap", ...pattern, file];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const [passed, skipped] = ["pass", "skipped"].map((name) =>
    Number(new RegExp(`^# ${name} (\\d+)$`, "m").exec(stdout)?.[1] ?? 0),
  );
  const failed = [...stdout.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, name]) => name);
  // A pattern that fits nothing proves nothing.
  const holds = status === 0 && passed! > 0;
  const told = failed.length > 0 ? failed.join("; ") : `${passed} tests passed, ${skipped} left out`;
  process.stdout.write(`${holds ? "holds" : "DOES NOT HOLD"}  ${row}: ${told}\n`);
  if (!holds) process.exitCode = 1;
}
