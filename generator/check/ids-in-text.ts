/** Finds IDs that the header text assigns to structs: in comments, in class constants, and in tables with `sizeof`. */

import { groupBy } from "../../runtime/lib/group-by.ts";
import type { RecordDeclaration } from "../types/declarations.ts";
import { isIdName } from "./suggest-frame.ts";

export interface FoundId {
  /** A constant's name, or a number. */
  readonly text: string;
  readonly evidence: string;
  readonly score: number;
}

export interface Candidate {
  readonly record: RecordDeclaration;
  readonly id: FoundId;
}

/** Number of lines above a struct that are searched for a comment. */
const LINES_ABOVE = 8;
/** Number of lines of a class body that are searched. */
const MOST_BODY = 400;

export function idsInText(
  names: ReadonlyMap<RecordDeclaration, readonly string[]>,
  { numbers, flags }: { readonly numbers: ReadonlyMap<string, bigint>; readonly flags: ReadonlySet<string> },
  texts: ReadonlyMap<string, string>,
): Candidate[] {
  const lines = new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
  const mentioned = new Map([...numbers].filter(([name]) => !flags.has(name) && !isLimit(name)));
  const ofText = [...names.keys()].flatMap((record) => {
    const text = lines.get(record.span.file);
    const id =
      text &&
      (idOfClass(record, text, numbers) ?? idOfComment(record, text, mentioned) ?? idOfMember(record, mentioned));
    return id === undefined ? [] : [{ record, id }];
  });
  return [...idsOfTables(names, numbers, texts), ...ofText];
}

/** `{ ATTITUDE_ID, sizeof(struct attitude) }`, in either order. */
const ENTRY =
  /\{\s*(?:([A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+)\s*,\s*)?sizeof\s*\(\s*(?:struct\s+)?([A-Za-z_]\w*)\s*\)\s*(?:,\s*([A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+)\s*)?[,}]/g;

function idsOfTables(
  names: ReadonlyMap<RecordDeclaration, readonly string[]>,
  numbers: ReadonlyMap<string, bigint>,
  texts: ReadonlyMap<string, string>,
): Candidate[] {
  const records = new Map([...names].flatMap(([record, list]) => list.map((name) => [name, record] as const)));
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(ENTRY)].flatMap(({ 1: before, 2: name = "", 3: behind, index }) => {
      const record = records.get(name);
      const id = before ?? behind;
      if (record === undefined || id === undefined || !isId(id, numbers)) return [];
      const line = text.slice(0, index).split("\n").length;
      return [{ record, id: { text: id, evidence: `the table in ${path}:${line}`, score: 1 } }];
    }),
  );
}

