/** Assigns initialisers to members by C designator, as C does [C17 6.7.9p17–20]. */

import { nearest } from "../../runtime/lib/nearest.ts";
import { SYNTAX } from "../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import { evaluate } from "../syntax/constants/evaluate.ts";
import { stringLiteral } from "../syntax/constants/literals.ts";
import { constantsIn } from "../syntax/declare/constants.ts";
import type { RecordFacts } from "../syntax/declare/context.ts";
import { splitAtCommas } from "../syntax/declare/templates.ts";
import { isText } from "../syntax/declare/types.ts";
import { closing, closingAngle } from "../syntax/preprocess/brackets.ts";
import { isPunctuator, type Token, tokenSpan } from "../syntax/preprocess/token.ts";
import type { CType } from "../types/declarations.ts";
import { constructed, isUserProvided, readConstructor } from "./constructors.ts";
import { type Designator, type Initializer, type InitializerItem, readInitializer } from "./initializer.ts";
import { type InitialContext, type Initials, isOwnSize, scalarValue, textValue } from "./leaf-values.ts";
import type { InitialValue } from "./message.ts";
import { countSlots, type Slot, slotAt, slotIndex, slotNames } from "./slots.ts";

export function noInitials(): Initials {
  return { values: new Map(), spans: new Map(), problems: [], lengthIsSize: false };
}

/** Takes items from a list in order. An aggregate without braces takes its items from the enclosing list. */
interface Cursor {
  readonly items: readonly InitializerItem[];
  next: number;
}

export function initialize(type: CType, path: string, initializer: Initializer, initial: InitialContext): void {
  if (isConstructed(type, path, initializer, initial)) return;
  if (initializer.kind === "list" && isAggregate(type) && !isTextInBraces(type, initializer)) {
    const cursor: Cursor = { items: initializer.items, next: 0 };
    fill(type, path, cursor, "braced", initial);
    const left = cursor.items[cursor.next];
    if (left !== undefined) problem(initial, tooMany(left, cursor, path === "" ? nameOf(initial) : path));
  } else {
    leaf(type, path, initializer, initial);
  }
}

/** `point p = {1, 2};` and `point p = point(1, 2);` where a constructor of `point` takes the values. What it cannot be followed in has none. */
function isConstructed(type: CType, path: string, initializer: Initializer, initial: InitialContext): boolean {
  if (type.kind !== "record") return false;
  const { records, unit } = initial.context;
  const facts = records.get(type.record);
  const all = facts?.constructors.filter(({ open, to }) => isUserProvided(unit.tokens, open, to)) ?? [];
  const given = all.length === 0 || facts === undefined ? undefined : argumentsOf(initializer, classNameOf(facts));
  if (given === undefined || facts === undefined) return false;
  const constructors = all.flatMap(({ open, to }) => readConstructor(unit.tokens, open, to, facts.scope));
  const assigned = constructors.length < all.length ? undefined : constructed(constructors, given);
  const [first] = all;
  if (assigned === undefined && path === "" && first !== undefined)
    problem(initial, report(SYNTAX, "W148", tokenSpan(unit.tokens[first.open - 1]!), { name: nameOf(initial) }));
  assignMembers(type, path, assigned ?? new Map(), initial);
  return true;
}

/** Gives members what a constructor assigns. @returns false if a value is computed at run time, which is not an error */
export function assignMembers(
  type: CType,
  path: string,
  assigned: ReadonlyMap<string, readonly Token[]>,
  initial: InitialContext,
): boolean {
  const before = initial.into.problems.length;
  for (const [name, tokens] of assigned) {
    const index = slotIndex(type, name);
    const slot = index === undefined ? undefined : slotAt(type, path, index);
    if (slot?.name !== undefined && tokens.length > 0)
      initialize(slot.type, slot.path, readInitializer(tokens), initial);
  }
  return initial.into.problems.splice(before).length === 0;
}

/** The template's name, for an instance of it. */
function classNameOf({ name, scope }: RecordFacts): string | undefined {
  return (name ?? scope.at(-1))?.replace(/\s*<.*$/s, "");
}

/** The arguments of a constructor; undefined for what calls none: no values, a copy, members with their names. */
function argumentsOf(initializer: Initializer, name: string | undefined): (readonly Token[])[] | undefined {
  if (initializer.kind === "expression") {
    const { tokens } = initializer;
    const open = tokens.findIndex(({ text }) => text === "(" || text === "<");
    const call = isPunctuator(tokens[open], "<") ? closingAngle(tokens, open, tokens.length) : open;
    const isCall = tokens[open - 1]?.text === name && isPunctuator(tokens[call ?? -1], "(");
    if (call === undefined || !isCall || closing(tokens, call) !== tokens.length) return undefined;
    return splitAtCommas(tokens.slice(call + 1, -1));
  }
  const { items } = initializer;
  if (items.length === 0 || items.some(({ designators }) => designators.length > 0)) return undefined;
  return items.map(({ value }) => (value.kind === "expression" ? value.tokens : []));
}

