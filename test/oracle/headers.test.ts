/** Handwritten headers compared with their target's compiler, for cases that random structs do not cover. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { layOutChannel } from "../../generator/layout/lay-out-channel.ts";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import { folderReader } from "../../generator/source/folder-reader.ts";
import { TARGETS as TARGET_TABLE } from "../../generator/targets/targets.ts";
import { requires } from "../support/requirements.ts";
import { CPP, compileProbes, disagreements, STDINT, TARGETS, type Target } from "./layout/compilers.ts";
import { planOf } from "./layout/oracle.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STUBS = join(ROOT, "test/headers/stubs");
const ONE_FOR_EACH_ABI = TARGETS.filter(({ title }) => ["x86-64 (gcc)", "arm-eabi", "avr"].includes(title));

/** A header's `// key = value` lines at its start. */
interface Header {
  readonly folder: string;
  readonly file: string;
  readonly target: Target;
  readonly defines: ReadonlyMap<string, string>;
  /** Structs without a tag, which C knows only by their typedef. */
  readonly typedefs: readonly string[];
  readonly namespace: string | undefined;
}

for (const folder of ["headers", "test/headers", "test/golden/headers"]) {
  for (const file of headersIn(join(ROOT, folder))) {
    const header = readHeader(join(ROOT, folder), file);
    const { title, program } = header.target;
    test(`${folder}/${file} has the layout of ${title}, to the bit`, { skip: requires(program) }, () => {
      assert.deepEqual(compareHeader(header), []);
    });
  }
}

function headersIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".h")) : [];
}

function readHeader(folder: string, file: string): Header {
  const settings = new Map<string, string>();
  for (const line of readFileSync(join(folder, file), "latin1").split(/\r?\n/)) {
    const [, key, value] = /^\/\/ (\w+) = (.+)$/.exec(line) ?? [];
    if (key === undefined || value === undefined) break;
    settings.set(key, value);
  }
  const list = (key: string) => settings.get(key)?.split(", ") ?? [];
  const target = ONE_FOR_EACH_ABI.find(({ abi }) => abi === (settings.get("abi") ?? "x86-64"))!;
  return {
    folder,
    file,
    target: settings.get("compiler")?.endsWith("++") === true ? { ...target, options: CPP } : target,
    defines: new Map(list("defines").map((entry) => [entry.split("=")[0]!, entry.split("=")[1] ?? "1"])),
    typedefs: list("typedefs"),
    namespace: settings.get("namespace"),
  };
}

/** Natural layout even if a header forgot its packing, because that is what its compiler uses. */
function compareHeader({ folder, file, target, defines, typedefs, namespace }: Header): string[] {
  const plan = { ...planOf(target.abi, "little"), includePath: folder, headerFiles: [file], defines };
  const { value: declarations, diagnostics } = parseChannel(plan, folderReader([folder], ROOT));
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const { value: layouts } = layOutChannel(declarations, plan);
  if (layouts.length === 0) errors.push("no message struct");
  const extra = [`-I${folder}`, `-I${STUBS}`, ...[...defines].map(([name, text]) => `-D${name}=${text}`)];
  const source = `${STDINT}#include "${file}"\n${namespace === undefined ? "" : `using namespace ${namespace};\n`}`;
  const options = layouts.some(({ message }) => message.record.language === "c++") ? CPP : target.options;
  return [...errors, ...disagreements(source, layouts, { ...target, options, extra }, typedefs)];
}

for (const target of ONE_FOR_EACH_ABI) {
  test(`bit-fields of ${target.title} have their compiler's signedness`, {
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
    const computed = types.map((type) => (TARGET_TABLE[target.abi].arithmetic[type].scalar.startsWith("u") ? 0 : 1));
    assert.deepEqual([...(actual ?? [])], computed);
  });
}
