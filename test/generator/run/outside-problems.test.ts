import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { LockedError } from "../../../generator/run/lock.ts";
import { outputProblem, shownPath } from "../../../generator/run/outside-problems.ts";
import { project } from "./project.ts";

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

test("what is wrong with a key from outside of the file is told with where the key came from", async () => {
  const { run } = project();
  const told = async (options: Parameters<typeof run>[0]) => (await run(options)).diagnostics[0]?.message ?? "";
  assert.match(await told({ set: ["http.lisen=1"] }), /^--set http\.lisen: \[http\] has no key 'lisen'/);
  assert.match(await told({ set: ["nosuch.key=1"] }), /^--set nosuch\.key: there is no section \[nosuch\]/);
  assert.match(await told({ set: ["gen.emit=nosuch"] }), /^--set gen\.emit: emit: there is no emitter 'nosuch'/);
  const environment = { STRUCTLINE__HTTP__LISEN: "1" };
  assert.match(await told({ environment }), /^STRUCTLINE__HTTP__LISEN: \[http\] has no key/);
});