function tooMany(left: InitializerItem, { items, next }: Cursor, name: string): Diagnostic {
  const before = items[next - 1];
  const from = before === undefined ? tokenSpan(left.first).start : tokenSpan(before.last).end;
  const extra = { ...tokenSpan(items.at(-1)?.last ?? left.first), start: from };
  return report(SYNTAX, "E130", tokenSpan(left.first), { name, count: items.length - next, extra });
}

function nameOf(initial: InitialContext): string {
  return initial.record.name ?? "struct";
}

function isAggregate(type: CType): boolean {
  return type.kind === "record" || type.kind === "array";
}

/** `char name[8] = {"abc"}` [C17 6.7.9p14] */
function isTextInBraces(type: CType, initializer: Initializer & { kind: "list" }): boolean {
  const [only] = initializer.items;
  return (
    isText(type) &&
    initializer.items.length === 1 &&
    only?.value.kind === "expression" &&
    only.value.tokens[0]?.kind === "string"
  );
}

function fill(type: CType, path: string, cursor: Cursor, braces: "braced" | "elided", initial: InitialContext): void {
  if (isText(type) && braces === "braced") {
    fillText(type, path, cursor, initial);
    return;
  }
  const count = countSlots(type);
  let index = 0;
  for (let item = cursor.items[cursor.next]; item !== undefined; item = cursor.items[cursor.next]) {
    if (item.designators.length > 0) {
      // A designator refers to the innermost braces.
      if (braces === "elided") return;
      cursor.next += 1;
      index = designated(type, path, item, initial) + 1;
      continue;
    }
    if (index >= count) return;
    const slot = slotAt(type, path, index)!;
    fillSlot(slot, cursor, initial);
    index += 1;
    if (type.kind === "record" && type.record.kind === "union") return;
  }
}

function fillSlot(slot: Slot, cursor: Cursor, initial: InitialContext): void {
  const item = cursor.items[cursor.next]!;
  const ownBraces = item.value.kind === "list";
  if (!ownBraces && isAggregate(slot.type) && !startsText(slot.type, item)) {
    fill(slot.type, slot.path, cursor, "elided", initial);
    return;
  }
  cursor.next += 1;
  initialize(slot.type, slot.path, item.value, initial);
}

function startsText(type: CType, item: InitializerItem): boolean {
  return (
    type.kind === "array" &&
    type.element.kind === "arithmetic" &&
    item.value.kind === "expression" &&
    item.value.tokens[0]?.kind === "string"
  );
}

/** Returns the index of the member that the first designator names. After an error, returns the last index. */
function designated(type: CType, path: string, item: InitializerItem, initial: InitialContext): number {
  const range = item.designators.findIndex(isRange);
  if (range >= 0) return designatedRange(type, path, item, range, initial);
  let current = type;
  let place = path;
  let first: number | undefined;
  for (const designator of item.designators) {
    const index =
      designator.kind === "member"
        ? slotIndex(current, designator.name.text)
        : arrayIndex(current, designator, initial);
    const slot = index === undefined ? undefined : slotAt(current, place, index);
    if (index === undefined || slot === undefined) {
      unknownMember(current, designator, initial);
      return countSlots(type);
    }
    first ??= index;
    // A member of an anonymous record is found through the member that contains it.
    if (designator.kind === "member" && slot.name !== designator.name.text) {
      return designatedInside(slot, item, designator.name, initial, first);
    }
    current = slot.type;
    place = slot.path;
  }
  initialize(current, place, item.value, initial);
  return first ?? 0;
}

function isRange(designator: Designator): boolean {
  return designator.kind === "index" && designator.tokens.some((token) => isPunctuator(token, "..."));
}

/** `[0 ... 3] = 7` sets each index in turn. [GCC 6.29, designated initializers] */
function designatedRange(
  type: CType,
  path: string,
  item: InitializerItem,
  at: number,
  initial: InitialContext,
): number {
  const designator = item.designators[at] as Designator & { kind: "index" };
  const dots = designator.tokens.findIndex((token) => isPunctuator(token, "..."));
  const [from, to] = [designator.tokens.slice(0, dots), designator.tokens.slice(dots + 1)].map((tokens) =>
    wholeNumber(tokens, initial),
  );
  if (from === undefined || to === undefined || from > to || to - from > MOST_IN_A_RANGE) {
    unknownMember(type, designator, initial);
    return countSlots(type);
  }
  const before = initial.into.problems.length;
  let last = 0;
  for (let index = from; index <= to && initial.into.problems.length === before; index++) {
    const tokens: Token[] = [{ ...designator.open, kind: "number", text: String(index) }];
    const designators = item.designators.with(at, { ...designator, tokens });
    last = designated(type, path, { ...item, designators }, initial);
  }
  return last;
}

/** Limit for ranges; no message has so many fields. */
const MOST_IN_A_RANGE = 100_000;

