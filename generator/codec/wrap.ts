/** Wraps long lines of generated code where TypeScript allows it. */

const LINE = 120;

/** Breaks lines of more than 120 characters before operators and after commas, but not inside strings and comments. */
export function wrapped(code: string): string {
  if (!hasLongLine(code)) return code;
  return code.split("\n").flatMap(brokenLine).join("\n");
}

function hasLongLine(code: string): boolean {
  for (let from = 0; from < code.length - LINE; ) {
    const end = code.indexOf("\n", from);
    if ((end < 0 ? code.length : end) - from > LINE) return true;
    if (end < 0) return false;
    from = end + 1;
  }
  return false;
}

function brokenLine(line: string): string[] {
  if (line.length <= LINE || /^\s*(\/\/|\/\*|\*)/.test(line)) return [line];
  const places = breaks(line);
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const lines: string[] = [];
  let from = 0;
  for (let index = 0; index < places.length; index++) {
    const next = places[index + 1] ?? line.length;
    const room = LINE - (from === 0 ? 0 : indent.length + 2);
    if (next - from <= room) continue;
    const at = places[index] ?? from;
    lines.push(piece(line.slice(from, at), from, indent));
    from = at + 1;
  }
  return [...lines, piece(line.slice(from), from, indent)];
}

function piece(text: string, from: number, indent: string): string {
  return from === 0 ? text : `${indent}  ${text}`;
}

/** Positions of blanks where a line may be broken. Not after `return`, which would end the statement. */
function breaks(line: string): number[] {
  const places: number[] = [];
  let quote = "";
  for (let at = line.search(/\S/); at < line.length; at++) {
    const character = line[at] ?? "";
    if (quote !== "" && character === "\\") at++;
    else if (character === quote) quote = "";
    else if (quote === "" && (character === '"' || character === "`")) quote = character;
    else if (quote === "" && character === " " && mayBreak(line, at)) places.push(at);
  }
  return places;
}

function mayBreak(line: string, at: number): boolean {
  const before = line[at - 1];
  if (/\b(?:return|throw)$/.test(line.slice(0, at))) return false;
  return before === "," || /^ (?:[|&^+*/%?:<>-]|[=!]==)/.test(line.slice(at, at + 4)) || before === "(";
}
