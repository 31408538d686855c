/**
 * The files in the `foreign` folders of emitters, each tested in its own language. Lua is run by tshark (`lua.test.ts`), C by compilers
 * (`c-check.test.ts`), `error.rs` by rustc and `options.proto` by protoc with whole channels.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createContext, Script } from "node:vm";
import { needsPeers, run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const EMITTERS = fileURLToPath(new URL("../../../generator/emitters/", import.meta.url));
const TESTS = fileURLToPath(new URL("foreign/", import.meta.url));

test("Python's functions pass their own tests", { skip: needsPeers("python3") }, () => {
  const options = { encoding: "utf8", env: { ...process.env, EMITTERS } } as const;
  const { status, stderr } = spawnSync("python3", [join(TESTS, "helpers_test.py")], options);
  assert.equal(status, 0, stderr);
});

test("Rust's functions pass their own tests", { skip: needsPeers("rustc") }, () => {
  const folder = temporaryFolder();
  try {
    const text = [join(EMITTERS, "rust/foreign/coding.rs"), join(TESTS, "coding_test.rs")].map((file) =>
      readFileSync(file, "utf8"),
    );
    writeFileSync(join(folder, "coding.rs"), text.join("\n"));
    const program = join(folder, "tests");
    run("rustc", ["--edition=2021", "--test", "-o", program, join(folder, "coding.rs")]);
    assert.match(run(program, []), /test result: ok/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("MATLAB's functions pass their own tests in Octave", { skip: needsPeers("octave-cli") }, () => {
  assert.equal(
    run("octave-cli", ["--no-gui", "--norc", join(TESTS, "coding_test.m"), join(EMITTERS, "simulink/foreign")]),
    "",
  );
});

test("the functions in ECMAScript 5 read what they write", () => {
  const context = createContext({});
  for (const name of ["coding.es5.js", "rules.es5.js"]) {
    new Script(readFileSync(join(EMITTERS, "lorawan/foreign", name), "utf8")).runInContext(context);
  }
  const value = (text: string) => JSON.parse(new Script(`JSON.stringify(${text})`).runInContext(context) as string);
  for (const little of [true, false]) {
    for (const number of [0, -1, 1.5, -2.25, 1e300, 5e-324]) {
      const written = `(function () { var bytes = [1,2,3,4,5,6,7,8]; writeFloat(bytes, 0, 64, ${number}, ${little}); return bytes; })()`;
      const bytes = Buffer.alloc(8);
      if (little) bytes.writeDoubleLE(number);
      else bytes.writeDoubleBE(number);
      assert.deepEqual(value(written), [...bytes]);
      assert.equal(value(`readFloat(${written}, 0, 64, ${little})`), number);
    }
    const bits = `(function () { var bytes = [255, 0, 255]; writeInteger(bytes, 5, 11, -3, ${little}); return bytes; })()`;
    assert.equal(value(`readInteger(${bits}, 5, 11, true, ${little})`), -3);
  }
  assert.deepEqual(value("[ruleRound(-0.5), ruleRoundTo(1.005, 2), ruleMod(-1, 360)]"), [-1, 1.01, 359]);
});
