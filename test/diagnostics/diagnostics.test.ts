/**
 * Every header in this folder has its expected diagnostics in its first comment, exactly as printed. `// abi = avr` and
 * `// defines = A, B=2` before them are channel settings. UPDATE_DIAGNOSTICS=1 rewrites the comments; review the difference.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { checkDeclarations } from "../../generator/check/check-declarations.ts";
import { render } from "../../generator/diagnostics/render.ts";
import { layOutChannel } from "../../generator/layout/lay-out-channel.ts";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import type { ChannelPlan } from "../../generator/plan/channel-plan.ts";
import { checkStrayRules } from "../../generator/rules/check-stray-rules.ts";
import { compileRules } from "../../generator/rules/compile-rules.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";

const folder = new URL(".", import.meta.url);

interface Case {
  readonly settings: readonly string[];
  readonly expected: string;
  readonly body: string;
}

function readCase(text: string): Case {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const comment = lines.slice(0, end).map((line) => line.replace(/^\/\/ ?/, ""));
  const settings = comment.filter((line) => /^(?:abi|defines) = /.test(line));
  const expected = comment.filter((line) => !settings.includes(line)).join("\n");
  return { settings, expected, body: lines.slice(end).join("\n") };
}

function planOf(name: string, settings: readonly string[]): ChannelPlan {
  const setting = (key: string): string | undefined =>
    settings.find((line) => line.startsWith(`${key} = `))?.slice(key.length + 3);
  const abi = setting("abi") ?? "x86-64";
  assert(abi === "x86-64" || abi === "arm-eabi" || abi === "avr", `a target of these tests: ${abi}`);
  const defines = (setting("defines") ?? "").split(/\s*,\s*/).filter((entry) => entry !== "");
  return {
    name: "lab",
    udpPort: 8888,
    wampTopic: "lab.telemetry",
    includePath: "/headers",
    headerFiles: [name],
    abi,
    byteOrder: "little",
    layout: undefined,
    defines: new Map(defines.map((entry) => [entry.split("=")[0] ?? "", entry.split("=")[1] ?? "1"])),
    storeExclude: [],
  };
}

function diagnose(name: string, text: string): string {
  const plan = planOf(name, readCase(text).settings);
  const declarations = parseChannel(plan, memoryReader({ [name]: text }, ""));
  const layouts = layOutChannel(declarations.value, plan);
  const diagnostics = [
    ...declarations.diagnostics,
    ...checkDeclarations(declarations.value, plan),
    ...checkStrayRules(declarations.value, declarations.diagnostics),
    ...layouts.diagnostics,
    ...compileRules(layouts.value, plan).diagnostics,
  ];
  return render(diagnostics, { style: "plain", source: (file) => (file === name ? text : undefined) }).trimEnd();
}

/** The comment's length changes the line numbers, so the second pass gives the final ones. */
function withExpected(name: string, text: string): string {
  const { settings, body } = readCase(text);
  let whole = text;
  for (let pass = 0; pass < 2; pass++) {
    const lines = [...settings, ...diagnose(name, whole).split("\n")];
    whole = `${lines.map((line) => `// ${line}`.trimEnd()).join("\n")}\n${body}`;
  }
  return whole;
}

for (const name of readdirSync(folder).filter((entry) => entry.endsWith(".h"))) {
  test(`diagnostics of ${name}`, () => {
    const url = new URL(name, folder);
    const text = readFileSync(url, "utf8");
    if (process.env["UPDATE_DIAGNOSTICS"] === "1") writeFileSync(url, withExpected(name, text));
    const current = readFileSync(url, "utf8");
    const trimmed = diagnose(name, current).replace(/[ \t]+$/gm, "");
    assert.equal(trimmed, readCase(current).expected);
  });
}
