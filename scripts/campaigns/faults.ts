/**
 * Runs every fault in its long form against the service process and prints the table of `docs/faults.md`.
 * `npm run campaigns -- faults [short] [words of a fault's name …]`; needs root on Linux for the full disk.
 */

import { backlog } from "../../test/support/faults/backlog.ts";
import { largeBodies } from "../../test/support/faults/bodies.ts";
import { killed, terminated } from "../../test/support/faults/crashes.ts";
import { diskFull } from "../../test/support/faults/disk.ts";
import { PACE } from "../../test/support/faults/load.ts";
import { type FaultOutcome, formatOutcome, OUTCOME_HEADER } from "../../test/support/faults/outcome.ts";
import { floodOfBad, idleConnections, neverReading, oneByteASecond } from "../../test/support/faults/strangers.ts";
import { brokerRestarted, clockSetBack, storeDown } from "../../test/support/faults/surroundings.ts";

type Length = "short" | "long";

const FAULTS: Readonly<Record<string, (length: Length) => Promise<FaultOutcome>>> = {
  killed: (length) => killed(length === "long" ? 100 : 8),
  terminated: (length) => terminated(length === "long" ? 20 : 2),
  backlog: (length) => backlog(length === "long" ? 1_000_000 : 50_000),
  "store-down": (length) => storeDown(length === "long" ? 60 : 3),
  broker: (length) => brokerRestarted(length === "long" ? 20 : 2),
  disk: (length) => diskFull(32, length === "long" ? 30 : 1),
  clock: (length) => clockSetBack(length === "long" ? 20 : 1),
  reading: (length) => neverReading(10_000, length === "long" ? 30 : 4),
  slow: (length) => oneByteASecond(50, length === "long" ? 75 : 3),
  idle: (length) => idleConnections(length === "long" ? 5000 : 1000),
  csv: (length) => largeBodies(length === "long" ? 1024 : 32),
  flood: (length) => floodOfBad(length === "long" ? 10_000 : 5000, length === "long" ? 30 : 3),
};

const length: Length = process.argv.includes("short") ? "short" : "long";
if (length === "long") Object.assign(PACE, { datagrams: 500, perSecond: Number.POSITIVE_INFINITY });
const words = process.argv.slice(2).filter((word) => word !== "short");
for (const line of OUTCOME_HEADER) console.log(line);
for (const [name, run] of Object.entries(FAULTS)) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const outcome = await run(length);
  for (const line of formatOutcome(outcome)) console.log(line);
  if (Object.values(outcome.counts).some(({ lost, doubled }) => lost > 0 || doubled > 0)) process.exitCode = 1;
}
