/** What the server says after an edit equals a fresh `gen`. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { editAndCompare } from "../../support/editor-oracle.ts";
import { ROOT } from "../../support/lab.ts";
import { Editor } from "../../support/language-client.ts";
import { rounds } from "../../support/long.ts";

const EDITS = rounds(15, 250);

for (const [seed, name] of ["rig.h", "h2m.h"].entries()) {
  test(`random edits of ${name}`, async (t) => {
    const text = readFileSync(join(ROOT, "headers", name), "utf8");
    const ini = `[lab]\nchannels = lab-a\n[lab-a]\nudp_port = 8888\nwamp_topic = lab.a\ninclude_path = headers\nheader_files = ${name}\n`;
    const editor = await Editor.open({ "channels.ini": ini, [`headers/${name}`]: text });
    t.after(() => editor.close());
    await editor.write(`headers/${name}`, text);
    await editor.diagnostics(`headers/${name}`);
    const { withDiagnostics } = await editAndCompare(editor, `headers/${name}`, EDITS, seed + 1);
    assert.ok(withDiagnostics > 0, "no edit had a diagnostic");
    assert.equal(editor.errors, "");
  });
}
