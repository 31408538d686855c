/**
 * Compares many random structs with each target's compiler: `npm run campaigns -- oracle/layout [structs] [seed]`. For x86-64 also compares
 * the values that C programs write. Exits with 1 if anything differs.
 */

import { TARGETS } from "../../test/oracle/layout/compilers.ts";
import { compareRandomStructs, compareRandomValues, type OracleResult } from "../../test/oracle/layout/oracle.ts";

/** Structs per run of a compiler. */
const BATCH = 200;
const ROUNDS = 5;

const [structs = 2000, seed = 1] = process.argv.slice(2).map(Number);
for (const target of TARGETS) {
  await compare(target.title, "fields", async (of, count) => compareRandomStructs(target, of, count));
}
for (const dialect of ["gcc", "clang", "gcc, big-endian"] as const) {
  await compare(`x86-64 (${dialect}), values`, "values", (of, count) =>
    compareRandomValues(dialect, of, { count, rounds: ROUNDS }),
  );
}

async function compare(
  title: string,
  counted: string,
  run: (seed: number, count: number) => Promise<OracleResult>,
): Promise<void> {
  const results: OracleResult[] = [];
  for (let done = 0; done < structs; done += BATCH) {
    results.push(await run(seed * 1_000_003 + done, Math.min(BATCH, structs - done)));
  }
  const mismatches = results.flatMap((result) => result.mismatches);
  const sum = (of: "structs" | "fields") => results.reduce((total, result) => total + result[of], 0);
  console.log(`${title}: ${sum("structs")} structs, ${sum("fields")} ${counted}, ${mismatches.length} mismatches`);
  for (const mismatch of mismatches.slice(0, 20)) console.log(`  ${mismatch}`);
  if (mismatches.length > 0) process.exitCode = 1;
}
