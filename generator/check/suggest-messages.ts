/** Proposes `messages =` for structs that do not declare themselves as messages [D36]: name, ID and the reason. */

import { nearest } from "../../runtime/lib/nearest.ts";
import { checkTypes } from "../layout/check-types.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { Target } from "../targets/target.ts";
import type { CType, RecordDeclaration } from "../types/declarations.ts";
import { recordOfType, recordsWithin } from "../types/records-within.ts";
import { TypeSizes } from "../types/type-sizes.ts";
import { type FoundId, idsInText } from "./ids-in-text.ts";
import { type NamedNumber, nearestNames } from "./nearest-names.ts";

export interface Suggestion {
  readonly record: RecordDeclaration;
  /** The name to use in `messages`: the typedef's name, else the tag. */
  readonly name: string;
  /** A constant's name or a number, as in `messages`; undefined if the headers give no ID. */
  readonly id: string | undefined;
  /** Name of the constant with the extra checksum byte. */
  readonly extra: string | undefined;
  /** The reason for this ID, as text for the user. */
  readonly evidence: string;
  /** Confidence, from 0 to 1. */
  readonly score: number;
  /** `sizeof`, in bytes. */
  readonly size: number;
}

const FIELDS = ["length", "ID"] as const;
/** Minimum score of an ID that the headers state. Similar names score less. */
export const SURE_SCORE = 0.9;

export interface Suggestions {
  /** The structs with an ID. If none has one: all structs that are not members of others. */
  readonly messages: readonly Suggestion[];
  readonly unusable: readonly { readonly name: string; readonly reason: string }[];
}

/** @param texts of the headers by shown path; without them, comments and tables are not searched */
export function suggestMessages(
  { structs = [], enums, facts }: Pick<ChannelDeclarations, "structs" | "enums" | "facts">,
  target: Target,
  texts: ReadonlyMap<string, string> = new Map(),
): Suggestions {
  const sizes = new TypeSizes(target, "as declared");
  const nameOf = (record: RecordDeclaration) => facts?.namesOf(record)[0] ?? record.name ?? "";
  const judged = structs.map((record) => ({
    record,
    name: nameOf(record),
    reason: reasonAgainst(record, sizes, facts),
  }));
  const usable = judged.filter(({ reason }) => reason === undefined).map(({ record }) => record);
  const names = new Map(usable.map((record) => [record, [...new Set([nameOf(record), record.name ?? ""])]]));
  const numbers =
    facts?.constants() ??
    new Map(enums.flatMap(({ enumerators }) => enumerators.map(({ name, value }) => [name, value])));
  const enumerators = new Set(enums.flatMap((each) => each.enumerators.map(({ name }) => name)));
  const { found, twice } = foundIds(names, { numbers, enumerators, flags: flagBits(numbers, enums, texts) }, texts);
  const suggestion = (record: RecordDeclaration): Suggestion => {
    const id = found.get(record);
    const extra = id === undefined ? undefined : `${id.text}_CRC`;
    return {
      record,
      name: nameOf(record),
      id: id?.text,
      extra: extra !== undefined && isByte(numbers.get(extra)) ? extra : undefined,
      evidence: id?.evidence ?? `nothing in the headers says its ID${misspelt(record)}`,
      score: id?.score ?? 0,
      size: sizes.placed(record).size,
    };
  };
  const all = usable.map(suggestion);
  const named = surest(all.filter(({ id }) => id !== undefined));
  const known = new Set(structs.flatMap((record) => [nameOf(record), record.name ?? ""]));
  const whole = wholeOf(all, structs, usable);
  const isTaken = new Set(named);
  return {
    messages: named.length > 0 ? named : whole,
    unusable: [
      ...[...twice].map(([record, clash]) => ({ name: nameOf(record), reason: clashText(clash, nameOf) })),
      ...(named.length > 0 ? withoutId(whole.filter((each) => !isTaken.has(each) && !twice.has(each.record))) : []),
      ...judged.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }])),
      ...(facts?.inactive() ?? []).flatMap(({ names: [name = "", ...tags], reason }) =>
        [name, ...tags].some((each) => known.has(each)) ? [] : [{ name, reason }],
      ),
    ],
  };
}

/** A message has both fields: with one of them, a name like the other's is a mistake. */
function misspelt({ members }: RecordDeclaration): string {
  const names = members.flatMap((member) => ("name" in member && member.name !== undefined ? [member.name] : []));
  const [has, ...more] = FIELDS.filter((field) => names.includes(field));
  const lacks = FIELDS.find((field) => field !== has);
  const name = more.length > 0 || has === undefined ? undefined : names.find((each) => nearest(each, [lacks!]));
  return name === undefined ? "" : `: a message has the fields 'length' and 'ID' (is '${name}' '${lacks}'?)`;
}

/** Those that are not members of others. Members of unusable structs count only if there is nothing else. */
function wholeOf(all: readonly Suggestion[], ...others: readonly (readonly RecordDeclaration[])[]): Suggestion[] {
  for (const records of others) {
    const parts = partsOf(records);
    const whole = all.filter(({ record }) => !parts.has(record));
    if (whole.length > 0) return whole;
  }
  return [];
}

