import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.ts";
import { render } from "../../../generator/diagnostics/render.ts";

const HEADER = "struct struct_lab\n{\n\tuint8_t\ttemp; // @rule: expr=tmp / 10\n    uint8_t ort; // 東京 tmp\n}\n";

function source(file: string): string | undefined {
  return file === "headers/lab.h" ? HEADER : undefined;
}

function at(line: number, column: number, length: number, file = "headers/lab.h") {
  return { file, start: { line, column }, end: { line, column: column + length } };
}

function unknownName(overrides: Partial<Diagnostic> = {}): Diagnostic {
  return {
    code: "E301",
    severity: "error",
    span: at(3, 33, 3),
    message: "rule for 'temp' uses unknown name 'tmp' (did you mean 'temp'?)",
    ...overrides,
  };
}

function plain(...diagnostics: Diagnostic[]): string {
  return render(diagnostics, { source, style: "plain" });
}

test("a diagnostic shows position, severity, code and message, the source line and a caret", () => {
  assert.equal(
    plain(unknownName()),
    [
      "headers/lab.h:3:33: error E301: rule for 'temp' uses unknown name 'tmp' (did you mean 'temp'?)",
      "\tuint8_t\ttemp; // @rule: expr=tmp / 10",
      "\t       \t                       ^~~",
      "1 error",
      "",
    ].join("\n"),
  );
});

test("the caret is at the right column below wide characters", () => {
  const lines = plain(unknownName({ span: at(4, 24, 3) })).split("\n");
  assert.equal(lines[1], "    uint8_t ort; // 東京 tmp");
  assert.equal(lines[2], `${" ".repeat(25)}^~~`);
});

test("a hint and related positions follow", () => {
  const related = [{ span: at(1, 8, 10), message: "in this struct" }];
  assert.equal(
    plain(unknownName({ hint: "write temp", related })),
    [
      "headers/lab.h:3:33: error E301: rule for 'temp' uses unknown name 'tmp' (did you mean 'temp'?)",
      "\tuint8_t\ttemp; // @rule: expr=tmp / 10",
      "\t       \t                       ^~~",
      "hint: write temp",
      "headers/lab.h:1:8: note: in this struct",
      "struct struct_lab",
      "       ^~~~~~~~~~",
      "1 error",
      "",
    ].join("\n"),
  );
});

test("problems are sorted by file and position, without duplicates", () => {
  const later = unknownName({ span: at(4, 5, 7), severity: "warning", code: "W204", message: "later" });
  const other = unknownName({ span: at(1, 1, 1, "headers/a.h"), message: "other file" });
  const whole = unknownName({ span: undefined, message: "no place" });
  const messages = plain(later, unknownName(), other, unknownName(), whole)
    .split("\n")
    .filter((line) => /(error|warning) [EW]\d/.test(line));
  assert.deepEqual(messages, [
    "error E301: no place",
    "headers/a.h:1:1: error E301: other file",
    "headers/lab.h:3:33: error E301: rule for 'temp' uses unknown name 'tmp' (did you mean 'temp'?)",
    "headers/lab.h:4:5: warning W204: later",
  ]);
});

test("at most 20 diagnostics per file are shown, errors before warnings", () => {
  const warnings = Array.from({ length: 25 }, (_, index) =>
    unknownName({ severity: "warning", code: "W204", span: at(1, index + 1, 1), message: `warning ${index}` }),
  );
  const text = plain(...warnings, unknownName());
  const shown = text.split("\n").filter((line) => /(error|warning) [EW]\d/.test(line));
  assert.equal(shown.length, 20);
  assert.match(shown[19] ?? "", /error E301/);
  assert.ok(text.endsWith("headers/lab.h: and 6 warnings not shown\n1 error, 25 warnings\n"), text);
});

test("a long line is cut around the caret", () => {
  const line = `${"x".repeat(400)}bad${"y".repeat(400)}`;
  const diagnostic = unknownName({
    span: { file: "l.h", start: { line: 1, column: 401 }, end: { line: 1, column: 404 } },
  });
  const [, excerpt = "", caret = ""] = render([diagnostic], { source: () => line, style: "plain" }).split("\n");
  assert.ok(excerpt.length <= 162, `${excerpt.length} characters`);
  assert.equal(excerpt.slice(caret.indexOf("^"), caret.length), "bad");
});

test("control characters and bidirectional controls of a header do not reach the terminal", () => {
  const evil = "int a; // \u001b[2J\u202egnp.exe\u0000\u0085";
  const text = render([unknownName({ message: "bad \u001b]0;title\u0007", span: at(1, 11, 1) })], {
    source: () => evil,
    style: "plain",
  });
  assert.ok(text.includes("bad \\x1b]0;title\\x07"), text);
  assert.ok(text.includes("int a; // \\x1b[2J\\u202egnp.exe\\x00\\x85"), text);
  assert.doesNotMatch(text.replaceAll("\n", ""), /[\p{Cc}\u202e]/u);
});

test("an unknown file or a position beyond the text gives no excerpt and no exception", () => {
  assert.equal(
    plain(unknownName({ span: at(3, 1, 1, "headers/gone.h"), message: "m" })),
    "headers/gone.h:3:1: error E301: m\n1 error\n",
  );
  assert.equal(
    plain(unknownName({ span: at(99, 1, 1), message: "m" })),
    "headers/lab.h:99:1: error E301: m\n1 error\n",
  );
});

test("colour is used only on request", () => {
  const text = render([unknownName()], { source, style: "colour" });
  assert.ok(text.includes("\u001b[1;31merror E301\u001b[0m"), text);
  assert.equal(plain(unknownName()).includes("\u001b"), false);
});

test("without diagnostics the report is empty", () => {
  assert.equal(plain(), "");
});
