/**
 * Asks other compilers for a processor which macros they define otherwise than the compiler of its table, and writes the answers
 * (generator/targets/processors/differences.txt).
 *
 * npm run campaigns -- oracle/compiler-differences
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FEATURES, OPERATORS, VALUES } from "./processor-tables/features.ts";

const CLANGS = ["clang-16", "clang-14", "clang-19"] as const;
const LANGUAGES = ["c", "c++"] as const;

/** Each: key, the table's compiler, the others: the first is written, names in which the rest differ are uncertain. */
const clang = (abi: string, gcc: readonly string[], options: readonly string[]) =>
  [`clang ${abi}`, gcc, CLANGS.map((program) => [program, ...options])] as const;
const OTHERS = [
  clang("x86-64", ["gcc"], ["--target=x86_64-linux-gnu"]),
  clang("i386", ["i686-linux-gnu-gcc"], ["--target=i686-linux-gnu"]),
  clang("aarch64", ["aarch64-linux-gnu-gcc"], ["--target=aarch64-linux-gnu"]),
  clang("arm-eabi", ["arm-none-eabi-gcc"], ["--target=arm-none-eabi"]),
  clang("avr", ["avr-gcc"], ["--target=avr"]),
  clang(
    "riscv32",
    ["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32"],
    ["--target=riscv32-unknown-elf", "-march=rv32imac", "-mabi=ilp32"],
  ),
  clang("riscv64", ["riscv64-unknown-elf-gcc"], ["--target=riscv64-unknown-elf", "-march=rv64gc", "-mabi=lp64d"]),
  ["mingw-x64", ["gcc"], [["x86_64-w64-mingw32-gcc"]]],
] as const;

const work = mkdtempSync(join(tmpdir(), "macros-"));
const blocks: string[] = [];
/** They belong to `-std`. */
const OF_STANDARD = ["__STDC_VERSION__", "__cplusplus"];
for (const [key, table, others] of OTHERS) {
  for (const language of LANGUAGES) {
    const standard = standardOf(key, language);
    const before = predefined([...table, standard], language);
    const [after, ...rest] = others.map((other) => predefined([...other, standard], language));
    const versions = rest.flatMap((other) => [...differing(after!, other)]);
    const all = new Set([...differing(before, after!), ...versions]);
    const names = [...all].filter((name) => !OF_STANDARD.includes(name));
    const lines = names.sort().map((name) => {
      if (versions.includes(name)) return `?${name}`;
      const text = after!.get(name);
      return text === undefined ? `-${name}` : text.trimEnd();
    });
    blocks.push(`${key} ${language}\n${lines.join("\n")}`);
  }
}
for (const language of LANGUAGES) {
  const [first, ...rest] = CLANGS.map((program) => features([program], language));
  const same = first!.filter((line) => rest.every((other) => other.includes(line)));
  const byAnswer = new Map<string, string[]>();
  for (const line of same) {
    const [question = "", name = "", answer = ""] = line.split(" ");
    byAnswer.set(`${question} ${answer}`, [...(byAnswer.get(`${question} ${answer}`) ?? []), name]);
  }
  blocks.push(
    [`answers clang ${language}`, ...[...byAnswer].map(([head, names]) => `${head} ${names.join(" ")}`)].join("\n"),
  );
}
rmSync(work, { recursive: true });
const versions = [...new Set(OTHERS.flatMap(([, , others]) => others.map(([program]) => program)))].map(
  (program) => execFileSync(program, ["--version"], { encoding: "utf8" }).split("\n")[0],
);
const text = `${versions.join("; ")}\n\n${shared(blocks).join("\n\n")}`;
writeFileSync(fileURLToPath(new URL("../../generator/targets/processors/differences.txt", import.meta.url)), text);
console.log(`${text.length} bytes, ${blocks.length} blocks`);

/** Lines that several blocks have are written once, and numbered. */
function shared(all: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of all.flatMap((block) => block.split("\n").slice(1))) counts.set(line, (counts.get(line) ?? 0) + 1);
  const often = [...counts].flatMap(([line, count]) => (count > 1 ? [line] : [])).sort();
  const ids = new Map(often.map((line, index) => [line, index.toString(36)]));
  const numbered = all.map((block) => {
    const [title, ...lines] = block.split("\n");
    const known = lines.flatMap((line) => ids.get(line) ?? []);
    return [title, known.join(" "), ...lines.filter((line) => !ids.has(line))].join("\n");
  });
  return [often.join("\n"), ...numbered];
}

/** Debian's avr-gcc is old. */
function standardOf(key: string, language: string): string {
  if (key.endsWith(" avr")) return language === "c" ? "-std=gnu11" : "-std=gnu++14";
  return language === "c" ? "-std=gnu17" : "-std=gnu++17";
}

/** Name → the definition. */
function predefined([program = "", ...options]: readonly string[], language: string): Map<string, string> {
  const args = [...options, "-dM", "-E", "-x", language, "/dev/null"];
  const said = execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return new Map(
    [...said.matchAll(/^#define (\w+)(.*)$/gm)].map(([, name = "", rest = ""]) => [name, `${name}${rest}`]),
  );
}

function differing(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
}

/** `__has_attribute packed 1` */
function features([program = "", ...options]: readonly string[], language: string): string[] {
  const told = (line: string) => `"@${line}"`;
  const lines = OPERATORS.flatMap((name) => [
    `#ifdef ${name}`,
    told(`defined ${name} 1`),
    "#else",
    told(`defined ${name} 0`),
    "#endif",
  ]);
  for (const [operator, names] of Object.entries(FEATURES))
    for (const name of names) {
      if (language === "c" && name.includes("::")) continue;
      for (const value of VALUES)
        lines.push(
          `#if defined ${operator}`,
          `#if ${operator}(${name}) == ${value}`,
          told(`${operator} ${name} ${value}`),
          "#endif",
          "#endif",
        );
    }
  const file = join(work, "features.c");
  writeFileSync(file, `${lines.join("\n")}\n`);
  const said = execFileSync(program, [...options, "-w", "-P", "-E", "-x", language, file], { encoding: "utf8" });
  return [...said.matchAll(/"@(.*)"/g)].map(([, line = ""]) => line);
}
