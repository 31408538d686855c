/**
 * Headers in the style of real firmware. The first lines name the target and compiler. Our layout must match that compiler's: sizes, and
 * offsets of all members that are not bit-fields.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkDeclarations } from "../../generator/check/check-declarations.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { layOutChannel } from "../../generator/layout/lay-out-channel.ts";
import { leaves, type StructLayout } from "../../generator/layout/struct-layout.ts";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import { folderReader } from "../../generator/source/folder-reader.ts";
import type { AbiName } from "../../runtime/channels/abi-names.ts";
import { planOf } from "../support/channel-plan.ts";
import { type Requirement, requires } from "../support/requirements.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** A header's `// key = value` lines at its start. */
interface Header {
  readonly file: string;
  readonly abi: AbiName;
  readonly compiler: Requirement;
  readonly defines: ReadonlyMap<string, string>;
  /** Structs without a tag, which C knows only by their typedef. */
  readonly typedefs: readonly string[];
  readonly namespace: string | undefined;
}

function readHeader(file: string): Header {
  const settings = new Map<string, string>();
  for (const line of readFileSync(join(folder, file), "latin1").split(/\r?\n/)) {
    const [, key, value] = /^\/\/ (\w+) = (.+)$/.exec(line) ?? [];
    if (key === undefined || value === undefined) break;
    settings.set(key, value);
  }
  const list = (key: string): string[] => settings.get(key)?.split(", ") ?? [];
  return {
    file,
    abi: settings.get("abi") as AbiName,
    compiler: settings.get("compiler") as Requirement,
    defines: new Map(list("defines").map((entry) => [entry.split("=")[0] ?? "", entry.split("=")[1] ?? "1"])),
    typedefs: list("typedefs"),
    namespace: settings.get("namespace"),
  };
}

function layOut(header: Header): { layouts: readonly StructLayout[]; diagnostics: readonly Diagnostic[] } {
  const plan = planOf({ includePath: folder, headerFiles: [header.file], abi: header.abi, defines: header.defines });
  const declarations = parseChannel(plan, folderReader([folder], folder));
  const layouts = layOutChannel(declarations.value, plan);
  const checks = checkDeclarations(declarations.value, plan);
  return { layouts: layouts.value, diagnostics: [...declarations.diagnostics, ...checks, ...layouts.diagnostics] };
}

/** Assertions that are valid in C and C++. A struct that the header forgot to pack differs from the compiler's layout [D5]. */
function assertions(header: Header, { message, size, members, packing }: StructLayout): string[] {
  const { attributes, pack } = message.record;
  if (packing === "packed" && !attributes.packed && pack !== 1) return [];
  const isCpp = header.compiler.endsWith("++");
  const keyword = isCpp ? "static_assert" : "_Static_assert";
  const tagged = !isCpp && !header.typedefs.includes(message.name);
  const scope = header.namespace === undefined ? "" : `${header.namespace}::`;
  const type = `${tagged ? "struct " : ""}${scope}${message.name}`;
  const offsets = leaves(members)
    .filter((leaf) => leaf.kind === "text" || !leaf.bitField)
    .map((leaf) => `${keyword}(__builtin_offsetof(${type}, ${leaf.path}) == ${leaf.byteOffset}, "${leaf.path}");`);
  return [`${keyword}(sizeof(${type}) == ${size}, "sizeof ${message.name}");`, ...offsets];
}

/** The compiler's messages about the assertions; `""` if they hold. */
function compile(header: Header, lines: readonly string[]): string {
  const isCpp = header.compiler.endsWith("++");
  const work = temporaryFolder();
  try {
    const source = join(work, isCpp ? "check.cpp" : "check.c");
    writeFileSync(source, [`#include "${header.file}"`, ...lines, ""].join("\n"));
    const standard = isCpp ? "-std=gnu++17" : "-std=gnu11";
    const defines = [...header.defines].map(([key, value]) => `-D${key}=${value}`);
    const folders = ["-I", folder, "-I", join(folder, "stubs")];
    const options = ["-fsyntax-only", "-ffreestanding", "-w", standard, ...defines, ...folders];
    return spawnSync(header.compiler, [...options, source], { encoding: "utf8" }).stderr;
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Diagnostics that a header is expected to give. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  // Its enum has one byte for GCC, four for clang.
  "battery-management.h": ["W213"],
  "wind-turbine.h": ["N202"],
};

for (const header of readdirSync(folder)
  .filter((entry) => entry.endsWith(".h"))
  .map(readHeader)) {
  const { layouts, diagnostics } = layOut(header);

  test(`${header.file} is read unchanged`, () => {
    const unexpected = diagnostics.filter(({ code }) => !EXPECTED[header.file]?.includes(code));
    assert.deepEqual(
      unexpected.map(({ code, span, message }) => `${code} ${span?.start.line}: ${message}`),
      [],
    );
    assert.deepEqual([...new Set(diagnostics.map(({ code }) => code))], EXPECTED[header.file] ?? []);
    assert(layouts.length > 0, "a message is laid out");
  });

  test(`${header.file} has the layout of ${header.compiler}`, { skip: requires(header.compiler) }, () => {
    const lines = layouts.flatMap((layout) => assertions(header, layout));
    assert.equal(compile(header, lines), "");
  });
}
