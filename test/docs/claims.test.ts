/** docs/claims.md: every promise of README and docs/security.md is there, and what holds it exists. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/lab.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const CLAIMS = read("docs/claims.md");
const ROWS = [...CLAIMS.matchAll(/^\| (?!claim|page|-)(.+?) \| (.+) \|$/gm)].map(([, claim = "", held = ""]) => ({
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

const WORDS = /\b(?:never|every|always|at most|at least|without|nothing|nobody|all of)\b/i;
const FIGURE = /\d[\d,.]* ?(?:%|[kMG]i?B|[mµn]s|s|rows|datagrams|messages|devices|seconds|minutes|hours|times)\b/;

/** Sentences of the text, without code blocks and comments; a row of a table is one. */
function sentences(text: string): string[] {
  return text
    .replace(/```.*?```|<!--.*?-->/gs, "")
    .split(/\n\s*\n|\n(?=[-|*#\d])/)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, " ").split(/(?<=[.!?:]) (?=[A-Z`[*])/));
}

const claimsIn = (text: string) => sentences(text).filter((sentence) => WORDS.test(sentence) || FIGURE.test(sentence));

test("each sentence of the README that claims something has a row", () => {
  const claims = claimsIn(read("README.md"));
  assert.ok(claims.length >= 5, `${claims.length} claims`);
  for (const sentence of claims)
    assert.ok(
      ROWS.some(({ claim }) => sentence.includes(claim)),
      `docs/claims.md has no row for '${sentence}'`,
    );
});

/** They have their own tests, which hold every line, or claim nothing of the program. */
const NOT_CLAIMS =
  /^(?:api-.*|claims|configuration|decisions|diagnostics|http-api|inside|ARCHITECTURE|README|tutorial-.*)\.md$/;

test("each page with claims has a row", () => {
  for (const name of readdirSync(join(ROOT, "docs")).filter((file) => file.endsWith(".md") && !NOT_CLAIMS.test(file))) {
    const [claim] = claimsIn(read(`docs/${name}`));
    const isHeld = ROWS.some(({ claim: page }) => page.endsWith(`](${name})`));
    assert.ok(claim === undefined || isHeld, `docs/claims.md has no row for ${name}, which says '${claim}'`);
  }
});

test("a claim is found by its words and by its figures", () => {
  const text =
    "It is small.\n- It never loses a row. It takes 3 ms.\n\n```\nnever\n```\nYou may\ntype without looking.";
  assert.deepEqual(claimsIn(text), ["- It never loses a row.", "It takes 3 ms.", "You may type without looking."]);
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

test("a folder that holds a claim has tests", () => {
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

test("no page but Kotori's names the address that takes a LoRaWAN device's name apart", () => {
  const pages = [
    "README.md",
    ...readdirSync(join(ROOT, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  const naming = pages.filter((path) => read(path).includes("channel{/devID}"));
  assert.deepEqual(naming, ["docs/kotori.md"]);
});

test("no page says that the packages are on npm", () => {
  const pages = [
    "README.md",
    ...readdirSync(join(ROOT, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  for (const path of pages)
    assert.doesNotMatch(read(path), /npm (?:install|i)(?: -g| --global)? structline(?:-service)?\b(?!\S)/, path);
});