function designatedInside(
  slot: Slot,
  item: InitializerItem,
  name: Token,
  initial: InitialContext,
  first: number,
): number {
  const from = item.designators.findIndex((designator) => designator.kind === "member" && designator.name === name);
  designated(slot.type, slot.path, { ...item, designators: item.designators.slice(from) }, initial);
  return first;
}

function arrayIndex(
  type: CType,
  designator: Designator & { kind: "index" },
  initial: InitialContext,
): number | undefined {
  if (type.kind !== "array") return undefined;
  const index = wholeNumber(designator.tokens, initial);
  return index !== undefined && index < type.length ? index : undefined;
}

function wholeNumber(tokens: readonly Token[], initial: InitialContext): number | undefined {
  const evaluation = evaluate(tokens, constantsIn(initial.context, initial.scope));
  if (!evaluation.ok || evaluation.constant.kind === "real") return undefined;
  const value = Number(evaluation.constant.value);
  return value >= 0 ? value : undefined;
}

function unknownMember(type: CType, designator: Designator, initial: InitialContext): void {
  const token = designator.kind === "member" ? designator.name : designator.open;
  const name =
    designator.kind === "member" ? designator.name.text : `[${designator.tokens.map((part) => part.text).join("")}]`;
  problem(initial, report(SYNTAX, "E131", tokenSpan(token), { name, nearest: nearest(name, slotNames(type)) }));
}

/** `char name[4] = {'a', 'b'}` */
function fillText(type: CType & { kind: "array" }, path: string, cursor: Cursor, initial: InitialContext): void {
  const bytes: number[] = [];
  const [first] = cursor.items;
  for (; cursor.next < Math.min(cursor.items.length, type.length); cursor.next++) {
    const item = cursor.items[cursor.next]!;
    const value = item.designators.length === 0 ? scalarValue(type.element, path, item.value, initial) : undefined;
    if (typeof value === "bigint") bytes.push(Number(BigInt.asUintN(8, value)));
  }
  if (first !== undefined) store(initial, path, textValue(bytes), first.first);
}

function leaf(type: CType, path: string, initializer: Initializer, initial: InitialContext): void {
  const token = initializer.kind === "list" ? initializer.open : initializer.tokens[0];
  if (token === undefined) return;
  if (type.kind === "array" && type.element.kind === "arithmetic") {
    arrayLeaf(type, path, initializer, token, initial);
  } else if (isAggregate(type)) {
    problem(initial, report(SYNTAX, "E132", tokenSpan(token), { member: path, expected: "values in braces" }));
  } else if (path === "length" && initializer.kind === "expression" && isOwnSize(initializer.tokens, initial)) {
    initial.into.lengthIsSize = true;
    initial.into.values.delete("length");
    initial.into.spans.set("length", tokenSpan(token));
  } else {
    const value = scalarValue(type, path, initializer, initial);
    if (value !== undefined) store(initial, path, value, token);
  }
}

/** Initialises an array of characters or bytes from a string literal. */
function arrayLeaf(
  type: CType & { kind: "array" },
  path: string,
  initializer: Initializer,
  token: Token,
  initial: InitialContext,
): void {
  const bytes = stringOf(initializer, path, type, initial);
  if (bytes === undefined) return;
  if (isText(type)) {
    store(initial, path, textValue(bytes), token);
    return;
  }
  bytes.forEach((byte, index) => {
    store(initial, `${path}[${index}]`, BigInt(byte), token);
  });
}

function stringOf(
  initializer: Initializer,
  path: string,
  type: CType & { kind: "array" },
  initial: InitialContext,
): number[] | undefined {
  const bytes = stringBytesOf(initializer);
  const token = initializer.kind === "list" ? initializer.open : initializer.tokens[0]!;
  if (bytes === undefined) {
    problem(
      initial,
      report(SYNTAX, "E132", tokenSpan(token), {
        member: path,
        expected: isText(type) ? "a text in double quotes" : "values in braces",
      }),
    );
    return undefined;
  }
  // The terminating NUL may be dropped, but nothing else [C17 6.7.9p14].
  if (bytes.length > type.length) {
    problem(
      initial,
      report(SYNTAX, "E132", tokenSpan(token), { member: path, expected: `a text of at most ${type.length} bytes` }),
    );
    return undefined;
  }
  return bytes;
}

function stringBytesOf(initializer: Initializer): number[] | undefined {
  if (initializer.kind === "list") {
    const [only] = initializer.items;
    return only === undefined ? undefined : stringBytesOf(only.value);
  }
  const parts = initializer.tokens.map((token) => (token.kind === "string" ? stringLiteral(token.text) : undefined));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function store(initial: InitialContext, path: string, value: InitialValue, token: Token): void {
  initial.into.values.set(path, value);
  initial.into.spans.set(path, tokenSpan(token));
  if (path === "length") initial.into.lengthIsSize = false;
}

function problem(initial: InitialContext, diagnostic: Diagnostic): void {
  initial.into.problems.push(diagnostic);
}
