/** docs/claims.md: every promise of README and docs/security.md is there, and what holds it exists. */

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/lab.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const CLAIMS = read("docs/claims.md");
const ROWS = [...CLAIMS.matchAll(/^\| (?!claim|-)(.+?) \| (.+) \|$/gm)].map(([, claim = "", held = ""]) => ({
  claim,
  held,
}));

function section(text: string, heading: string): string {
  return text.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
}

test("each promise of the README and of docs/security.md has a row", () => {
  const promises = [...section(read("README.md"), "What it promises").matchAll(/^- \*\*(.+?)\.?\*\*/gm)];
  const security = [
    ...section(read("docs/security.md"), "What is promised").matchAll(/^- (.+?)(?:\.|,| \(|:)(?= |$)/gm),
  ];
  assert.ok(promises.length >= 5 && security.length >= 7, `${promises.length}, ${security.length}`);
  for (const [, promise = ""] of [...promises, ...security]) {
    const isHeld = ROWS.some(({ claim }) => promise.includes(claim) || claim.includes(promise));
    assert.ok(isHeld, `docs/claims.md has no row for '${promise}'`);
  }
});

test("what holds a claim exists", () => {
  const figures = read("scripts/bench/FIGURES.md");
  for (const { claim, held } of ROWS) {
    const [, kind = "", list = ""] = /^(test|figure) (.+)$/.exec(held) ?? [];
    const names = [...list.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    assert.ok(names.length > 0, `nothing holds '${claim}'`);
    for (const name of names) {
      if (kind === "figure") assert.ok(figures.includes(`| \`${name}\` |`), `${claim}: no figure ${name}`);
      else assert.ok(existsSync(join(ROOT, name)), `${claim}: ${name} is gone`);
    }
  }
});

test("a folder that holds a claim has tests", async () => {
  const { readdirSync } = await import("node:fs");
  const folders = ROWS.flatMap(({ held }) =>
    [...held.matchAll(/`(test\/[^`]+)`/g)].map(([, name = ""]) => join(ROOT, name)),
  );
  for (const folder of folders.filter((path) => statSync(path).isDirectory())) {
    const found = readdirSync(folder, { recursive: true }).map(String);
    assert.ok(
      found.some((name) => name.endsWith(".ts")),
      folder,
    );
  }
});

test("no page but Kotori's names the address that takes a LoRaWAN device's name apart", async () => {
  const { readdirSync } = await import("node:fs");
  const pages = [
    "README.md",
    ...readdirSync(join(ROOT, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  const naming = pages.filter((path) => read(path).includes("channel{/devID}"));
  assert.deepEqual(naming, ["docs/kotori.md"]);
});

test("no page says that the packages are on npm", async () => {
  const { readdirSync } = await import("node:fs");
  const pages = [
    "README.md",
    ...readdirSync(join(ROOT, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  for (const path of pages)
    assert.doesNotMatch(read(path), /npm (?:install|i)(?: -g| --global)? structline(?:-service)?\b(?!\S)/, path);
});
