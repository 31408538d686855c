/**
 * Edits headers at random in an editor: what the language server says after each edit equals a fresh `gen`.
 *
 * npm run campaigns -- editor HEADER[:STRUCT] … [--count 100] [--seed 1]
 * STRUCT is a message without an ID in its header.
 */

import { mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { editAndCompare } from "../../test/support/editor-oracle.ts";
import { Editor } from "../../test/support/language-client.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";

const OPTIONS = { count: { type: "string", default: "100" }, seed: { type: "string", default: "1" } } as const;
const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });

for (const given of positionals) {
  const [file = "", struct] = given.split(":");
  const name = basename(file);
  const text = readFileSync(file, "utf8");
  const directory = temporaryFolder();
  mkdirSync(join(directory, "headers"));
  const keys = `udp_port = 8888\nwamp_topic = lab.a\ninclude_path = headers, ${dirname(file)}\nheader_files = ${name}\nabi = arm-eabi\n${struct === undefined ? "" : `messages = 1 ${struct}\nid = none\nlength = none\n`}`;
  const files = { "channels.ini": `[lab]\nchannels = lab-a\n[lab-a]\n${keys}`, [`headers/${name}`]: text };
  const editor = await Editor.open(files, [], {}, directory);
  await editor.write(`headers/${name}`, text);
  await editor.diagnostics(`headers/${name}`);
  const done = await editAndCompare(editor, `headers/${name}`, Number(values.count), Number(values.seed));
  const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${editor.pid}/status`, "utf8"))?.[1] ?? "0";
  const times = `longest ${Math.round(done.longestMs)} ms, mean ${Math.round(done.meanMs)} ms`;
  const lines = text.split("\n").length;
  console.log(
    `${name}: ${lines} lines, ${done.edits} edits equal, ${done.withDiagnostics} with diagnostics, ${times}, ${Math.round(Number(memory) / 1024)} MB`,
  );
  if (editor.errors !== "") throw new Error(editor.errors);
  await editor.close();
}
