/** `npm run release -- --dry-run`: all packages in a registry on loopback, and each documented way to install them from there. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { registryObjection } from "../../scripts/build/registry.mjs";
import { ROOT } from "../support/lab.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const REGISTRY = [
  "npx structline --version",
  "npm install structline",
  "npx structline-service",
  "npm install structline-service",
  "npm install --global structline-service",
];

test("each way to install leads to a row, and to its export", { skip: registryObjection() ?? false }, () => {
  const out = join(temporaryFolder(), "release");
  const args = ["scripts/build/release.mjs", "--dry-run", "--parts", "packages", "--out", out];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", timeout: 900_000 });
  const outcomes = stdout.split("\n").filter((line) => /^(works|skipped|fails) /.test(line));
  assert.deepEqual(
    outcomes.filter((line) => line.startsWith("fails")),
    [],
    stderr,
  );
  const works = outcomes
    .filter((line) => line.startsWith("works"))
    .map((line) => line.slice(9).replace(/, \d+ s$/, ""));
  for (const way of REGISTRY) assert.ok(works.includes(way), `${way}\n${stdout}${stderr}`);
  const transcripts = readFileSync(join(out, "transcripts.txt"), "utf8");
  assert.match(transcripts, /^\$ npm install structline-service$/m);
  assert.match(transcripts, /^\S+Z,6,2,1,17,42,060201a4062a$/m);
  const { packages } = sums(out);
  assert.equal(packages.filter((name) => name.endsWith(".cdx.json")).length, 1);
});

/** Checked by the program that users check them with. */
function sums(out: string): { readonly packages: readonly string[] } {
  const { status, stdout } = spawnSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: out, encoding: "utf8" });
  assert.equal(status, 0, stdout);
  return {
    packages: stdout
      .trim()
      .split("\n")
      .map((line) => line.replace(/: OK$/, "")),
  };
}

test("the bill of materials names what is shipped with its licence", { skip: registryObjection() ?? false }, () => {
  const [program, ...first] = ["npm", "sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"];
  const { stdout } = spawnSync(program!, first, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 << 20 });
  const { bomFormat, components } = JSON.parse(stdout) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string; readonly licenses?: object[] }[];
  };
  assert.equal(bomFormat, "CycloneDX");
  const names = new Set(components.map(({ name }) => name));
  for (const name of ["@duckdb/node-bindings", "preact", "hono"])
    assert.ok(
      [...names].some((one) => one === name),
      name,
    );
});
