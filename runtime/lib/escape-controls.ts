/**
 * Escapes control characters: printed or logged text must not move the cursor, change colours, begin a new line, or show
 * its letters in another order.
 */

const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** All but line ends and tabs. */
const UNSAFE_IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** In a line of JSON it changes nothing that is read from it. */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** The same for text of several lines. */
export function escapeInLines(text: string): string {
  return text.replace(UNSAFE_IN_LINES, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
