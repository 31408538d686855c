/**
 * `test/golden/headers/*.h`, each a channel, compiled to `test/golden/generated/`, byte for byte.
 * `UPDATE_GOLDEN=1 node --import tsx --test test/generator/codec/golden.test.ts` writes it anew; the difference is reviewed.
 */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ts } from "ts-morph";
import type { EmittedFile } from "../../../generator/codec/emitted-file.ts";
import { compile } from "../../../generator/compile.ts";
import type { ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { onlyLong } from "../../support/long.ts";

const GOLDEN = fileURLToPath(new URL("../../golden", import.meta.url));
const HEADERS = join(GOLDEN, "headers");
const GENERATED = join(GOLDEN, "generated");

/** The channel of a header; a `// channel: key = value; …` comment in its first line sets what differs from the default. */
function planOf(header: string, text: string, index: number): ChannelPlan {
  const settings = new Map(
    (/^\/\/ channel: (.*)$/m.exec(text)?.[1] ?? "").split(";").map((setting) => {
      const [key = "", value = ""] = setting.split("=").map((part) => part.trim());
      return [key, value] as const;
    }),
  );
  const name = basename(header, ".h");
  return {
    name,
    udpPort: 9000 + index,
    wampTopic: `golden.${name}`,
    includePath: HEADERS,
    headerFiles: [header],
    abi: "x86-64",
    byteOrder: settings.get("byte_order") === "big" ? "big" : "little",
    layout: undefined,
    defines: new Map(),
    storeExclude: settings.get("store_exclude")?.split(/\s*,\s*/) ?? [],
  };
}

function compiled(): EmittedFile[] {
  const headers = readdirSync(HEADERS).sort();
  const inputs = headers.map((header, index) => {
    const text = readFileSync(join(HEADERS, header), "utf8");
    return { plan: planOf(header, text, index), reader: memoryReader({ [header]: text }, "test/golden/headers/") };
  });
  const { files, diagnostics } = compile(inputs, { version: "0.0.0" });
  // One of the samples has two structs with names that differ only in case. What formats cannot express is told for each.
  assert.deepEqual(
    diagnostics.map(({ code }) => code).filter((code) => code !== "N601"),
    ["W420"],
  );
  return [...files];
}

function goldenFiles(): string[] {
  const entries = readdirSync(GENERATED, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(GENERATED.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

const all = compiled();
const files = all.filter(({ built }) => !built);

if (process.env["UPDATE_GOLDEN"] === "1") {
  rmSync(GENERATED, { recursive: true, force: true });
  for (const { path, text } of files) {
    mkdirSync(dirname(join(GENERATED, path)), { recursive: true });
    writeFileSync(join(GENERATED, path), text);
  }
}

test("the golden headers give exactly the golden files", () => {
  assert.deepEqual(files.map(({ path }) => path).sort(), goldenFiles());
});

for (const { path, text } of files) {
  test(`${path} is unchanged`, () => assert.equal(text, readFileSync(join(GENERATED, path), "utf8")));
}

test("no line of a generated source is longer than 140 characters", () => {
  const sources = files.filter(({ path }) => path.endsWith(".ts"));
  const long = sources.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (line.length < 140 ? [] : [`${path}:${index + 1}: ${line.length}`])),
  );
  assert.deepEqual(long, []);
});

test("the built JavaScript equals TypeScript's output for the sources", { skip: onlyLong }, () => {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  const normalised = (text: string) =>
    ts.createPrinter({ removeComments: true }).printFile(ts.createSourceFile("f.js", text, ts.ScriptTarget.ES2022));
  for (const { path, text } of files.filter((file) => file.path.endsWith(".ts"))) {
    const js = all.find((file) => file.path === path.replace(/\.ts$/, ".js"))?.text ?? "";
    assert.equal(normalised(js), normalised(ts.transpileModule(text, { compilerOptions }).outputText), path);
  }
});
