/** Finds the comment that documents a declaration: above it, or behind it on its line. */

/** Lines that may be between a comment and its declaration. */
const BETWEEN = /^\s*(#\s*pragma\b|typedef\b[^;{]*$|template\s*<|__attribute__\s*\(|\[\[)/;
const BANNER = /copyright|licen[cs]e|spdx/i;

/** The text of the comment that ends directly above the line (counted from 1), without delimiters and with its line breaks. */
export function commentAbove(lines: readonly string[], line: number): string | undefined {
  let last = line - 1;
  while (last > 0 && BETWEEN.test(lines[last - 1] ?? "")) last--;
  const first = firstLine(lines, last);
  if (first === undefined) return undefined;
  const text = commentWords(lines.slice(first - 1, last).join("\n"));
  return text === "" || BANNER.test(text) ? undefined : text;
}

/** The text of the comment at the end of a line. */
export function commentBehind(line: string): string | undefined {
  const found = /\/\/(.*)$|\/\*(.*?)\*\/\s*$/.exec(line);
  const text = found === null ? "" : commentWords(found[1] ?? found[2] ?? "");
  return text === "" ? undefined : text;
}

/** Removes delimiters and leading stars, including Doxygen's. */
export function commentWords(comment: string): string {
  const lines = comment.split("\n").map((line) =>
    line
      .replace(/^\s*(?:\/{2,}|\/\*+|\*+(?!\/))?[!<]*\s?/, "")
      .replace(/\s*\*+\/\s*$/, "")
      .trimEnd(),
  );
  return lines
    .filter((line) => !/^[\s=*/#~_-]*$/.test(line) || line === "")
    .join("\n")
    .replace(/\n{2,}/g, "\n\n")
    .trim();
}

/** First line of the comment that ends on line `last`; undefined if that line contains anything else. */
function firstLine(lines: readonly string[], last: number): number | undefined {
  const text = lines[last - 1] ?? "";
  if (/^\s*\/\//.test(text)) {
    let first = last;
    while (/^\s*\/\//.test(lines[first - 2] ?? "")) first--;
    return first;
  }
  if (!/\*\/\s*$/.test(text)) return undefined;
  for (let first = last; first > 0; first--) {
    const opening = (lines[first - 1] ?? "").lastIndexOf("/*");
    if (opening >= 0) return /^\s*$/.test((lines[first - 1] ?? "").slice(0, opening)) ? first : undefined;
  }
  return undefined;
}
