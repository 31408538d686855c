/** Configurations and folders that come and go while the editor is open. */

import assert from "node:assert/strict";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Editor } from "../../support/language-client.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 8888\nwamp_topic = lab.rig\ninclude_path = .\nheader_files = rig.h\nabi = arm-eabi\ncflags = -x c\n";
const HEADER = "#include <stdint.h>\nstruct struct_a { uint8_t length, ID; /* \u{1F6E2} */ uint33_t v; } a = {4, 1};\n";

const codes = (editor: Editor, path: string) =>
  (editor.allDiagnostics.get(editor.uri(path)) ?? []).map(({ code }) => code);

function watched(editor: Editor, path: string, type: 1 | 2 | 3) {
  const changes = [{ uri: editor.uri(path), type }];
  return editor.connection.sendNotification("workspace/didChangeWatchedFiles", { changes });
}

test("a configuration that appears is served, and one that goes leaves no problem behind", async () => {
  const editor = await Editor.open({ "größe b/rig.h": HEADER });
  await editor.write("größe b/rig.h", HEADER);
  assert.equal(await editor.hover("größe b/rig.h", "len|gth"), "");
  writeFileSync(join(editor.directory, "größe b/channels.ini"), INI);
  await watched(editor, "größe b/channels.ini", 1);
  await until(() => codes(editor, "größe b/rig.h").includes("E112"));
  const [problem] = editor.allDiagnostics.get(editor.uri("größe b/rig.h")) ?? [];
  const { start, end } = problem!.range;
  // UTF-16 code units: the sign in the comment is two.
  assert.equal(HEADER.split("\n")[1]?.slice(start.character, end.character), "uint33_t");
  renameSync(join(editor.directory, "größe b/channels.ini"), join(editor.directory, "größe b/channels.bak"));
  await watched(editor, "größe b/channels.ini", 3);
  await until(() => codes(editor, "größe b/rig.h").length === 0);
  assert.deepEqual(codes(editor, "größe b/channels.ini"), []);
  await editor.close();
});

test("a folder that joins the workspace is served", async () => {
  const other = temporaryFolder();
  writeFileSync(join(other, "channels.ini"), INI);
  writeFileSync(join(other, "rig.h"), HEADER);
  const editor = await Editor.open({ "first/channels.ini": INI, "first/rig.h": HEADER });
  const uri = pathToFileURL(other).href;
  const event = { added: [{ uri, name: "other" }], removed: [] };
  await editor.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event });
  await until(() => editor.allDiagnostics.get(`${uri}/rig.h`)?.length === 1);
  assert.deepEqual(codes(editor, "first/rig.h"), ["E112"]);
  await editor.close();
});
