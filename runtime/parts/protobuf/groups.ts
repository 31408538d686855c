/**
 * Groups of proto2 as messages beside their fields, before the library parses a file: it knows no group in a `oneof`, no `oneof` in a group, and
 * names fields otherwise than Google's compiler. Messages are read alike in both encodings.
 */

const GROUP = /\bgroup\s+([A-Za-z_]\w*)\s*(=\s*\w+\s*(?:\[[^\]]*\])?)\s*\{/g;
/** What a message cannot be declared in, before its brace. */
const LIST = /\b(?:oneof|extend)\s+[\w.]+\s*$/;
const MOST_NAME = 1000;

export function withoutGroups(text: string): string {
  let [written, plain] = [text, blanked(text)];
  const groups = [...plain.matchAll(GROUP)];
  const around = bracesAround(
    plain,
    groups.map(({ index }) => index),
  );
  // From the last one, which has no other inside: what is before it keeps its place.
  for (const [at, group] of [...groups.entries()].reverse()) {
    const [whole, name = "", number = ""] = group;
    const { index } = group;
    const open = index + whole.length;
    const end = endOf(plain, open);
    const brace = around[at]!;
    const isInList = LIST.test(plain.slice(Math.max(0, brace - MOST_NAME), Math.max(0, brace)));
    const behind = isInList ? endOf(plain, brace + 1) : end;
    const rewritten = (of: string) =>
      [
        of.slice(0, index),
        `${name} ${name.toLowerCase()} ${of.slice(index + whole.indexOf(number), open - 1)};`,
        of.slice(end + 1, behind + 1),
        `message ${name} {${of.slice(open, end)}}`,
        of.slice(behind + 1),
      ].join(" ");
    [written, plain] = [rewritten(written), rewritten(plain)];
  }
  return written;
}

/** For each place (ascending) the last brace that is open there, or −1. */
function bracesAround(plain: string, places: readonly number[]): number[] {
  const open: number[] = [];
  let at = 0;
  return places.map((place) => {
    for (; at < place; at++) {
      if (plain[at] === "{") open.push(at);
      else if (plain[at] === "}") open.pop();
    }
    return open.at(-1) ?? -1;
  });
}

/** Comments and texts as blanks, with all places kept. */
function blanked(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (part) =>
    part.replace(/[^\n]/g, " "),
  );
}

/** Where the brace closes that opens before `from`; the end of the text if none does. */
function endOf(plain: string, from: number): number {
  let depth = 1;
  for (let at = from; at < plain.length; at++) {
    if (plain[at] === "{") depth++;
    else if (plain[at] === "}" && --depth === 0) return at;
  }
  return plain.length;
}