function withoutId([first, ...more]: readonly Suggestion[]): Suggestions["unusable"] {
  if (first === undefined) return [];
  const name = more.length === 0 ? first.name : `${first.name} and ${more.length} more`;
  return [{ name, reason: "nothing in the headers says the ID; name it in 'messages'" }];
}

/** If at least ten times as many IDs are sure as guessed, drop the guessed ones: they are probably unrelated constants. */
function surest(named: readonly Suggestion[]): readonly Suggestion[] {
  const sure = named.filter(({ score }) => score >= SURE_SCORE);
  return sure.length >= 10 * (named.length - sure.length) ? sure : named;
}

function reasonAgainst(
  record: RecordDeclaration,
  sizes: TypeSizes,
  facts: ChannelDeclarations["facts"],
): string | undefined {
  const problem = facts?.problemOf(record) ?? checkTypes(record, sizes)[0]?.message;
  if (problem !== undefined) return problem;
  return sizes.placed(record).size === 0 || record.members.length === 0 ? "it has no members" : undefined;
}

interface Constants {
  readonly numbers: ReadonlyMap<string, bigint>;
  readonly enumerators: ReadonlySet<string>;
  /** Names of those that are bits of a field. */
  readonly flags: ReadonlySet<string>;
}

interface Clash {
  readonly id: FoundId;
  readonly holder: RecordDeclaration;
}

function clashText({ id, holder }: Clash, nameOf: (record: RecordDeclaration) => string): string {
  return `its ID ${id.text} (${id.evidence}) is also that of ${nameOf(holder)}; correct the header, or name both in 'messages'`;
}

interface FoundIds {
  readonly found: ReadonlyMap<RecordDeclaration, FoundId>;
  /** Structs whose ID is sure, and also another one's. */
  readonly twice: ReadonlyMap<RecordDeclaration, Clash>;
}

/** IDs by descending score. Each struct gets one ID, and each number one struct. */
function foundIds(
  names: ReadonlyMap<RecordDeclaration, readonly string[]>,
  { numbers, enumerators, flags }: Constants,
  texts: ReadonlyMap<string, string>,
): FoundIds {
  const named: NamedNumber[] = [...numbers].flatMap(([name, value]) =>
    value < 0n || value >= 1n << 32n || flags.has(name) ? [] : [{ name, value, isEnumerator: enumerators.has(name) }],
  );
  const candidates = [...idsInText(names, { numbers, flags }, texts), ...nearestNames(names, named)].sort(
    (a, b) => b.id.score - a.id.score,
  );
  const found = new Map<RecordDeclaration, FoundId>();
  const twice = new Map<RecordDeclaration, Clash>();
  const holders = new Map<bigint, RecordDeclaration>();
  for (const { record, id } of candidates) {
    const value = numbers.get(id.text) ?? BigInt(id.text);
    if (found.has(record)) continue;
    const holder = holders.get(value);
    if (holder === undefined) {
      found.set(record, id);
      holders.set(value, record);
    } else if (id.score >= SURE_SCORE && !twice.has(record)) twice.set(record, { id, holder });
  }
  for (const record of found.keys()) twice.delete(record);
  return { found, twice };
}

function isByte(value: bigint | undefined): boolean {
  return value !== undefined && value >= 0n && value <= 255n;
}

/** All types of the records' members, and of the members of those. A base class is not a member. */
function partsOf(records: readonly RecordDeclaration[]): ReadonlySet<RecordDeclaration> {
  const members = [...recordsWithin(records)].flatMap((record) => record.members);
  return new Set(members.flatMap((member) => (member.kind === "anonymous" ? [] : recordOfType(member.type))));
}

/** Finds constants that are bits of a field, and so no message's ID. */
type Enum = Pick<Extract<CType, { kind: "enum" }>, "enumerators">;

/** A single bit from here on is a flag: so few IDs are so large, and have only one bit. */
const LARGE = 1n << 16n;

/** `#define ALARM (1 << 3)`, `ALARM = 1u << 3` */
const SHIFTED = /\b([A-Za-z_]\w*)\s*(?:=\s*)?\(*\s*1[uUlL]*\s*<</g;

/** @param texts of the headers: a constant that is written as a shifted bit is a flag */
function flagBits(
  numbers: ReadonlyMap<string, bigint>,
  enums: readonly Enum[],
  texts: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const shifted = [...texts.values()].flatMap((text) => [...text.matchAll(SHIFTED)].map(([, name = ""]) => name));
  const large = [...numbers].filter(([, value]) => value >= LARGE && isBit(value)).map(([name]) => name);
  const ofSets = enums.filter(isFlagSet).flatMap(({ enumerators }) => enumerators.map(({ name }) => name));
  return new Set([...shifted, ...large, ...ofSets]);
}

/** 1, 2, 4 …, and perhaps 0: numbers of messages would have 3 among them. */
function isFlagSet({ enumerators }: Enum): boolean {
  const values = enumerators.map(({ value }) => value).filter((value) => value !== 0n);
  return values.length >= 3 && [1n, 2n, 4n].every((bit) => values.includes(bit)) && values.every(isBit);
}

function isBit(value: bigint): boolean {
  return value > 0n && (value & (value - 1n)) === 0n;
}
