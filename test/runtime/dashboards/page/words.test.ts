/** Every sentence of the page that goes through `say` has its German. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { formatAge } from "../../../../runtime/dashboards/page/browser/format.ts";
import { say, useWords } from "../../../../runtime/dashboards/page/browser/words.ts";
import { GERMAN } from "../../../../runtime/dashboards/page/browser/words-de.ts";
import { ROOT } from "../../../support/lab.ts";

afterEach(() => useWords("en", {}));

test("German is complete, and each sentence takes the values of its original", () => {
  const folder = join(ROOT, "runtime/dashboards/page/browser");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const said = files.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/\bsay\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!),
  );
  assert.ok(said.length > 150, `${said.length} sentences`);
  assert.deepEqual(
    [...new Set(said)].filter((text) => !Object.hasOwn(GERMAN, text)),
    [],
  );
  const values = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([one]) => one).sort();
  for (const [english, german] of Object.entries(GERMAN)) assert.deepEqual(values(german), values(english), english);
});

test("a sentence is in the language of the page, with its values; one that is not known stays as it is", () => {
  useWords("de", GERMAN);
  assert.equal(say("{0} of all {1} devices", "t", 3), "t aller 3 Geräte");
  assert.equal(formatAge(100), "jetzt");
  assert.equal(say("mount"), "mount");
});
