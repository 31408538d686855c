/** Makes header text safe for a terminal: it cannot move the cursor, change colours or reorder the line. */

/** Control characters, lone surrogates and bidirectional controls. */
const UNSAFE = /[\p{Cc}\p{Cs}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** East Asian wide and fullwidth ranges, and pictographs that terminals draw two columns wide. [Unicode UAX #11] */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u;

/** Escapes unsafe characters as `\x1b` or `\u202e`. Tabs are kept. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (character) => (character === "\t" ? character : escaped(character)));
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Blanks and tabs with the same width as the text, for any tab stops. */
export function blankOf(text: string): string {
  return [...printable(text)].map((character) => (character === "\t" ? "\t" : " ".repeat(width(character)))).join("");
}

/** Width in terminal columns; a tab counts as one. */
export function widthOf(text: string): number {
  let columns = 0;
  for (const character of printable(text)) columns += width(character);
  return columns;
}

function width(character: string): number {
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
