/** Runs the examples from their own text, on this machine: each program sends, and its row is exported. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { blocksOf } from "../../support/document.ts";
import { ROOT } from "../../support/lab.ts";
import { MICROPYTHON_PROGRAM, needsPeers } from "../../support/peers.ts";
import { requires } from "../../support/requirements.ts";
import { TutorialReader } from "../../support/tutorial-reader.ts";
import { examplePicture } from "./example-picture.ts";

const EXAMPLES = join(ROOT, "examples");
const PAGES = readdirSync(EXAMPLES).flatMap((name) => {
  const page = join(EXAMPLES, name, "README.md");
  const text = existsSync(page) ? readFileSync(page, "utf8") : "";
  return text.includes("<!-- service -->") ? [{ name, text }] : [];
});
/** People copy them. */
const MOST_LINES = 60;

for (const { name, text } of PAGES) {
  const skip = requires("curl", "gcc");
  test(`examples/${name} does what it says`, { skip, timeout: 300_000 }, async (t) => {
    // Stand-ins for the libraries of boards.
    process.env["STANDINS"] = join(ROOT, "test/support/firmware");
    const reader = await TutorialReader.sitDown();
    t.after(() => reader.leave());
    for (const block of blocksOf(`examples/${name}/README.md`, text)) await reader.assertAsShown(block);
    // Else the page has commands that make it.
    if (!text.includes("<!-- picture: ")) await comparePicture(name, reader.folder);
  });
}

/** `UPDATE=1` writes the example's picture anew. */
async function comparePicture(name: string, folder: string): Promise<void> {
  const file = join(EXAMPLES, name, "picture.svg");
  const made = await examplePicture(folder);
  if (process.env["UPDATE"]) writeFileSync(file, made);
  else assert.equal(made, readFileSync(file, "utf8"), `${file}: UPDATE=1 draws it anew`);
}

test("examples/pico-micropython runs in MicroPython itself", { skip: needsPeers("micropython") }, async (t) => {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  t.after(() => socket.close());
  await once(socket, "listening");
  const program = join(EXAMPLES, "pico-micropython/main.py");
  const board = spawn(MICROPYTHON_PROGRAM, [program, "127.0.0.1", String(socket.address().port), "1"], {
    stdio: "inherit",
  });
  const [[bytes], [status]] = await Promise.all([once(socket, "message"), once(board, "close")]);
  assert.deepEqual([(bytes as Buffer).toString("hex"), status], ["080101006608d412", 0]);
});

test("each example shows its picture", () => {
  for (const { name, text } of PAGES) {
    assert.match(text, /^!\[.+\]\(picture\.svg\)$/m, name);
    assert.match(readFileSync(join(EXAMPLES, name, "picture.svg"), "utf8"), /^<svg /, name);
  }
});

test(`no program of an example has more than ${MOST_LINES} lines`, () => {
  const files = PAGES.flatMap(({ name }) => {
    const folder = join(EXAMPLES, name);
    return readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file)));
  });
  const programs = files.filter((file) => statSync(file).isFile() && /\.(?:c|h|py|ini)$/.test(file));
  assert.ok(programs.length > 10, `${programs.length} programs`);
  for (const file of programs) {
    const { length } = readFileSync(file, "utf8").split("\n");
    assert.ok(length <= MOST_LINES, `${file} has ${length} lines`);
  }
});
