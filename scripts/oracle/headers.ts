/**
 * Compares valid and damaged headers with real compilers: accepted headers must have the compiler's layout.
 *
 * `npm run campaigns -- oracle/headers [--count 20000] [--seed 1] [--damaged 0.7] [--target avr] [--show 20]`,
 * `npm run campaigns -- oracle/headers --constructs`
 */

import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { ACCEPTANCE_TARGETS, type Comparison, caseOf, compareHeaders } from "../../test/oracle/accepted/compare.ts";
import { CONSTRUCTS, compareConstructs } from "../../test/oracle/accepted/constructs.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    damaged: { type: "string", default: "0.7" },
    target: { type: "string", default: "" },
    show: { type: "string", default: "10" },
    constructs: { type: "boolean", default: false },
  },
});

let wrong = 0;
for (const target of ACCEPTANCE_TARGETS) {
  if (!target.title.includes(values.target)) continue;
  if (spawnSync(target.c[0] ?? "", ["--version"], { stdio: "ignore" }).status !== 0) {
    console.log(`${target.title}: no ${target.c[0]} here`);
    continue;
  }
  if (values.constructs) {
    const different = compareConstructs(target);
    console.log(`${target.title}: ${CONSTRUCTS.length} constructs, different ${different.length}`);
    for (const line of different) console.log(`  ${line}`);
    wrong += different.length;
    continue;
  }
  const found = compareHeaders(target, Number(values.seed), Number(values.count), Number(values.damaged));
  const of = (verdict: Comparison["verdict"]): number => found.filter((each) => each.verdict === verdict).length;
  const valid = found.filter(({ kind, beyond }) => kind === "valid" && !beyond);
  const refused = valid.filter(({ verdict }) => verdict === "refused by us");
  const share = ((refused.length / Math.max(1, valid.length)) * 100).toFixed(1);
  console.log(
    `${target.title}: ${found.length} headers: equal ${of("equal")}, refused by both ${of("refused by both")}, by us alone ${of("refused by us")}, ` +
      `compiler fails elsewhere ${of("compiler fails elsewhere")}, wrong ${of("wrong")}; valid ones refused: ${refused.length} of ${valid.length} (${share} %)`,
  );
  for (const { seed, why } of refused.slice(0, Number(values.show)))
    console.log(`  valid, refused: seed ${seed}: ${why[0]}`);
  for (const { seed, kind, why } of found.filter(({ verdict }) => verdict === "wrong").slice(0, Number(values.show))) {
    console.log(`  WRONG seed ${seed} (${kind}): ${why.slice(0, 4).join("; ")}`);
    if (values.target !== "" && values.show === "1")
      for (const [name, text] of caseOf(target, seed, Number(values.damaged)).files)
        console.log(`--- ${name}\n${text}`);
  }
  wrong += of("wrong");
}
process.exitCode = wrong === 0 ? 0 : 1;
