/**
 * `test/golden/definitions/headers/*.h`: what all emitters make of names that their languages have taken, and of two enums of
 * one name, byte for byte. Their peers read it in `test/oracle/emit`. A file that equals another one of its channel to the letter is
 * not kept: once they differ, it needs a file of its own.
 * `UPDATE_GOLDEN=1 node --import tsx --test test/generator/emitters/golden-definitions.test.ts` writes it anew.
 */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as reserved from "../../../generator/codec/reserved-words.ts";
import { compile } from "../../../generator/compile.ts";
import { EMIT_NAMES } from "../../../generator/emitters/emitters.ts";
import { folderReader } from "../../../generator/source/folder-reader.ts";
import { planOf } from "../../support/channel-plan.ts";

const FOLDER = fileURLToPath(new URL("../../golden/definitions", import.meta.url));
const HEADERS = join(FOLDER, "headers");
const GENERATED = join(FOLDER, "generated");

function emitted(header: string): { readonly path: string; readonly text: string }[] {
  const name = header.replace(/\.h$/, "");
  const plan = planOf({ name, includePath: HEADERS, headerFiles: [header], emit: EMIT_NAMES });
  const { files, diagnostics } = compile([{ plan, reader: folderReader([HEADERS], FOLDER) }], { version: "0.0.0" });
  assert.deepEqual(
    diagnostics.filter(({ code }) => code !== "N601"),
    [],
  );
  const notes = diagnostics.map(({ message }) => `${message}\n`).join("");
  // Codecs have golden files of their own headers, and a library's sources are the header and the link, as they are elsewhere.
  const others = /^history\/|\.ts$|^catalogue\.json$|_arduino\/src\/(?!.*_messages\.h$)/;
  const definitions = files.filter(({ path, built }) => !built && !others.test(path));
  return [...definitions, { path: "notes.txt", text: notes }].map(({ path, text }) => ({
    path: `${name}/${path}`,
    text,
  }));
}

const files = readdirSync(HEADERS).sort().flatMap(emitted);

/** The first file of a channel with the same text. */
function original({ path, text }: { readonly path: string; readonly text: string }): string {
  const channel = path.slice(0, path.indexOf("/") + 1);
  return files.find((file) => file.path.startsWith(channel) && file.text === text)?.path ?? path;
}

const kept = files.filter((file) => original(file) === file.path);

if (process.env["UPDATE_GOLDEN"] === "1") {
  rmSync(GENERATED, { recursive: true, force: true });
  for (const { path, text } of kept) {
    mkdirSync(join(GENERATED, path, ".."), { recursive: true });
    writeFileSync(join(GENERATED, path), text);
  }
}

test("every file is kept that equals no other", () => {
  const present = readdirSync(GENERATED, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(GENERATED, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  assert.deepEqual(kept.map(({ path }) => path).sort(), present.sort());
});

test("the device repository gets the formatter that other networks get", () => {
  const copies = files.filter((file) => original(file) !== file.path);
  assert.deepEqual(
    copies.map((file) => [file.path, original(file)]),
    ["hostile-names", "twin-enums"].map((name) => [`${name}/${name}_lorawan/${name}.js`, `${name}/${name}.lorawan.js`]),
  );
});

for (const { path, text } of kept) {
  test(`${path} is unchanged`, () => {
    // A difference of megabytes is shown by git.
    assert.ok(
      text === readFileSync(join(GENERATED, path), "utf8"),
      "run it with UPDATE_GOLDEN=1 and review the difference",
    );
  });
}

/** Words that C or C++ has, too, and those that begin a header's comment. */
const OF_C =
  /^(?:auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|bool|true|false|typeof|asm|nullptr|alignas|alignof|constexpr|virtual|and|or|not|xor|NaN|length)$/i;

test("the hostile header contains the reserved words of all languages", () => {
  const text = readFileSync(join(HEADERS, "hostile-names.h"), "utf8");
  const words = new Set(text.toLowerCase().match(/\w+/g));
  const snake = (word: string) => word.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase();
  const { PYTHON_CLASS_WORDS, RUST_TYPE_WORDS, ...others } = reserved;
  const missing = [
    ...Object.values(others).flatMap((list) => [...list].filter((word) => !words.has(word.toLowerCase()))),
    ...[PYTHON_CLASS_WORDS, RUST_TYPE_WORDS].flatMap((list) =>
      [...list].filter((word) => !words.has(`struct_${snake(word)}`)),
    ),
  ];
  assert.deepEqual(
    missing.filter((word) => !OF_C.test(word)),
    [],
  );
});
