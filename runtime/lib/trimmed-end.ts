/**
 * A text without a character at its end. A regular expression that ends with `+$` begins anew at each such character
 * inside of the text, so that a long text of them takes the square of its length.
 */
export function trimmedEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return end === text.length ? text : text.slice(0, end);
}
