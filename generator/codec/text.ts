/** Makes header text safe in generated files, in literals and in comments. */

/** Control, bidirectional, invisible and surrogate code units, and U+FFFE and U+FFFF: they could end a line, or disguise code. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Fast path: text that needs no escaping, as most header text. */
const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/;
const PLAIN_LITERAL = /^[ !#-[\]-~]*$/;

/** True if the text can be in quotation marks unchanged, in any language. */
export function isPlainLiteral(text: string): boolean {
  return PLAIN_LITERAL.test(text);
}

/** A string literal that is valid in JavaScript and JSON. */
export function stringLiteral(text: string): string {
  if (isPlainLiteral(text)) return `"${text}"`;
  return JSON.stringify(text).replace(UNSAFE, escapeUnit);
}

/** One line without control or invisible characters. */
export function lineText(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  return text.replace(/\s+/g, " ").trim().replace(UNSAFE, escapeUnit);
}

/**
 * What the texts of a language cannot hold, each with what stands for it; the only such list, also for what has an
 * escape there. The replacements of a language are done in this order, once: none may complete another mark.
 */
const CANNOT_HOLD = {
  /** It would end the comment, or begin one within it, which Rust nests and C compilers warn of. */
  "block comment": [
    [/\/(?=\*)/g, "/ "],
    [/\*(?=\/)/g, "* "],
  ],
  /** Documentation tools read tags behind the sign. */
  JSDoc: [[/@/g, "(at)"]],
  /** Type checkers read what follows as a type. [PEP 484] */
  "Python comment": [[/^type(?=:)/, "type "]],
  /** XML 1.0, 2.5 */
  "XML comment": [
    [/-(?=-)/g, "- "],
    [/-$/, "- "],
  ],
  /** XML 1.0, 2.4 */
  XML: [[/[&<>"']/g, (sign: string) => `&#${sign.charCodeAt(0)};`]],
  /** A string between three quotation marks, whose escapes mean something, or a comment, of which Nim's end with `]##`. */
  docstring: [
    [/\/(?=\*)/g, "/ "],
    [/\*(?=\/)/g, "* "],
    [/\](?=#)/g, "] "],
    [/#(?=#*\[)/g, "# "],
    [/["\\]/g, "'"],
  ],
  /** COSMOS' files are templates of Ruby: text between these marks is run. [ERB] */
  ERB: [
    [/<(?=%)/g, "< "],
    [/%(?=>)/g, "% "],
  ],
  /** A backslash before the last quotation mark would be part of the text, and no escape gives one of them. */
  "COSMOS string": [
    [/"/g, "'"],
    [/\\/g, "/"],
  ],
  "Ruby string": [[/[\\']/g, "\\$&"]],
  "SQL string": [[/'/g, "''"]],
  "SQL name": [[/"/g, '""']],
  "MATLAB string": [[/'/g, "''"]],
  /** Tools expect different encodings; ASCII is valid in all of them. */
  DBC: [
    [/"/g, "'"],
    [/\\/g, "/"],
    [/°/g, "deg"],
    [/[µμ]/g, "u"],
    [/Ω/g, "Ohm"],
    [/²/g, "2"],
    [/³/g, "3"],
    [/[^ -~]/gu, "?"],
  ],
  /** An address stays one, as a link that has no escapes. [GFM 2.4, 6.8] */
  Markdown: [
    [
      /https?:\/\/(?:\([^\s()<>|`]*\)|[^\s()<>|`])*(?:\([^\s()<>|`]*\)|[^\s()<>|`.,;:!?\]}'"*_])|[\\`*{}[\]<>()#+!|~&]|(?<!\w)_|_(?!\w)/g,
      (found: string) => (found.length > 1 ? `<${found}>` : `\\${found}`),
    ],
  ],
  /** A pipe would end the cell, also in a code span. [GFM 4.10] */
  "Markdown cell": [[/\|/g, "\\|"]],
} as const satisfies Readonly<Record<string, readonly (readonly [RegExp, string | ((found: string) => string)])[]>>;

export type Language = keyof typeof CANNOT_HOLD;

/** A sign that is in everything that the language cannot hold. */
const SIGN_IN_ALL: Partial<Readonly<Record<Language, string>>> = { "block comment": "*", JSDoc: "@" };

/** The text as the language can hold it. Line ends stay: `lineText` is for them. */
export function heldBy(language: Language, text: string): string {
  // Most text has none of the signs, and a search for one takes a fraction of each replacement.
  const sign = SIGN_IN_ALL[language];
  if (sign !== undefined && !text.includes(sign)) return text;
  let held = text;
  for (const [never, instead] of CANNOT_HOLD[language]) {
    held = typeof instead === "string" ? held.replace(never, instead) : held.replace(never, instead);
  }
  return held;
}

/** One line of a block comment. */
export function commentText(text: string): string {
  return heldBy("block comment", lineText(text));
}

/** One line of a docstring. */
export function docstringText(text: string): string {
  return heldBy("docstring", lineText(text));
}

/** A header's comment as paragraphs of one line each; empty if there is none. Each language then has its own escapes. */
export function commentParagraphs(comment: string | undefined): string[] {
  if (comment === undefined) return [];
  return comment
    .split("\n\n")
    .map(lineText)
    .filter((paragraph) => paragraph !== "");
}

/** A paragraph of JSDoc. */
export function jsDocText(text: string): string {
  return heldBy("JSDoc", commentText(text));
}

/** Code in Markdown that can be any text of one line: its marks are longer than those inside. Empty if the text is. [GFM 6.3] */
export function codeSpan(text: string): string {
  if (!text.includes("`")) return text === "" ? "" : `\`${text}\``;
  const marks = "`".repeat(1 + Math.max(...(text.match(/`+/g) ?? []).map(({ length }) => length)));
  return `${marks} ${text} ${marks}`;
}

/** Escapes text for a template literal. */
export function templateText(text: string): string {
  return stringLiteral(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("`", "\\`").replaceAll("${", "\\${");
}

/** A number as JavaScript source; `-0` keeps its sign. */
export function numberLiteral(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
