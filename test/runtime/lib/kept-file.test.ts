/** Small files under many changes. Damage: `small-files.test.ts`. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { KeptFile } from "../../../runtime/lib/kept-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const CHANGES = 200;

test("who changes a file many times makes nobody wait for more than two writes", async () => {
  const path = join(temporaryFolder(), "kept.json");
  const kept = { names: [] as string[] };
  let contents = 0;
  const content = () => {
    contents++;
    return kept;
  };
  const file = new KeptFile(path, "names", content, assert.fail);
  const change = (name: string) => {
    kept.names.push(name);
    file.changed();
    return file.saved();
  };
  const many = Array.from({ length: CHANGES }, (_, n) => change(`n${n}`));
  const last = change("the other's");
  await last;
  assert.match(readFileSync(path, "utf8"), /the other's/);
  assert.ok(contents <= 2, `${contents} writes`);
  await Promise.all(many);
  await file.close();
  assert.ok(contents <= 2, `${contents} writes in the end`);
});

test("a change during a write is in the next one", async () => {
  const path = join(temporaryFolder(), "kept.json");
  const kept = { names: ["first"] };
  const file = new KeptFile(path, "names", () => kept, assert.fail);
  file.changed();
  const first = file.saved();
  await new Promise((resolve) => setImmediate(resolve));
  kept.names.push("second");
  file.changed();
  await Promise.all([first, file.saved()]);
  assert.match(readFileSync(path, "utf8"), /second/);
  await file.close();
});
