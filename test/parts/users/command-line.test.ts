/** An option reaches the action as it was written. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCommandLine } from "../../../runtime/cli/command-line.ts";
import { users } from "../../../runtime/parts/users/users-action.ts";

function argsOf(argv: readonly string[]): Readonly<Record<string, unknown>> {
  const request = parseCommandLine(argv, [users]);
  assert.equal(request.kind, "run");
  return request.kind === "run" ? request.line.args : {};
}

test("each option means what it is named, also one that begins with 'no-'", () => {
  for (const [name, { type }] of Object.entries(users.args)) {
    if (type === "positional") continue;
    const [given, value] = type === "string" ? [["some"], "some"] : [[], true];
    assert.equal(argsOf(["users", "add", `--${name}`, ...given])[name], value, name);
  }
  assert.equal(argsOf(["users", "add", "ida"])["no-password"], false);
});
