/**
 * Arrays in `catalogue.json` and `history`: an entry tells of an array's first element, and how the others differ from it.
 *
 * `*` in a `path`, `column` or `rawKey` of `fields` is the element's index (of nested arrays, in their order); the element
 * with index i has its `byteOffset` i · `byteStep` further on and, in a run of samples, its tag's `offsetNs` i · `nsStep`
 * later. An array whose elements differ in more, such as their initial values, has an entry for each of them instead.
 */

import { type Json, jsonText } from "./json-text.ts";
import type { Member } from "./model.ts";

export interface ArrayEntry<F> {
  /** C designator. */
  readonly array: string;
  readonly count: number;
  readonly byteStep: number;
  readonly nsStep?: number;
  readonly fields: readonly Entry<F>[];
}

export type Entry<F> = F | ArrayEntry<F>;

type JsonObject = { readonly [key: string]: Json };
type FieldOf = (member: Extract<Member, { kind: "field" }>) => JsonObject;

const WITH_INDEX = new Set(["array", "path", "column", "rawKey"]);

/** What a message has fields at most; a file that tells of more was edited. */
const MOST_FIELDS = 20_000;

export function fieldEntries(members: readonly Member[], fieldOf: FieldOf): Json[] {
  return entriesOf(members, fieldOf).map(({ entry }) => entry);
}

interface Told {
  readonly entry: JsonObject;
  /** The fields that it stands for. */
  readonly fields: readonly JsonObject[];
}

function entriesOf(members: readonly Member[], fieldOf: FieldOf): Told[] {
  return members.flatMap((member): Told[] => {
    switch (member.kind) {
      case "field": {
        const entry = fieldOf(member);
        return [{ entry, fields: [entry] }];
      }
      case "record":
        return entriesOf(member.members, fieldOf);
      case "array": {
        const elements = member.elements.map((element) => entriesOf([element], fieldOf));
        return inOne(member.path, elements) ?? elements.flat();
      }
    }
  });
}

/** Undefined where the elements differ in more than their place. */
function inOne(array: string, elements: readonly (readonly Told[])[]): Told[] | undefined {
  const [first, second] = elements.map((element) => element.map(({ entry }) => entry));
  if (first === undefined || second === undefined) return undefined;
  const steps = new Map<string, number>();
  const fields = patternOf(first, second, "", steps) as readonly JsonObject[];
  const nsStep = steps.get("offsetNs");
  const entry = {
    array,
    count: elements.length,
    byteStep: steps.get("byteOffset") ?? 0,
    ...(nsStep !== undefined && { nsStep }),
    fields,
  };
  const told = elements.flatMap((element) => element.flatMap((each) => each.fields));
  return jsonText(fieldsIn<JsonObject>([entry])) === jsonText(told) ? [{ entry, fields: told }] : undefined;
}

/** The first of two neighbours, with its index replaced; whether all others follow it is seen when it is read again. */
function patternOf(first: Json, second: Json, key: string, steps: Map<string, number>): Json {
  if (typeof first === "string" && typeof second === "string") {
    const at = [...first].findIndex((character, index) => character !== second[index]);
    return at < 0 ? first : `${first.slice(0, at)}*${first.slice(at + 1)}`;
  }
  if (typeof first === "number" && typeof second === "number" && first !== second) steps.set(key, second - first);
  if (typeof first !== "object" || typeof second !== "object") return first;
  if (Array.isArray(first)) return first.map((each, index) => patternOf(each, (second as Json[])[index], key, steps));
  const pairs = Object.entries(first).map(([name, value]) => [
    name,
    patternOf(value, (second as JsonObject)[name], name, steps),
  ]);
  return Object.fromEntries(pairs);
}

/**
 * The fields that entries stand for, in the order of declaration.
 * @throws Error (one sentence) for more than a message has
 */
export function fieldsIn<F extends object>(entries: readonly Entry<F>[]): F[] {
  return entries.flatMap((entry) => {
    if (!("array" in entry)) return [entry];
    const { array, count, byteStep, nsStep = 0, fields } = entry;
    const pattern = fieldsIn(fields);
    if (!(Math.max(1, pattern.length) * count <= MOST_FIELDS))
      throw new Error(`'${array}' has more elements than a message can have`);
    return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
      pattern.map((field) => elementOf(field, index, { byteOffset: byteStep, offsetNs: nsStep }) as F),
    );
  });
}

/** Inner arrays have been read before: the last `*` is this array's. */
function elementOf(value: unknown, index: number, steps: Readonly<Record<string, number>>, key = ""): unknown {
  if (typeof value === "string") {
    const at = WITH_INDEX.has(key) ? value.lastIndexOf("*") : -1;
    return at < 0 ? value : `${value.slice(0, at)}${index}${value.slice(at + 1)}`;
  }
  if (typeof value === "number") return value + index * (steps[key] ?? 0);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, elementOf(each, index, steps, name)]));
}
