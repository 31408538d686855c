/** Finds message structs: those that begin with the bytes `length` and `ID` [D8]. Reads the initial values from the header. */

import { firstWhere } from "../../runtime/lib/first-where.ts";
import { MESSAGES } from "../diagnostics/codes/messages.ts";
import { SYNTAX } from "../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { Context, Instance, RecordFacts } from "../syntax/declare/context.ts";
import { isOneByte, recordIn } from "../syntax/declare/types.ts";
import type { Explanation } from "../syntax/parse/chunks.ts";
import { isPunctuator, isWord, type Token, tokenSpan } from "../syntax/preprocess/token.ts";
import type { CType, Member, RecordDeclaration } from "../types/declarations.ts";
import { type ConstructorFacts, isUserProvided, readConstructor } from "./constructors.ts";
import { assignMembers, initialize, noInitials } from "./initial-values.ts";
import { readInitializer } from "./initializer.ts";
import type { InitialContext, Initials } from "./leaf-values.ts";
import type { MessageDeclaration } from "./message.ts";
import { memberPath } from "./slots.ts";

export interface FoundMessages {
  readonly messages: readonly MessageDeclaration[];
  /** Number of message structs with errors. Laying these out would only cause more errors. */
  readonly unreadable: number;
  /** Syntax errors in declarations that contain message structs. */
  readonly explanations: readonly Explanation[];
  readonly diagnostics: readonly Diagnostic[];
}

export function findMessages(context: Context): FoundMessages {
  const messages: MessageDeclaration[] = [];
  const diagnostics: Diagnostic[] = [];
  const instances = instancesByRecord(context);
  const isInMessage = insideMessages(context);
  const broken = context.broken.filter((part) => mentionsMessage(context.unit.tokens.slice(part.from, part.to)));
  const explanations = broken.flatMap((part) => part.explanations);
  let unreadable = broken.length;
  for (const [record, facts] of context.records) {
    const isPlain = isMessage(record);
    const mayBeMessage = isPlain
      ? !isPartOfMessage(record, facts, instances, isInMessage)
      : mayHaveIdByPlace(record, facts, instances, context);
    if (!mayBeMessage) continue;
    context.symbols.file = context.unit.tokens[facts.from]?.file;
    const { problems, errors } = problemsOf(record, context);
    const message = readMessage(record, facts, instances.get(record) ?? [], context, problems);
    diagnostics.push(...problems);
    explanations.push(...errors);
    if (broken.some(({ from, to }) => facts.from >= from && facts.from < to)) continue;
    if (errors.length > 0 || problems.some(({ severity }) => severity === "error")) unreadable += 1;
    else messages.push(isPlain ? message : { ...message, idByPlace: true });
  }
  return { messages, unreadable, explanations: [...new Set(explanations)], diagnostics };
}

/** True for a struct with an initialiser (`struct a { struct header h; … } a = {{3, 1}, 0};`) in a channel with `id =` [D37]. */
function mayHaveIdByPlace(
  record: RecordDeclaration,
  facts: RecordFacts,
  instances: ReadonlyMap<RecordDeclaration, Instance[]>,
  { plan }: Context,
): boolean {
  const { id, payloadOffset = 0 } = plan.frames ?? {};
  // If the ID is before the struct, the initialisers do not contain it.
  if (id === undefined || id.byteOffset < payloadOffset || facts.isInner) return false;
  return instances.has(record) || facts.hasDefaults;
}

/** True if the tokens contain `length`, `ID` and a brace: this is or was meant to be a message. */
function mentionsMessage(tokens: readonly Token[]): boolean {
  return (
    tokens.some((token) => isWord(token, "length")) &&
    tokens.some((token) => isWord(token, "ID")) &&
    tokens.some((token) => isPunctuator(token, "{"))
  );
}

export function instancesByRecord(context: Context): Map<RecordDeclaration, Instance[]> {
  const found = new Map<RecordDeclaration, Instance[]>();
  for (const instance of context.instances) {
    const known = found.get(instance.record);
    if (known === undefined) found.set(instance.record, [instance]);
    else known.push(instance);
  }
  return found;
}

/** True for a head declared inside a message (`struct head { uint8_t length, ID; } head;`), unless it has an instance. */
function isPartOfMessage(
  record: RecordDeclaration,
  facts: RecordFacts,
  instances: ReadonlyMap<RecordDeclaration, Instance[]>,
  isInMessage: (facts: RecordFacts) => boolean,
): boolean {
  if (instances.has(record)) return false;
  // `struct header { uint8_t length, ID; }; struct pos : header {…}`
  if (facts.isBase && !facts.hasDefaults) return true;
  if (!facts.isInner) return false;
  return isInMessage(facts);
}

