/**
 * Arrays in `catalogue.json` and `history`: one entry describes the first element and the steps to the others.
 *
 * In `fields`, `*` in a `path`, `column` or `rawKey` stands for the element's index; nested arrays have several, in order.
 * Element i has its `byteOffset` increased by i · `byteStep` and, in a run of samples, its `offsetNs` by i · `nsStep`.
 * If elements differ in anything else, such as initial values, each has its own entry.
 */

import type { Json } from "./json-text.ts";
import type { Member } from "./model.ts";

export interface ArrayEntry<F> {
  readonly array: string;
  readonly count: number;
  readonly byteStep: number;
  readonly nsStep?: number;
  readonly fields: readonly FieldOrArray<F>[];
}

export type FieldOrArray<F> = F | ArrayEntry<F>;

export type JsonObject = { readonly [key: string]: Json };
type FieldOf = (member: Extract<Member, { kind: "field" }>) => JsonObject;

const WITH_INDEX = new Set(["array", "path", "column", "rawKey"]);

/** Maximum number of fields of a message. A file with more was edited by hand. */
const MOST_FIELDS = 20_000;

export interface Listed {
  readonly fields: readonly JsonObject[];
  /** Elements of an array that differ have an entry each. */
  readonly isApart: boolean;
}

export function fieldEntries(members: readonly Member[], fieldOf: FieldOf): Listed {
  const noted = { isApart: false };
  const fields = entriesOf(members, fieldOf, noted).map(({ entry }) => entry);
  return { fields, ...noted };
}

/** The same entries without some properties of the fields; they must not be `isApart`, since what is left may not differ. */
export function withoutProperties(fields: readonly JsonObject[], names: ReadonlySet<string>): JsonObject[] {
  return fields.map((entry) => {
    const left: Record<string, Json> = {};
    for (const name of Object.keys(entry)) if (!names.has(name)) left[name] = entry[name];
    if ("array" in entry) left["fields"] = withoutProperties(entry["fields"] as readonly JsonObject[], names);
    return left;
  });
}

interface EntryMember {
  readonly entry: JsonObject;
  /** The fields that the entry describes. */
  readonly fields: readonly JsonObject[];
}

function entriesOf(members: readonly Member[], fieldOf: FieldOf, noted: { isApart: boolean }): EntryMember[] {
  return members.flatMap((member): EntryMember[] => {
    switch (member.kind) {
      case "field": {
        const entry = fieldOf(member);
        return [{ entry, fields: [entry] }];
      }
      case "record":
        return entriesOf(member.members, fieldOf, noted);
      case "array": {
        const elements = member.elements.map((element) => entriesOf([element], fieldOf, noted));
        const entries = inOne(member.path, elements);
        if (entries === undefined && elements.length > 1) noted.isApart = true;
        return entries ?? elements.flat();
      }
    }
  });
}

/** A single entry for the array; undefined if the elements differ in more than index and offset. */
function inOne(array: string, elements: readonly (readonly EntryMember[])[]): EntryMember[] | undefined {
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
  const written = elements.map((element) => element.flatMap((each) => each.fields));
  const pattern = fieldsIn<JsonObject>(fields);
  const isWhole = written.every((element, index) => isElement(pattern, element, index, stepsOf(entry), ""));
  return isWhole ? [{ entry, fields: written.flat() }] : undefined;
}

/** True if the pattern's element of this index has the same text as JSON. */
function isElement(pattern: Json, element: Json, index: number, steps: Steps, key: string): boolean {
  if (typeof pattern === "object" && typeof element === "object") {
    const [keys, others] = [Object.keys(pattern), Object.keys(element)];
    const [mine, theirs] = [pattern as JsonObject, element as JsonObject];
    if (keys.length !== others.length) return false;
    return keys.every((name, at) => name === others[at] && isElement(mine[name], theirs[name], index, steps, name));
  }
  // Most values are the same for all elements.
  const isSame = pattern === element || Object.is(pattern, element);
  if (typeof pattern !== "string" && typeof pattern !== "number") return isSame;
  if (typeof pattern === "string" ? !WITH_INDEX.has(key) : (steps[key] ?? 0) === 0) return isSame;
  const wanted = elementOf(pattern, index, steps, key) as Json;
  return wanted === element || Object.is(wanted, element);
}

/** Replaces the index in the first element by `*` and collects the steps. The caller checks the result against all elements. */
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
 * Expands entries to fields, in declaration order.
 * @throws Error (one sentence) if an array has more elements than a message can have
 */
export function fieldsIn<F extends object>(entries: readonly FieldOrArray<F>[]): F[] {
  return entries.flatMap((entry) => {
    if (!("array" in entry)) return [entry];
    const { array, count, fields } = entry;
    const steps = stepsOf(entry);
    const pattern = fieldsIn(fields);
    if (!(Math.max(1, pattern.length) * count <= MOST_FIELDS))
      throw new Error(`'${array}' has more elements than a message can have`);
    return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
      pattern.map((field) => elementOf(field, index, steps) as F),
    );
  });
}

type Steps = Readonly<Record<string, number>>;

function stepsOf({ byteStep, nsStep = 0 }: Pick<ArrayEntry<unknown>, "byteStep" | "nsStep">): Steps {
  return { byteOffset: byteStep, offsetNs: nsStep };
}

/** Inner arrays are already expanded, so the last `*` belongs to this array. */
function elementOf(value: unknown, index: number, steps: Steps, key = ""): unknown {
  if (typeof value === "string") {
    const at = WITH_INDEX.has(key) ? value.lastIndexOf("*") : -1;
    return at < 0 ? value : `${value.slice(0, at)}${index}${value.slice(at + 1)}`;
  }
  if (typeof value === "number") return value + index * (steps[key] ?? 0);
  if (typeof value !== "object" || value === null) return value;
  const element: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) element[name] = elementOf(each, index, steps, name);
  return element;
}
