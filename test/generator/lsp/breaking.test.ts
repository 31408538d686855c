/** The line above a struct, against what was generated and against a commit. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import type { CodeLens, Location } from "vscode-languageserver-protocol/node";
import { ROOT } from "../../support/lab.ts";
import { Editor, type EditorFiles } from "../../support/language-client.ts";

const HEADER = `#include <stdint.h>
struct struct_a {
  uint8_t length, ID;
  uint16_t x;
  uint16_t y;
} a = {6, 1};
`;
const FILES: EditorFiles = {
  "channels.ini":
    "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 8888\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\nabi = arm-eabi\ncflags = -x c\n",
  "headers/rig.h": HEADER,
};

async function lens(editor: Editor): Promise<string | undefined> {
  const textDocument = { uri: editor.uri("headers/rig.h") };
  const found: CodeLens[] = await editor.connection.sendRequest("textDocument/codeLens", { textDocument });
  return found[0]?.command?.title;
}

function generated(editor: Editor): void {
  const run = spawnSync(process.execPath, [join(ROOT, "dist/structline.cjs"), "gen"], { cwd: editor.directory });
  assert.equal(run.status, 0, run.stderr.toString());
}

test("a struct that was generated is compatible until a field moves", async (t) => {
  const editor = await Editor.open(FILES);
  t.after(() => editor.close());
  generated(editor);
  await editor.write("headers/rig.h", HEADER);
  assert.match((await lens(editor)) ?? "", /^compatible with /);
  await editor.write(
    "headers/rig.h",
    HEADER.replace("  uint16_t x;", "  uint16_t first;\n  uint16_t x;").replace("{6", "{8"),
  );
  assert.match(
    (await lens(editor)) ?? "",
    /^breaks .*: first is new .*2 fields move by \+2 bytes: old firmware needs 'versions'/,
  );
  await editor.write("headers/rig.h", HEADER.replace("uint16_t y;", "uint16_t y; // @rule: unit=V"));
  assert.match((await lens(editor)) ?? "", /^breaks .*: y unit none → unit V$/);
});

test("with --against, it compares with that commit", async (t) => {
  const first = await Editor.open(FILES);
  t.after(() => first.close());
  generated(first);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: first.directory });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
  const editor = await Editor.open({}, ["--against", "git:HEAD"], {}, first.directory);
  t.after(() => editor.close());
  await editor.write("headers/rig.h", HEADER);
  assert.equal(await lens(editor), "compatible with git:HEAD");
});

test("a commit without a catalogue is compared by its headers", async (t) => {
  const first = await Editor.open(FILES);
  t.after(() => first.close());
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: first.directory });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
  await first.write("headers/rig.h", HEADER.replace("uint16_t y;", "uint32_t y;").replace("{6", "{8"));
  assert.match((await lens(first)) ?? "", /^breaks git:HEAD: y/);
  await first.write("headers/rig.h", HEADER);
  assert.match((await lens(first)) ?? "", /^compatible with git:HEAD/);
});

test("a struct that is gone is named above the header", async (t) => {
  const second = "struct struct_b { uint8_t length, ID; } b = {2, 2};\n";
  const editor = await Editor.open({ ...FILES, "headers/rig.h": HEADER + second });
  t.after(() => editor.close());
  generated(editor);
  await editor.write("headers/rig.h", HEADER);
  const textDocument = { uri: editor.uri("headers/rig.h") };
  const found: CodeLens[] = await editor.connection.sendRequest("textDocument/codeLens", { textDocument });
  assert.match(found.at(-1)?.command?.title ?? "", /^breaks generated: struct_b /);
  assert.equal(found.at(-1)?.range.start.line, 0);
});

test("from a field to its codec and to the catalogue", async (t) => {
  const editor = await Editor.open(FILES);
  t.after(() => editor.close());
  generated(editor);
  await editor.write("headers/rig.h", HEADER);
  const found: Location[] = await editor.ask("textDocument/implementation", "headers/rig.h", "uint16_t |y");
  assert.deepEqual(
    found.map(({ uri }) => uri),
    [editor.uri("generated/rig/struct_a.ts"), editor.uri("generated/catalogue.json")],
  );
});
