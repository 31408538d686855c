import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCommandLine } from "../../../generator/command-line.ts";

const DEFAULTS = { config: undefined, out: undefined, check: false, watch: false, strict: false, json: false };

function wrong(...argv: string[]): string {
  const command = parseCommandLine(argv);
  assert.equal(command.kind, "wrong");
  return command.kind === "wrong" ? command.message : "";
}

test("without arguments everything has its default", () => {
  assert.deepEqual(parseCommandLine([]), { kind: "run", arguments: DEFAULTS });
});

test("every option is taken, with = or a blank", () => {
  assert.deepEqual(parseCommandLine(["--config", "lab.ini", "--out=build", "--watch", "--strict", "--json"]), {
    kind: "run",
    arguments: { config: "lab.ini", out: "build", check: false, watch: true, strict: true, json: true },
  });
  assert.deepEqual(parseCommandLine(["--check"]), { kind: "run", arguments: { ...DEFAULTS, check: true } });
});

test("help and version win over the rest", () => {
  assert.deepEqual(parseCommandLine(["--check", "-h"]), { kind: "help" });
  assert.deepEqual(parseCommandLine(["--help"]), { kind: "help" });
  assert.deepEqual(parseCommandLine(["--version"]), { kind: "version" });
});

test("wrong usage is named, with the nearest option", () => {
  assert.equal(wrong("--chek"), "unknown option '--chek' (did you mean '--check'?)");
  assert.equal(wrong("-x"), "unknown option '-x'");
  assert.equal(wrong("--__proto__"), "unknown option '--__proto__'");
  assert.equal(wrong("headers/a.h"), "unexpected argument 'headers/a.h'");
  assert.equal(wrong("--config"), "--config needs a value");
  assert.equal(wrong("--config", "--check"), "--config needs a value");
  assert.equal(wrong("--out="), "--out needs a value");
  assert.equal(wrong("--check=yes"), "--check takes no value");
  assert.equal(wrong("--json", "--json"), "--json is given twice");
  assert.equal(wrong("--check", "--watch"), "--check and --watch exclude each other");
});
