/** What is loaded before each test file, with a file of its own. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { programArguments } from "../support/programs.ts";
import { inTemporaryFolder } from "../support/temporary-folder.ts";

const IMPORTS = `import { after, describe, test } from "node:test"; import { createHook } from "node:async_hooks";\n`;

test("an error that no test awaits fails its file, and is named", async () => {
  for (const [stray, error] of [
    ["setTimeout(() => { throw new Error('from a timer'); }, 1)", "from a timer"],
    ["void Promise.reject(new Error('from a promise'))", "from a promise"],
  ]) {
    const { status, stdout } = await run(`
      test("waits", () => new Promise((resolve) => { ${stray}; setTimeout(resolve, 50); }));
      test("the next", () => {});
    `);
    assert.notEqual(status, 0, stdout);
    assert.match(stdout, new RegExp(error!));
    assert.match(stdout, /^ok \d - the next$/m);
  }
});

test("tests and hooks of a suite belong to it, and to nothing else", async () => {
  const { status, stdout } = await run(`
    describe("a suite", () => {
      after(() => console.log("after the suite"));
      test("of it", () => {});
      test("that fails", async () => { await null; throw new Error("of this test"); });
    });
    test("behind it", () => console.log("then"));
  `);
  assert.equal(status, 1);
  assert.match(stdout, /^ {4}ok 1 - of it$/m);
  assert.match(stdout, /^ {4}not ok 2 - that fails$[\s\S]*of this test/m);
  assert.match(stdout, /^not ok 1 - a suite$/m);
  assert.match(stdout, /^ok 2 - behind it$/m);
  assert.match(stdout, /after the suite[\s\S]*then/);
});

test("a file that ends itself before its tests are over fails", async () => {
  const { status, stderr } = await run(`test("ends", () => process.exit(0));`);
  assert.equal(status, 1);
  assert.match(stderr, /a test's process was ended before its tests/);
});

test("tested code has hooks of its own", async () => {
  const { status, stdout } = await run(`
    test("follows", async () => {
      const types = [];
      const hook = createHook({ init: (_id, type) => types.push(type) }).enable();
      await new Promise((resolve) => setTimeout(resolve, 1));
      hook.disable();
      if (!types.includes("Timeout")) throw new Error(types.join());
    });
  `);
  assert.equal(status, 0, stdout);
});

/** Runs tests as `npm test` runs a bundle. */
function run(text: string) {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, "a.mjs");
    mkdirSync(join(folder, "programs"));
    writeFileSync(file, `${IMPORTS}${text}`);
    const preload = programArguments("before-tests");
    const options = [...preload.slice(0, -1), `--import=${pathToFileURL(preload.at(-1)!).href}`];
    const { NODE_TEST_CONTEXT: _, STRUCTLINE_SECONDS: _seconds, ...inherited } = process.env;
    const env = { ...inherited, STRUCTLINE_TEST_PROGRAMS: join(folder, "programs") };
    return spawnSync(process.execPath, [...options, "--test-reporter=tap", file], { env, encoding: "utf8" });
  });
}