const CLASS_ID =
  /(?:^|[;{}])\s*(?:static\s+)?(?:inline\s+)?(?:const(?:expr)?|static|enum\b[^{;]*\{)[\w\s:]*?\b[km]?_?(?:(?:msg|message|packet|frame|type)_?)?(?:id|type)_?\s*=\s*([A-Za-z_]\w*|0x[0-9a-f]+|\d+)\s*[;,}]/i;

/** Finds `static constexpr uint8_t ID = 0x10;` in the class body. */
function idOfClass(
  { span }: RecordDeclaration,
  lines: readonly string[],
  numbers: ReadonlyMap<string, bigint>,
): FoundId | undefined {
  const from = span.start.line - 1;
  const text = lines
    .slice(from, from + MOST_BODY)
    .map((line) => line.replace(/\/\/.*/, ""))
    .join("\n");
  const body = bodyOf(text);
  const found = body && CLASS_ID.exec(body.text);
  if (!found || !isId(found[1] ?? "", numbers)) return undefined;
  const before = text.slice(0, body.at + found.index + found[0].length);
  const line = from + before.split("\n").length;
  return { text: found[1] ?? "", evidence: `the constant in ${span.file}:${line}`, score: 1 };
}

/** The text from the first opening brace to the matching closing brace. */
function bodyOf(text: string): { readonly text: string; readonly at: number } | undefined {
  const at = text.indexOf("{") + 1;
  if (at === 0 || text.slice(0, at).includes(";")) return undefined;
  let depth = 1;
  for (let index = at; index < text.length; index++) {
    depth += text[index] === "{" ? 1 : text[index] === "}" ? -1 : 0;
    if (depth === 0) return { text: text.slice(at, index + 1), at };
  }
  return undefined;
}

/** The ID from a comment above the struct or on its first line. The comment must name exactly one constant. */
function idOfComment(
  { span }: RecordDeclaration,
  lines: readonly string[],
  numbers: ReadonlyMap<string, bigint>,
): FoundId | undefined {
  const at = span.start.line - 1;
  const own = /\/[/*](.*)$/.exec(lines[at] ?? "")?.[1] ?? "";
  const comments = [own];
  for (let line = at - 1; line >= Math.max(0, at - LINES_ABOVE); line--) {
    const text = (lines[line] ?? "").trim();
    // Stop at a line that is not a comment: comments above it belong to something else.
    if (!/^(?:\/[/*]|\*)/.test(text) && !/\*\/$/.test(text)) break;
    comments.push(text);
  }
  return onlyNamed(comments, `${span.file}:${at + 1}`, numbers);
}

/** The whole text of a comment that is one hexadecimal number. A decimal one is the field's position [D6]. */
const NUMBER = /^[/*\s=:]*(0[xX][0-9a-fA-F]+)[/*\s.;]*$/;

/** The ID from the comment behind the member that holds it: `uint8_t type; // MSG_TYPE_POSE`, or `// 0x51`. */
function idOfMember({ span, members }: RecordDeclaration, numbers: ReadonlyMap<string, bigint>): FoundId | undefined {
  const member = members.find((each) => each.kind === "field" && isIdName(each.name));
  if (member?.kind !== "field") return undefined;
  const comments = member.comments.map(({ text }) => text);
  const place = `${span.file}:${member.span.start.line}`;
  const [number, ...more] = comments.flatMap((text) => NUMBER.exec(text)?.[1] ?? []);
  if (number !== undefined && more.length === 0 && isId(number, numbers)) return fromComment(number, place);
  return onlyNamed(comments, place, numbers);
}

/** `External` is a name alone on its line; in a sentence it is a word. */
const PROSE = /^[A-Z]?[a-z]+$/;

/** The only constant that comments name. */
function onlyNamed(
  comments: readonly string[],
  place: string,
  numbers: ReadonlyMap<string, bigint>,
): FoundId | undefined {
  const named = new Set(
    comments.flatMap((text) => {
      const words = text.match(/[A-Za-z_]\w*(?:::\w+)*/g) ?? [];
      const names = words.filter((word) => word.length > 3 && (words.length === 1 || !PROSE.test(word)));
      return names.flatMap((word) => constantFor(word, numbers) ?? []);
    }),
  );
  const [name] = named;
  if (name === undefined || named.size > 1) return undefined;
  return fromComment(name, place);
}

function fromComment(text: string, place: string): FoundId {
  return { text, evidence: `the comment at ${place}`, score: 0.95 };
}

const SCOPED = new WeakMap<ReadonlyMap<string, bigint>, ReadonlyMap<string, readonly string[]>>();

/** `a::b::C` by `C` and by `b::C`. */
function scopedNames(numbers: ReadonlyMap<string, bigint>): ReadonlyMap<string, readonly string[]> {
  const known = SCOPED.get(numbers);
  if (known !== undefined) return known;
  const ends = [...numbers.keys()].flatMap((name) =>
    [...name.matchAll(/::/g)].map(({ index }) => ({ name, end: name.slice(index + 2) })),
  );
  const names = new Map(
    Array.from(
      groupBy(ends, ({ end }) => end),
      ([end, all]) => [end, all.map(({ name }) => name)],
    ),
  );
  SCOPED.set(numbers, names);
  return names;
}

/** A constant's full name: comments say `POSE` of `Kind::POSE`. */
function constantFor(word: string, numbers: ReadonlyMap<string, bigint>): string | undefined {
  if (isId(word, numbers)) return word;
  const scoped = scopedNames(numbers).get(word) ?? [];
  return scoped.length === 1 && isId(scoped[0]!, numbers) ? scoped[0] : undefined;
}

/** `CANFD_MAX_DLEN` is a size, and so no ID, though it is the only constant of a comment. */
function isLimit(name: string): boolean {
  const words = name.toUpperCase().split("_");
  return words.some((word) => LIMITS.has(word)) && !words.some((word) => /^(?:ID|TYPE|MSG|CMD)$/.test(word));
}

const LIMITS = new Set("MAX MIN LEN DLEN LENGTH SIZE BYTES COUNT NUM MASK SHIFT OFFSET VERSION FLAG FLAGS".split(" "));

function isId(text: string, numbers: ReadonlyMap<string, bigint>): boolean {
  const value = /^\d/.test(text) ? BigInt(text) : numbers.get(text);
  return value !== undefined && value >= 0n && value < 1n << 32n;
}
