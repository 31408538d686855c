import assert from "node:assert/strict";
import { test } from "node:test";
import { parseText } from "../../support/parse-text.ts";

/** Field name → texts of its comments. */
function commentsOf(text: string): Record<string, string[]> {
  const { value } = parseText(text);
  const [message] = value.messages;
  const fields = message?.record.members.flatMap((member) => (member.kind === "anonymous" ? [] : [member])) ?? [];
  return Object.fromEntries(
    fields
      .filter(({ comments }) => comments.length > 0)
      .map(({ name, comments }) => [name, comments.map((comment) => comment.text)]),
  );
}

const message = (fields: string): string => `struct s {\n  uint8_t length;\n  uint8_t ID;\n${fields}\n} s = {3, 1};`;

test("a comment belongs to the field on its line", () => {
  assert.deepEqual(
    commentsOf(message("  // above\n  int8_t a; //1\n  int8_t b; /* 2 */ // @rule: unit=V\n  // below")),
    { a: ["1"], b: [" 2 ", " @rule: unit=V"] },
  );
});

test("with several declarations on a line, the comment belongs to the nearest one before it, else to the next", () => {
  assert.deepEqual(commentsOf(message("int8_t a; /*1*/ int8_t b; //2\n/*3*/ int8_t c;")), {
    a: ["1"],
    b: ["2"],
    c: ["3"],
  });
});

test("all declarators of a declaration share its comment", () => {
  assert.deepEqual(commentsOf(message("double a, b; // x\nint8_t c, // y\n  d; // z")), {
    a: [" x"],
    b: [" x"],
    c: [" y"],
    d: [" z"],
  });
});

test("a declaration over several lines gets the comments of all of them", () => {
  assert.deepEqual(
    commentsOf(message("int8_t a[\n  2 // x\n]; // y\nstruct { // inner\n  int8_t q; // q\n} b; // z")),
    { a: [" x", " y"], b: [" z"] },
  );
});

test("a comment over several lines is one comment, starting on its first line", () => {
  assert.deepEqual(commentsOf(message("int8_t a; /* 3\n   @rule: unit=V */\nint8_t b;")), {
    a: [" 3\n   @rule: unit=V "],
  });
});

test("documentation markers are not part of the text", () => {
  assert.deepEqual(
    commentsOf(message("int8_t a; ///< 3\nint8_t b; //!< 4\nint8_t c; /**< 5 */\nint8_t d; //< 6\nint8_t e; /**/")),
    { a: [" 3"], b: [" 4"], c: [" 5 "], d: ["< 6"], e: [""] },
  );
});

test("the span is the position of the text, with CRLF and tabs too", () => {
  const { value } = parseText(message("\tint8_t a;\t//@rule: unit=V").replaceAll("\n", "\r\n"));
  const member = value.messages[0]?.record.members[2];
  assert(member?.kind === "field", "a field");
  assert.deepEqual(member.comments, [
    { text: "@rule: unit=V", span: { file: "lab.h", start: { line: 4, column: 14 }, end: { line: 4, column: 27 } } },
  ]);
});

test("comments in skipped branches belong to no field", () => {
  assert.deepEqual(commentsOf(message("#if 0\nint8_t a; // no\n#else\nint8_t a; // yes\n#endif")), { a: [" yes"] });
});

test("rules on lines without a field are returned, other comments are not", () => {
  const { value } = parseText(
    `// @rule: unit=V\n// plain\n${message("// @ rule: unit=A\nint8_t a; // @rule: unit=m")}\nint x; // @rule: unit=s`,
  );
  assert.deepEqual(
    value.strayComments.map(({ text, span }) => [text, span.start.line]),
    [
      [" @rule: unit=V", 1],
      [" @ rule: unit=A", 6],
      [" @rule: unit=s", 9],
    ],
  );
});
