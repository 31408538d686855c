import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { LockedError } from "../../../generator/run/lock.ts";
import { outputProblem, shownPath } from "../../../generator/run/outside-problems.ts";

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("a lock held by another run is reported with its holder", () => {
  const { code, message, hint } = outputProblem(new LockedError("/lab/generated/.lock", "process 7 on rig"), "/lab");
  assert.equal(code, "E503");
  assert.equal(message, "'generated/.lock' is held by another run (process 7 on rig)");
  assert.equal(hint, "wait for it to end; if no run exists, remove 'generated/.lock'");
});

test("file system errors are described in words", () => {
  const refused = (action: () => unknown) => outputProblem(thrownBy(action), "/").message;
  assert.equal(
    refused(() => mkdirSync("/dev/null/x")),
    "cannot write 'dev/null/x': a file is in the way",
  );
  assert.equal(
    refused(() => writeFileSync("/dev", "")),
    "cannot write 'dev': a folder is in the way",
  );
  assert.equal(
    refused(() => mkdirSync("/dev")),
    "cannot write 'dev': a file is in the way",
  );
});

test("our own bugs stay exceptions", () => {
  const bug = new TypeError("x is not a function");
  assert.throws(() => outputProblem(bug, "/"), bug);
});

test("paths inside the working directory are shown relative to it", () => {
  assert.equal(shownPath("/lab/generated", "/lab"), "generated");
  assert.equal(shownPath("/lab", "/lab"), ".");
  assert.equal(shownPath("/other/generated", "/lab"), "/other/generated");
});