/** Whether a message contains a record. Records lie in each other or apart: one that ends later than the record contains it. */
function insideMessages({ records }: Context): (facts: RecordFacts) => boolean {
  const messages = [...records].filter(([record]) => isMessage(record)).map(([, { from, to }]) => ({ from, to }));
  messages.sort((one, other) => one.from - other.from);
  let furthest = 0;
  const ends = messages.map(({ to }) => {
    furthest = Math.max(furthest, to);
    return furthest;
  });
  return ({ from, to }) => {
    const before = firstWhere(messages.length, (index) => messages[index]!.from >= from);
    return before > 0 && ends[before - 1]! >= to;
  };
}

/** A union is a message if its first member is an anonymous struct that begins with `length` and `ID`. */
function isMessage({ kind, members }: RecordDeclaration): boolean {
  const isUnion = kind === "union";
  const [first] = members;
  if (isUnion && !(first?.kind === "anonymous" && first.record.kind === "struct")) return false;
  const [length, id] = firstTwo(isUnion ? members.slice(0, 1) : members);
  return isByteNamed(length, "length") && isByteNamed(id, "ID");
}

function isByteNamed(member: Member | undefined, name: string): boolean {
  return member?.kind === "field" && member.name === name && isOneByte(member.type);
}

/** The first two members, counting members of an anonymous struct as its parent's. */
export function firstTwo(members: readonly Member[]): readonly Member[] {
  const found: Member[] = [];
  for (const member of members) {
    if (member.kind === "anonymous" && member.record.kind === "struct") found.push(...firstTwo(member.record.members));
    else found.push(member);
    if (found.length >= 2) break;
  }
  return found.slice(0, 2);
}

/** Problems of the record and of all records in it. */
export function problemsOf(
  record: RecordDeclaration,
  context: Context,
): { readonly problems: Diagnostic[]; readonly errors: readonly Explanation[] } {
  const problems: Diagnostic[] = [];
  const errors: Explanation[] = [];
  for (const [of, isHeld] of recordsWithin(record)) {
    const facts = context.records.get(of);
    if (facts === undefined) continue;
    problems.push(...facts.problems.filter((problem) => isHeld || !facts.unheld.has(problem)));
    errors.push(...facts.errors);
  }
  return { problems, errors };
}

/** The record and all in it; false for those of which it holds no byte: `struct node spare[0];`. */
function recordsWithin(
  record: RecordDeclaration,
  isHeld = true,
  found = new Map<RecordDeclaration, boolean>(),
): ReadonlyMap<RecordDeclaration, boolean> {
  if (found.get(record) === true || found.get(record) === isHeld) return found;
  found.set(record, isHeld);
  for (const member of record.members) {
    const inner = member.kind === "anonymous" ? member.record : recordIn(member.type);
    if (inner !== undefined) recordsWithin(inner, isHeld && !isNone(member), found);
  }
  return found;
}

function isNone(member: Member): boolean {
  let type = member.kind === "field" ? member.type : undefined;
  while (type?.kind === "array" && (type.length > 0 || type.flexible)) type = type.element;
  return type?.kind === "array";
}

export function readMessage(
  record: RecordDeclaration,
  facts: RecordFacts,
  instances: readonly Instance[],
  context: Context,
  diagnostics: Diagnostic[],
): MessageDeclaration {
  const initials = noInitials();
  applyDefaults(record, "", { context, scope: facts.scope, record, into: initials }, 0);
  const unread = applyConstructor(record, facts, { context, scope: facts.scope, record, into: initials });
  diagnostics.push(...initials.problems);
  const chosen = applyInstances(record, instances, initials, context, diagnostics);
  if (unread !== undefined && !chosen.values.has("ID")) diagnostics.push(unread);
  return {
    record,
    name: record.name ?? "unnamed",
    initials: chosen.values,
    initialSpans: chosen.spans,
    ...(chosen.lengthIsSize ? { lengthIsSize: true } : {}),
    ...(isConstructed(facts, context) ? { hasConstructor: true } : {}),
    ...(context.measured.size > 0 ? { measured: true } : {}),
    span: record.span,
  };
}

function isConstructed({ constructors }: RecordFacts, { unit }: Context): boolean {
  return constructors.some(({ open, to }) => isUserProvided(unit.tokens, open, to));
}

