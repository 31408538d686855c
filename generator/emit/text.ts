/** Text of headers on its way into generated files: as literals and in comments, where it can do no harm. */

/** Control, bidirectional, invisible and surrogate code units: they could end a line or make code look like something else. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Most text of headers: nothing in it has to be escaped, and every line of the output asks. */
const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/;
const PLAIN_LITERAL = /^[ !#-[\]-~]*$/;

/** Whether the text may stand between quotation marks as it is, in any language. */
export function isPlainLiteral(text: string): boolean {
  return PLAIN_LITERAL.test(text);
}

/** A string literal of JavaScript (and of JSON). */
export function stringLiteral(text: string): string {
  if (isPlainLiteral(text)) return `"${text}"`;
  return JSON.stringify(text).replace(UNSAFE, escapeUnit);
}

/** One line that shows nothing but itself. */
export function lineText(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  return text.replace(/\s+/g, " ").trim().replace(UNSAFE, escapeUnit);
}

/** One line of a comment, without a comment's end in it. */
export function commentText(text: string): string {
  return lineText(text).replaceAll("*/", "* /");
}

/** A header's comment as paragraphs of JSDoc; none where there is no comment. A `@` would begin a tag. */
export function commentParagraphs(comment: string | undefined): string[] {
  if (comment === undefined) return [];
  return comment
    .split("\n\n")
    .map((paragraph) => commentText(paragraph).replaceAll("@", "(at)"))
    .filter((paragraph) => paragraph !== "");
}

/** The characters of a template literal. */
export function templateText(text: string): string {
  return stringLiteral(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("`", "\\`").replaceAll("${", "\\${");
}

/** A number as JavaScript writes it; `-0` keeps its sign. */
export function numberLiteral(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
