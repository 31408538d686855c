/** Headers as people write them, each against the compiler of its target; and what random structs do not show. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ABIS } from "../../generator/layout/abis/abis.ts";
import { layOutChannel } from "../../generator/layout/lay-out-channel.ts";
import { folderReader } from "../../generator/source/folder-reader.ts";
import { parseChannel } from "../../generator/syntax/parse-channel.ts";
import { requires } from "../support/requirements.ts";
import { CPP, compileProbes, disagreements, STDINT, TARGETS, type Target } from "./layout/compilers.ts";
import { planOf } from "./layout/oracle.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STUBS = join(ROOT, "test/headers/stubs");
const ONE_FOR_EACH_ABI = TARGETS.filter(({ title }) => ["x86-64 (gcc)", "arm-eabi", "avr"].includes(title));

for (const folder of ["headers", "test/headers", "test/golden/headers"]) {
  for (const file of headersIn(join(ROOT, folder))) {
    const target = targetOf(join(ROOT, folder, file));
    test(`${folder}/${file} lies as ${target.title} has it`, { skip: requires(target.program) }, () => {
      assert.deepEqual(compareHeader(join(ROOT, folder), file, target), []);
    });
  }
}

function headersIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => /\.(h|hpp)$/.test(name)) : [];
}

/** A header's first comment names its target; most are for x86-64 or any. */
function targetOf(path: string): Target {
  const comment = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(readFileSync(path, "latin1"))?.[0] ?? "";
  const abi = /\b(arm-eabi|avr|x86-64)\b/.exec(comment)?.[1] ?? "x86-64";
  return ONE_FOR_EACH_ABI.find((target) => target.abi === abi)!;
}

function compareHeader(includePath: string, file: string, target: Target): string[] {
  const plan = { ...planOf(target.abi, "little"), includePath, headerFiles: [file] };
  const { value: declarations, diagnostics } = parseChannel(plan, folderReader(includePath, ROOT));
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const { value: layouts } = layOutChannel(declarations, plan);
  if (layouts.length === 0) errors.push("no message struct");
  const cpp = layouts.some(({ message }) => message.record.language === "c++");
  const options = cpp ? CPP : target.options;
  const folders = [includePath, STUBS].filter((folder) => existsSync(folder)).map((folder) => `-I${folder}`);
  const source = readFileSync(join(includePath, file), "latin1");
  const header = withoutAbsentIncludes(source, [includePath, STUBS]) + (cpp ? usingNamespaces(source) : "");
  return [...errors, ...disagreements(STDINT + header, layouts, { ...target, options, folders })];
}

/** The probes name structs without their namespaces. */
function usingNamespaces(source: string): string {
  const names = [...source.matchAll(/^\s*(?:inline\s+)?namespace\s+([\w:]+)\s*\{/gm)].map((match) => match[1]);
  return names.map((name) => `\nusing namespace ${name};`).join("");
}

/** The headers of the board are not there, as in a lab without the firmware's tool chain. */
function withoutAbsentIncludes(source: string, folders: readonly string[]): string {
  return source.replace(/^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"].*$/gm, (line, name: string) =>
    folders.some((folder) => existsSync(join(folder, name))) ? line : "",
  );
}

for (const target of ONE_FOR_EACH_ABI) {
  test(`bit-fields of ${target.title} have the sign that its compiler gives them`, {
    skip: requires(target.program),
  }, () => {
    const types = ["char", "signed char", "short", "int", "long", "long long"] as const;
    const members = types.map((type, index) => `${type} b${index} : 3;`).join(" ");
    const minus = types.map((_, index) => `s.b${index} = -1;`).join(" ");
    const signs = types.map((_, index) => `all().b${index} < 0`).join(", ");
    const source = `struct S { ${members} };
constexpr S all() { S s{}; ${minus} return s; }
extern "C" { extern const bool signs[] = { ${signs} }; }`;
    const actual = compileProbes(source, { ...target, options: CPP }).get("signs");
    const computed = types.map((type) => (ABIS[target.abi].arithmetic[type].scalar.startsWith("u") ? 0 : 1));
    assert.deepEqual([...(actual ?? [])], computed);
  });
}
