/**
 * Compares many random structs with each target's compiler: `npx tsx scripts/oracle-layout.ts [structs] [seed]`.
 * Ends with 1 when anything differs.
 */

import { TARGETS } from "../test/oracle/layout/compilers.ts";
import { compareRandomStructs, type OracleResult } from "../test/oracle/layout/oracle.ts";

/** Structs given to one run of a compiler. */
const BATCH = 200;

const [structs = 2000, seed = 1] = process.argv.slice(2).map(Number);
let failures = 0;
for (const target of TARGETS) {
  const results: OracleResult[] = [];
  for (let done = 0; done < structs; done += BATCH) {
    results.push(compareRandomStructs(target, seed * 1_000_003 + done, Math.min(BATCH, structs - done)));
  }
  const mismatches = results.flatMap((result) => result.mismatches);
  const sum = (of: "structs" | "fields") => results.reduce((total, result) => total + result[of], 0);
  console.log(`${target.title}: ${sum("structs")} structs, ${sum("fields")} fields, ${mismatches.length} mismatches`);
  for (const mismatch of mismatches.slice(0, 20)) console.log(`  ${mismatch}`);
  failures += mismatches.length;
}
process.exitCode = failures === 0 ? 0 : 1;
