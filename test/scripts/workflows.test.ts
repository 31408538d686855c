/** The workflows: linted by the linter that others wrote, and their steps are scripts that run here. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { EMBEDDED_NODE } from "../../scripts/build/binary.mjs";
import { ROOT } from "../support/lab.ts";

const FOLDER = join(ROOT, ".github/workflows");
const FILES = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }));
const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};
/** Majors of `engines`. */
const SUPPORTED = [...MANIFEST.engines.node.matchAll(/(\d+)\.\d+\.\d+/g)].map(([, major]) => major);

/** Go installs programs beside its modules. */
const PATH = [process.env["PATH"], join(homedir(), "go/bin")].join(delimiter);
const isHere = spawnSync("actionlint", ["-version"], { env: { ...process.env, PATH } }).status === 0;

test("actionlint finds nothing", { skip: isHere ? false : "needs actionlint, a Go module" }, () => {
  const { status, stdout } = spawnSync("actionlint", [], {
    cwd: ROOT,
    env: { ...process.env, PATH },
    encoding: "utf8",
  });
  assert.equal(`${stdout}${status}`, "0");
});

test("steps run npm's commands of the clone, and scripts that exist", () => {
  const steps = FILES.flatMap(({ text }) => [...text.matchAll(/- run: (.*)$/gm)].map(([, step = ""]) => step));
  assert.ok(steps.length > 15, `${steps.length} steps`);
  for (const step of steps) {
    for (const [, name = ""] of step.matchAll(/npm (?:run )?(?!ci\b|audit\b|test\b)([\w:]+)/g))
      assert.ok(name in MANIFEST.scripts, `npm run ${name}`);
    for (const [, script = ""] of step.matchAll(/(?:node|PATH"?) ?(scripts\/\S+|\.ci\/run)/g))
      assert.ok(existsSync(join(ROOT, script)), script);
  }
});

test("the tests run on every supported version of Node, and on each system", () => {
  const { text } = FILES.find(({ name }) => name === "tests.yml")!;
  assert.equal(/node: \[(.*)\]/.exec(text)?.[1], SUPPORTED.join(", "));
  for (const system of ["ubuntu-24.04,", "ubuntu-24.04-arm", "windows", "macos"])
    assert.ok(text.includes(system), system);
});

test("image, executables and packages of a release contain the same version of Node", () => {
  const image = readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8");
  assert.equal(/^FROM node:(\d+)/m.exec(image)?.[1], String(EMBEDDED_NODE));
  const { text } = FILES.find(({ name }) => name === "release.yml")!;
  const used = [...text.matchAll(/node-version: (\S+)/g)].map(([, version]) => version);
  assert.deepEqual([...new Set(used)], [String(EMBEDDED_NODE)]);
});

test("documents name the versions of Node that engines names", () => {
  const listed = `${SUPPORTED.slice(0, -1).join(", ")} or ${SUPPORTED.at(-1)}`;
  for (const path of ["README.md", "CONTRIBUTING.md"])
    assert.match(readFileSync(join(ROOT, path), "utf8"), new RegExp(`\\bNode\\S* ${listed}\\b`), path);
  assert.match(
    readFileSync(join(ROOT, "docs/systems.md"), "utf8"),
    new RegExp(`^\\| ${SUPPORTED.join(", ")} \\| supported`, "m"),
  );
});

test("npm ci --engine-strict accepts every supported version, for all packages of the lock file", async () => {
  const { satisfies } = await semver();
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;
  };
  const lowest = [...MANIFEST.engines.node.matchAll(/\d+\.\d+\.\d+/g)].map(([version]) => version);
  for (const version of lowest) {
    const refused = Object.entries(packages).filter(
      ([, { engines }]) => engines?.node !== undefined && !satisfies(version, engines.node),
    );
    assert.deepEqual(
      refused.map(([name]) => name),
      [],
      version,
    );
  }
});

/** As npm decides it: the package is part of npm. */
async function semver(): Promise<{ satisfies(version: string, range: string): boolean }> {
  const { npmCommand } = await import("../../scripts/build/npm.mjs");
  const [, script = ""] = npmCommand();
  const { createRequire } = await import("node:module");
  return createRequire(script)("semver") as { satisfies(version: string, range: string): boolean };
}
