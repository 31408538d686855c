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

/** One comment line that cannot end the comment. */
export function commentText(text: string): string {
  return lineText(text).replaceAll("*/", "* /");
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
