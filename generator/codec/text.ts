/** Makes header text safe in generated files, in literals and in comments. */

/** Control, bidirectional, invisible and surrogate code units: they could end a line, or disguise code. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

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

/** What the texts of a notation cannot hold, each with what stands for it. The only such list: emitters name their notation. */
const CANNOT_HOLD = {
  /** It would end the comment, or begin one within it, which Rust nests and C compilers warn of. */
  "block comment": [
    ["*/", "* /"],
    ["/*", "/ *"],
  ],
  /** XML 1.0, 2.5 */
  "xml comment": [["--", "- -"]],
  /** A string between three quotation marks, whose escapes mean something. */
  docstring: [
    ["*/", "* /"],
    ["/*", "/ *"],
    ['"', "'"],
    ["\\", "'"],
  ],
  /** COSMOS' files are templates of Ruby: text between these marks is run. [ERB] */
  erb: [
    ["<%", "< %"],
    ["%>", "% >"],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [string, string])[]>>;

/** The text as the notation can hold it. Line ends stay: `lineText` is for them. */
export function heldBy(notation: keyof typeof CANNOT_HOLD, text: string): string {
  return CANNOT_HOLD[notation].reduce((held, [never, instead]) => held.replaceAll(never, instead), text);
}

/** One line of a block comment. */
export function commentText(text: string): string {
  return heldBy("block comment", lineText(text));
}

/** One line of a docstring. */
export function docstringText(text: string): string {
  return heldBy("docstring", lineText(text));
}

/** A header's comment as JSDoc paragraphs; empty if there is none. A `@` is escaped, because it would begin a tag. */
export function commentParagraphs(comment: string | undefined): string[] {
  if (comment === undefined) return [];
  return comment
    .split("\n\n")
    .map((paragraph) => commentText(paragraph).replaceAll("@", "(at)"))
    .filter((paragraph) => paragraph !== "");
}

/** Escapes text for a template literal. */
export function templateText(text: string): string {
  return stringLiteral(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("`", "\\`").replaceAll("${", "\\${");
}

/** A number as JavaScript source; `-0` keeps its sign. */
export function numberLiteral(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
