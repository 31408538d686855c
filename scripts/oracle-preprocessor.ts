/**
 * Our preprocessor against `gcc -E -P`, token by token, on random headers, damaged ones among them, and on the kernel's.
 *
 *   node --import tsx scripts/oracle-preprocessor.ts [--count 500] [--seed 1]
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { memoryReader } from "../generator/source/header-reader.ts";
import { sourceFile } from "../generator/source/source-file.ts";
import { preprocess } from "../generator/syntax/preprocess/preprocess.ts";
import { tokenize } from "../generator/syntax/preprocess/tokenize.ts";
import { standardHeader } from "../generator/targets/standard-headers.ts";
import { TARGETS } from "../generator/targets/targets.ts";
import { ACCEPTANCE_TARGETS, caseOf } from "../test/oracle/accepted/compare.ts";
import { planOf } from "../test/support/channel-plan.ts";

const STANDARD = [
  "stdint.h",
  "limits.h",
  "stddef.h",
  "stdbool.h",
  "endian.h",
  "machine/endian.h",
  "sys/param.h",
  "asm/byteorder.h",
];
const MACROS = `#define CAT(a, b) a ## b
#define XCAT(a, b) CAT(a, b)
#define STR(x) #x
#define LOG(format, ...) log(format, ##__VA_ARGS__)
#define OPT(a, ...) f(a __VA_OPT__(,) __VA_ARGS__)
#define EACH(X) X(a, 1) X(b, 2)
#define ITEM(n, v) XCAT(item_, n) = v,
enum list { EACH(ITEM) last = __LINE__ };
LOG("x"); LOG("x", 1, 2); OPT(1) OPT(1, 2) STR(a "b\\n" c)
XCAT(id_, __COUNTER__) XCAT(id_, __COUNTER__)
#if UINT64_C(1) << 40 > 5 && INT8_MIN < 0 && SIZE_MAX == UINT64_MAX
yes
#endif
`;

const { values } = parseArgs({
  options: { count: { type: "string", default: "500" }, seed: { type: "string", default: "1" } },
});
const target = TARGETS["x86-64"];
let [equal, skipped, different] = [0, 0, 0];
for (let index = 0; index < Number(values.count); index++) compareOne(Number(values.seed) + index);
console.log(`${values.count} headers: equal ${equal}, with a diagnostic of either ${skipped}, different ${different}`);
process.exitCode = different === 0 ? 0 : 1;

function compareOne(seed: number): void {
  const { files, header } = caseOf(ACCEPTANCE_TARGETS[0]!, seed, 0.5);
  const texts: Record<string, string> = { ...Object.fromEntries(files) };
  texts["lab.h"] += MACROS;
  const folder = mkdtempSync(join(tmpdir(), "structline-preprocess-"));
  try {
    for (const name of STANDARD) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), standardHeader(name, target, header.language) ?? "");
    }
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const cpp = header.language === "c++";
    const options = [
      "-nostdinc",
      "-I.",
      "-E",
      "-P",
      "-x",
      cpp ? "c++" : "c",
      cpp ? "-std=gnu++17" : "-std=gnu17",
      "lab.h",
    ];
    const gcc = spawnSync("gcc", options, { cwd: folder, encoding: "utf8" });
    const plan = planOf({ cflags: [cpp ? "-std=gnu++17" : "-std=gnu17"] });
    const unit = preprocess(plan, memoryReader(texts, ""), header.language);
    if (gcc.status !== 0 || unit.diagnostics.length > 0) {
      skipped += 1;
      return;
    }
    const lines = gcc.stdout.split("\n").filter((line) => !line.startsWith("#pragma"));
    const theirs = tokenize(sourceFile("e", "e", Buffer.from(lines.join("\n"))), 1e6).tokens.map(({ text }) => text);
    const ours = unit.tokens.map(({ text }) => text);
    const at = ours.findIndex((text, place) => text !== theirs[place]);
    if (at < 0 && ours.length === theirs.length) {
      equal += 1;
      return;
    }
    different += 1;
    const place = at < 0 ? ours.length : at;
    if (different <= 10)
      console.log(
        `seed ${seed}: ours '${ours.slice(place - 3, place + 6).join(" ")}', gcc '${theirs.slice(place - 3, place + 6).join(" ")}'`,
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