/** Limit for default values: arrays of structs with defaults multiply. */
const MAX_DEFAULTS = 65_507;

/** Applies default member initialisers, including those of nested records. */
function applyDefaults(record: RecordDeclaration, path: string, initial: InitialContext, depth: number): void {
  const facts = initial.context.records.get(record);
  if (facts === undefined || depth > 64 || !facts.hasDefaults) return;
  const scoped: InitialContext = { ...initial, scope: facts.scope };
  for (const member of record.members) {
    const tokens = facts.defaults.get(member);
    if (member.kind === "anonymous") applyDefaults(member.record, path, scoped, depth + 1);
    else if (member.name !== undefined && tokens !== undefined)
      initialize(member.type, memberPath(path, member.name), readInitializer(tokens), scoped);
    else if (member.kind === "field") defaultsOfType(member.type, memberPath(path, member.name), scoped, depth + 1);
  }
}

function defaultsOfType(type: CType, path: string, initial: InitialContext, depth: number): void {
  if (type.kind === "record") {
    applyDefaults(type.record, path, initial, depth);
    return;
  }
  const inner = recordIn(type);
  if (type.kind !== "array" || inner === undefined || initial.context.records.get(inner)?.hasDefaults !== true) return;
  for (let index = 0; index < type.length && initial.into.values.size < MAX_DEFAULTS; index++) {
    defaultsOfType(type.element, `${path}[${index}]`, initial, depth);
  }
}

/** Returns the warning to report if the message has no ID in the end. */
function applyConstructor(
  record: RecordDeclaration,
  facts: RecordFacts,
  initial: InitialContext,
): Diagnostic | undefined {
  const { tokens: all } = initial.context.unit;
  const constructors = facts.constructors.flatMap(({ open, to }) => readConstructor(all, open, to, facts.scope));
  const usable = constructors.find((candidate) => !candidate.takesArguments);
  const other = constructors[0];
  const type: CType = { kind: "record", record };
  if (usable === undefined) return other === undefined ? undefined : notSimple(record, other);
  // A constructor may compute values at run time. It matters only if the ID is missing.
  const failed = !assignMembers(type, "", usable.assigned, initial);
  return failed || !usable.simple ? notSimple(record, usable) : undefined;
}

function notSimple(record: RecordDeclaration, found: ConstructorFacts): Diagnostic {
  return report(SYNTAX, "W148", tokenSpan(found.name), { name: record.name ?? "struct" });
}

/** Uses the first instance that initialises the ID, else the first instance. */
function applyInstances(
  record: RecordDeclaration,
  instances: readonly Instance[],
  base: Initials,
  context: Context,
  diagnostics: Diagnostic[],
): Initials {
  const read = instances.map((instance) => ({ instance, initials: readInstance(record, instance, base, context) }));
  const chosen = read.find(({ initials }) => initials.spans.get("ID") !== base.spans.get("ID")) ?? read[0];
  if (chosen === undefined) return base;
  diagnostics.push(...chosen.initials.problems);
  for (const { instance, initials } of read) {
    if (initials !== chosen.initials) diagnostics.push(...differences(record, instance, initials, chosen.initials));
  }
  return chosen.initials;
}

function readInstance(record: RecordDeclaration, instance: Instance, base: Initials, context: Context): Initials {
  const into: Initials = {
    values: new Map(base.values),
    spans: new Map(base.spans),
    problems: [],
    lengthIsSize: base.lengthIsSize,
  };
  const whole = readInitializer(instance.initializer);
  const first = instance.isArray && whole.kind === "list" ? whole.items[0]?.value : whole;
  // Ignore `struct_x copy = other;`.
  if (first?.kind === "list")
    initialize({ kind: "record", record }, "", first, { context, scope: instance.scope, record, into });
  return into;
}

function differences(record: RecordDeclaration, instance: Instance, initials: Initials, used: Initials): Diagnostic[] {
  return (["length", "ID"] as const).flatMap((member) => {
    const value = initials.values.get(member);
    const usedValue = used.values.get(member);
    if (typeof value !== "bigint" || typeof usedValue !== "bigint" || value === usedValue) return [];
    const span = initials.spans.get(member) ?? tokenSpan(instance.name);
    const usedSpan = used.spans.get(member);
    const related = usedSpan === undefined ? undefined : [{ span: usedSpan, message: "used here" }];
    return [report(MESSAGES, "W410", span, { name: record.name ?? "struct", member, value, used: usedValue }, related)];
  });
}
