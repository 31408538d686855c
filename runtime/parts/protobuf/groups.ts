/**
 * Groups of proto2 as messages beside their fields, before the library parses a file: it knows no group in a `oneof`, no `oneof` in a group, and
 * names fields otherwise than Google's compiler. Messages are read alike in both encodings.
 */

const GROUP = /\bgroup\s+([A-Za-z_]\w*)\s*(=\s*\w+\s*(?:\[[^\]]*\])?)\s*\{/g;
/** What a message cannot be declared in. */
const LIST = /\b(?:oneof|extend)\s+[\w.]+\s*$/;

export function withoutGroups(text: string): string {
  let written = text;
  for (;;) {
    const plain = blanked(written);
    // The last one has no other inside.
    const last = [...plain.matchAll(GROUP)].at(-1);
    if (last === undefined) return written;
    const [, name = "", number = ""] = last.map((part) => part.trimEnd());
    const open = last.index + last[0].length;
    const end = endOf(plain, open);
    const field = `${name} ${name.toLowerCase()} ${number};`;
    const message = `message ${name} {${written.slice(open, end)}}`;
    const before = listAround(plain, last.index);
    const own = [written.slice(0, last.index), field, written.slice(end + 1)];
    if (before === undefined) own.splice(2, 0, message);
    else own.splice(0, 1, written.slice(0, before), message, written.slice(before, last.index));
    written = own.join(" ");
  }
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

/** Where the `oneof` or `extend` begins that contains a place directly. */
function listAround(plain: string, place: number): number | undefined {
  let depth = 0;
  for (let at = place - 1; at >= 0; at--) {
    if (plain[at] === "}") depth++;
    else if (plain[at] === "{" && depth-- === 0) return LIST.exec(plain.slice(0, at))?.index;
  }
  return undefined;
}
