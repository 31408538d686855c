import assert from "node:assert/strict";
import { test } from "node:test";
import { EMIT_NAMES } from "../../../generator/emitters/emitters.ts";
import { parseCommandLine } from "../../../generator/run/command-line.ts";

const DEFAULTS = {
  config: undefined,
  set: [],
  out: undefined,
  emit: undefined,
  adopt: undefined,
  check: false,
  breaking: false,
  against: undefined,
  watch: false,
  strict: false,
  keepGoing: false,
  json: false,
  standalone: false,
  sarif: undefined,
};

function wrong(...argv: string[]): string {
  const command = parseCommandLine(argv);
  assert.equal(command.kind, "wrong");
  return command.kind === "wrong" ? command.message : "";
}

test("without arguments everything has its default", () => {
  assert.deepEqual(parseCommandLine([]), { kind: "run", arguments: DEFAULTS });
});

test("every option is accepted, with = or a blank", () => {
  assert.deepEqual(parseCommandLine(["--config", "lab.ini", "--out=build", "--watch", "--strict", "--json"]), {
    kind: "run",
    arguments: { ...DEFAULTS, config: "lab.ini", out: "build", watch: true, strict: true, json: true },
  });
  assert.deepEqual(parseCommandLine(["--check"]), { kind: "run", arguments: { ...DEFAULTS, check: true } });
});

test("--emit names definitions for other tools, in the table's order", () => {
  const emit = (list: string) => {
    const command = parseCommandLine(["--emit", list]);
    return command.kind === "run" ? command.arguments.emit : command;
  };
  assert.deepEqual(emit("wireshark, markdown"), ["markdown", "wireshark"]);
  assert.deepEqual(emit("all"), EMIT_NAMES);
  assert.deepEqual(emit("none"), []);
  assert.match(
    wrong("--emit", "wirshark"),
    /^--emit: there is no emitter 'wirshark' \(did you mean 'wireshark'\?\); known are all, /,
  );
});

test("--set may be repeated", () => {
  const command = parseCommandLine(["--set", "gen.emit=c", "--set=lab-rig.abi=avr", "--check"]);
  assert.deepEqual(command.kind === "run" && command.arguments.set, ["gen.emit=c", "lab-rig.abi=avr"]);
});

test("help and version take precedence over other options", () => {
  assert.deepEqual(parseCommandLine(["--check", "-h"]), { kind: "help" });
  assert.deepEqual(parseCommandLine(["--help"]), { kind: "help" });
  assert.deepEqual(parseCommandLine(["--version"]), { kind: "version" });
});

test("wrong usage is reported with the nearest option", () => {
  assert.equal(wrong("--chek"), "unknown option '--chek' (did you mean '--check'?)");
  assert.equal(wrong("-x"), "unknown option '-x'");
  assert.equal(wrong("--__proto__"), "unknown option '--__proto__'");
  assert.equal(wrong("headers/a.h"), "unexpected argument 'headers/a.h'");
  assert.equal(wrong("--config"), "--config needs a value");
  assert.equal(wrong("--config", "--check"), "--config needs a value");
  assert.equal(wrong("--out="), "--out needs a value");
  assert.equal(wrong("--check=yes"), "--check takes no value");
  assert.equal(wrong("--json", "--json"), "--json is given twice");
  assert.equal(wrong("--set"), "--set needs a value");
  assert.equal(wrong("--check", "--watch"), "--check and --watch exclude each other");
});
