/** The lines of a struct in a header that may not compile yet. */

export interface StructLines {
  /** Of the declaration, of the opening brace and of the end, from 0. */
  readonly first: number;
  readonly open: number;
  readonly last: number;
}

/** The lines of the struct that is declared on a line; undefined if its text is not plain. */
export function structBody(lines: readonly string[], line: number): StructLines | undefined {
  let first = line;
  while (first > 0 && !/\b(?:struct|class)\b/.test(lines[first] ?? "")) first--;
  let depth = 0;
  let open: number | undefined;
  for (const [offset, text] of lines.slice(first).entries()) {
    const code = text.replace(/\/\/.*$|\/\*.*?\*\//g, "");
    if (code.includes("{")) open ??= first + offset;
    depth += code.split("{").length - code.split("}").length;
    if (depth === 0 && /;\s*$/.test(code))
      return open === undefined ? undefined : { first, open, last: first + offset };
  }
  return undefined;
}
