/** What makes a clone ready, and notices when it is not any more. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { notWritten, packagesFit } from "../../scripts/build/setup.mjs";
import { ROOT } from "../support/lab.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PACKAGES = {
  "": { version: "0.1.0" },
  "node_modules/tool": { version: "1.0.0", bin: { tool: "tool.js" } },
  "node_modules/tool/node_modules/inner": { version: "2.0.0", bin: { inner: "inner.js" } },
  "node_modules/elsewhere": { version: "1.0.0", optional: true },
};
const FILES = [
  "node_modules/tool/package.json",
  "node_modules/.bin/tool",
  "node_modules/tool/node_modules/inner/package.json",
  "node_modules/tool/node_modules/.bin/inner",
];

function clone(files: readonly string[], installed: object = PACKAGES): string {
  const root = temporaryFolder();
  const { "node_modules/elsewhere": _, ...here } = installed as typeof PACKAGES;
  const texts = [
    ["package-lock.json", JSON.stringify({ packages: PACKAGES })],
    ["node_modules/.package-lock.json", JSON.stringify({ packages: here })],
    ...files.map((file) => [file, ""]),
  ] as const;
  for (const [file = "", text = ""] of texts) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

test("packages are valid if they match the lock file; those for other machines are not missed", () => {
  assert.equal(packagesFit({ root: clone(FILES) }), true);
});

test("a missing package, or a missing command of one, is noticed", () => {
  for (const lost of FILES) {
    const files = FILES.filter((file) => file !== lost);
    assert.equal(packagesFit({ root: clone(files) }), false, lost);
  }
});

test("another version is noticed, and a clone without packages", () => {
  const other = { ...PACKAGES, "node_modules/tool": { version: "0.9.0" } };
  assert.equal(packagesFit({ root: clone(FILES, other) }), false);
  const empty = clone([]);
  rmSync(join(empty, "node_modules"), { recursive: true });
  assert.equal(packagesFit({ root: empty }), false);
});

test("the lock file says where each package is: npm would ask for the versions of each, which takes half of an installation", () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Record<string, { readonly resolved?: string; readonly integrity?: string }>;
  };
  const paths = Object.keys(packages).filter((path) => path !== "");
  assert.ok(paths.length > 300, `${paths.length}`);
  for (const path of paths) {
    const { resolved, integrity } = packages[path]!;
    assert.match(resolved ?? "", /^https:\/\/registry\.npmjs\.org\/[^?#]+\.tgz$/, path);
    assert.match(integrity ?? "", /^sha512-/, path);
  }
});

test("npm ends with 0 on a full disk: what it warns of is told [findings/npm-ci-full-disk.sh]", () => {
  const warned = "npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\n\nadded 168 packages in 40s\n";
  assert.equal(notWritten(warned), "ENOSPC: no space left on device, write");
  assert.equal(notWritten("npm warn deprecated glob@7.2.3: old\n\nadded 168 packages in 40s\n"), undefined);
});
