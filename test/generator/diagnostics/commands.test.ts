/** What a hint, an example or the usage (which the man page repeats) tells the user to run exists in every installation: a package, the Debian package and a clone. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { USAGE } from "../../../generator/run/command-line.ts";

const ROOT = new URL("../../../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

test("no diagnostic, usage or first step names a script that only a clone has", () => {
  const codes = readdirSync(new URL("generator/diagnostics/codes/", ROOT)).map(
    (file) => `generator/diagnostics/codes/${file}`,
  );
  const texts = [...codes, "runtime/dashboards/page/browser/first/steps.tsx"].map(textOf);
  const all = [...texts, USAGE].join("\n").replaceAll(/\(in a clone: npm run gen[^)]*\)/g, "");
  assert.deepEqual(all.match(/.*\bnpm run\b.*/g) ?? [], []);
});
