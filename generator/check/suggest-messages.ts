/** Lines of `messages =` for headers whose structs are not messages by themselves [D36]: which struct, by which ID, and why. */

import { checkTypes } from "../layout/check-types.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { Target } from "../targets/target.ts";
import type { CType, RecordDeclaration } from "../types/declarations.ts";
import { TypeSizes } from "../types/type-sizes.ts";
import { type FoundId, idsInText } from "./ids-in-text.ts";
import { type NamedNumber, nearestNames } from "./nearest-names.ts";

export interface Suggestion {
  readonly record: RecordDeclaration;
  /** As `messages` calls it: a typedef's name, else the tag. */
  readonly name: string;
  /** As `messages` has it: a name of the headers, else a number; undefined where nothing in the headers says it. */
  readonly id: string | undefined;
  /** The byte that the checksum covers too: a name of the headers. */
  readonly extra: string | undefined;
  /** Why this ID, in words. */
  readonly evidence: string;
  /** How sure that is, to 1. */
  readonly score: number;
  /** sizeof, bytes. */
  readonly size: number;
}

/** Of an ID that the headers name, and of none that is only near. */
export const SURE_SCORE = 0.9;

export interface Suggestions {
  /** Those with an ID; where there are none, all structs that are not part of another one. */
  readonly messages: readonly Suggestion[];
  /** Structs that cannot be messages. */
  readonly unusable: readonly { readonly name: string; readonly reason: string }[];
}

/** @param texts of the headers by shown path; without them comments and tables say nothing */
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
  const found = foundIds(
    names,
    numbers,
    new Set(enums.flatMap(({ enumerators }) => enumerators.map(({ name }) => name))),
    texts,
  );
  const suggestion = (record: RecordDeclaration): Suggestion => {
    const id = found.get(record);
    const extra = id === undefined ? undefined : `${id.text}_CRC`;
    return {
      record,
      name: nameOf(record),
      id: id?.text,
      extra: extra !== undefined && isByte(numbers.get(extra)) ? extra : undefined,
      evidence: id?.evidence ?? "nothing in the headers says its ID",
      score: id?.score ?? 0,
      size: sizes.placed(record).size,
    };
  };
  const all = usable.map(suggestion);
  const named = surest(all.filter(({ id }) => id !== undefined));
  const parts = new Set(usable.flatMap(partsOf));
  return {
    messages: named.length > 0 ? named : all.filter(({ record }) => !parts.has(record)),
    unusable: judged.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }])),
  };
}

/** Where a vendor names most messages as their structs, a name that is merely near is another thing's. */
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

/** What the text says outright, then names that are near; each number stands for one struct, the surest. */
function foundIds(
  names: ReadonlyMap<RecordDeclaration, readonly string[]>,
  numbers: ReadonlyMap<string, bigint>,
  enumerators: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
): Map<RecordDeclaration, FoundId> {
  const named: NamedNumber[] = [...numbers].flatMap(([name, value]) =>
    value < 0n || value >= 1n << 32n ? [] : [{ name, value, isEnumerator: enumerators.has(name) }],
  );
  const candidates = [...idsInText(names, numbers, texts), ...nearestNames(names, named)].sort(
    (a, b) => b.id.score - a.id.score,
  );
  const found = new Map<RecordDeclaration, FoundId>();
  const taken = new Set<bigint>();
  for (const { record, id } of candidates) {
    const value = numbers.get(id.text) ?? BigInt(id.text);
    if (found.has(record) || taken.has(value)) continue;
    found.set(record, id);
    taken.add(value);
  }
  return found;
}

function isByte(value: bigint | undefined): boolean {
  return value !== undefined && value >= 0n && value <= 255n;
}

function partsOf({ members }: RecordDeclaration): RecordDeclaration[] {
  return members.flatMap((member) => (member.kind === "anonymous" ? partsOf(member.record) : recordsIn(member.type)));
}

function recordsIn(type: CType): RecordDeclaration[] {
  if (type.kind === "array") return recordsIn(type.element);
  return type.kind === "record" ? [type.record, ...partsOf(type.record)] : [];
}
