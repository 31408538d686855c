/**
 * Compares our preprocessor with `gcc -E -P`, token by token, on random and damaged headers, or on all headers that compilers ship: the C
 * library's and the kernel's, newlib's, avr-libc's.
 *
 * `npm run campaigns -- oracle/preprocessor [--count 500] [--seed 1]`,
 * `npm run campaigns -- oracle/preprocessor --shipped [--compiler avr-gcc] [--headers '^avr/'] [--show 10]`
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type HeaderReader, memoryReader } from "../../generator/source/header-reader.ts";
import { sourceFile } from "../../generator/source/source-file.ts";
import { preprocess, type TranslationUnit } from "../../generator/syntax/preprocess/preprocess.ts";
import { tokenize } from "../../generator/syntax/preprocess/tokenize.ts";
import { VENDOR_MACROS } from "../../generator/targets/predefined.ts";
import { standardHeader } from "../../generator/targets/standard-headers.ts";
import { TARGETS } from "../../generator/targets/targets.ts";
import { ACCEPTANCE_TARGETS, caseOf } from "../../test/oracle/accepted/compare.ts";
import { planOf } from "../../test/support/channel-plan.ts";

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
  options: {
    count: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    shipped: { type: "boolean", default: false },
    compiler: { type: "string", default: "" },
    headers: { type: "string", default: "" },
    show: { type: "string", default: "10" },
  },
});

/** Compilers with headers on this machine, and which headers to read. */
const SHIPPED = [
  {
    program: "gcc",
    abi: "x86-64",
    title: "C library, kernel",
    wanted: /^(?:[\w-]+|(?:sys|bits|net|netinet|arpa|linux|asm)\/[\w-]+)\.h$/,
  },
  { program: "arm-none-eabi-gcc", abi: "arm-eabi", title: "newlib", wanted: /\.h$/ },
  { program: "avr-gcc", abi: "avr", title: "avr-libc", wanted: /\.h$/ },
] as const;

/** Vendor macros that structline defines without their headers [D2]. */
const OWN = Object.keys(VENDOR_MACROS).map((name) => `-U${name.replace(/\(.*/, "")}`);

const target = TARGETS["x86-64"];
let [equal, skipped, different] = [0, 0, 0];
if (values.shipped) {
  for (const each of SHIPPED) if (each.program.includes(values.compiler)) compareShipped(each);
} else {
  for (let index = 0; index < Number(values.count); index++) compareOne(Number(values.seed) + index);
  console.log(
    `${values.count} headers: equal ${equal}, with a diagnostic of either ${skipped}, different ${different}`,
  );
}
process.exitCode = different === 0 ? 0 : 1;

/** Each header that compiles alone, with all of its includes. */
function compareShipped({ program, abi, title, wanted }: (typeof SHIPPED)[number]): void {
  const found = { equal: 0, told: 0, different: 0, alone: 0, tokens: 0 };
  const run = (args: readonly string[], input: string) =>
    spawnSync(program, ["-x", "c", "-std=gnu11", "-E", "-P", ...args, "-"], {
      input,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
  const folders = [...run(["-v"], "").stderr.matchAll(/^ (\/\S+)$/gm)].map(([, folder]) => folder ?? "");
  const macros = run(["-dM"], "").stdout;
  const names = new Set(folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" })));
  for (const name of [...names].filter((each) => wanted.test(each) && new RegExp(values.headers).test(each)).sort()) {
    const theirs = run([], `#include <${name}>\n`);
    if (theirs.status !== 0) {
      found.alone += 1;
      continue;
    }
    const plan = planOf({ abi, cflags: ["-std=gnu11", ...OWN] });
    const unit = preprocess(plan, folderReader(folders, `${macros}\n#include <${name}>\n`), "c");
    const difference = firstDifference(unit, theirs.stdout);
    found.tokens += unit.tokens.length;
    if (difference === undefined) found.equal += 1;
    else if (unit.diagnostics.length > 0 || difference.isDoubtful) found.told += 1;
    else found.different += 1;
    if (difference === undefined || found.different + found.told > Number(values.show)) continue;
    console.log(
      `${title} ${name}: ${difference.text} ${[...new Set(unit.diagnostics.map(({ code }) => code))].join(" ")}`,
    );
  }
  different += found.different;
  console.log(
    `${title} (${program}): ${found.equal} headers equal (${found.tokens} tokens), different and told ${found.told}, different ${found.different}; not for themselves ${found.alone}`,
  );
}

/** The compiler's search path; `#include_next` names the folder to continue from. */
function folderReader(folders: readonly string[], main: string): HeaderReader {
  const load = (index: number, path: string) => {
    try {
      const text = readFileSync(join(folders[index] ?? "", path), "latin1");
      const next = text.replace(/^(\s*#\s*)include_next(\s*)</gm, `$1include$2<@${index + 1}/`);
      const name = `=${index}/${path}`;
      return { kind: "file", file: sourceFile(name, name, Buffer.from(next, "latin1")) } as const;
    } catch {
      return undefined;
    }
  };
  return {
    list: () => [],
    read(name) {
      if (name === "lab.h") return { kind: "file", file: sourceFile(name, name, Buffer.from(main)) };
      const [, kind, from = "0", path = name] = /^([=@])(\d+)\/(.*)$/.exec(name) ?? [];
      // Next to the including header.
      if (kind === "=") return load(Number(from), path) ?? { kind: "missing" };
      for (let index = Number(from); index < folders.length; index++) {
        const file = load(index, path);
        if (file !== undefined) return file;
      }
      return { kind: "missing" };
    },
  };
}

/** The texts at the first difference. */
function firstDifference(
  unit: TranslationUnit,
  text: string,
): { readonly text: string; readonly isDoubtful: boolean } | undefined {
  const lines = text.split("\n").filter((line) => !line.startsWith("#pragma"));
  const theirs = tokenize(sourceFile("e", "e", Buffer.from(lines.join("\n"))), 1e7).tokens.map((token) => token.text);
  const ours = unit.tokens.map((token) => token.text);
  const at = ours.findIndex((token, place) => token !== theirs[place]);
  if (at < 0 && ours.length === theirs.length) return undefined;
  const place = at < 0 ? ours.length : at;
  const shown = (tokens: readonly string[]) => tokens.slice(Math.max(0, place - 3), place + 6).join(" ");
  // Uncertain tokens are refused if a message depends on them.
  const isDoubtful = unit.tokens.slice(Math.max(0, place - 1), place + 1).some(({ doubt }) => doubt !== undefined);
  return { text: `ours '${shown(ours)}', gcc '${shown(theirs)}'`, isDoubtful };
}

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
    const difference = firstDifference(unit, gcc.stdout);
    if (difference === undefined) {
      equal += 1;
      return;
    }
    different += 1;
    if (different <= Number(values.show)) console.log(`seed ${seed}: ${difference.text}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
