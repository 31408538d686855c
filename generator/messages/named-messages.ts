/** Message structs named by the configuration [D36], for vendor headers that cannot be changed. */

import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { groupBy } from "../../runtime/lib/group-by.ts";
import { nearest } from "../../runtime/lib/nearest.ts";
import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { PlannedMessage } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import type { Instance, RecordFacts } from "../syntax/declare/context.ts";
import { headersAway } from "../syntax/declare/type-names.ts";
import { diagnose } from "../syntax/declare/types.ts";
import type { Explanation } from "../syntax/parse/chunks.ts";
import { isWord } from "../syntax/preprocess/token.ts";
import type { Headers } from "../syntax/read-headers.ts";
import { knownType } from "../targets/known-types.ts";
import type { RecordDeclaration } from "../types/declarations.ts";
import { type FoundMessages, instancesByRecord, problemsOf, readMessage } from "./find-messages.ts";
import { inactiveStructs } from "./inactive-structs.ts";
import { integerNamed } from "./integer-named.ts";
import type { MessageDeclaration } from "./message.ts";

export function namedMessages(planned: readonly PlannedMessage[], headers: Headers): FoundMessages {
  const messages: MessageDeclaration[] = [];
  const diagnostics: Diagnostic[] = [];
  const instances = instancesByRecord(headers);
  const explanations: Explanation[] = [];
  const names = shortNames(planned.map(({ struct }) => struct));
  const broken = new BrokenParts(headers);
  const unknown = new UnknownStructs(headers);
  for (const entry of planned) {
    const record = recordOf(entry, headers, unknown);
    const facts = isRecord(record) ? headers.records.get(record) : undefined;
    const part = broken.with(entry, facts);
    if (part !== undefined) explanations.push(...part.explanations);
    else if (!isRecord(record)) diagnostics.push(record);
    else if (facts !== undefined) {
      const named = { record, facts, instances: instances.get(record) ?? [] };
      const read = readNamed(entry, named, headers, { diagnostics, explanations });
      if (read !== undefined) messages.push({ ...read, name: names.get(entry.struct)! });
    }
  }
  return {
    messages,
    unreadable: planned.length - messages.length,
    explanations: [...new Set(explanations)],
    diagnostics,
  };
}

interface Named {
  readonly record: RecordDeclaration;
  readonly facts: RecordFacts;
  readonly instances: readonly Instance[];
}

/** Undefined after reported errors. */
function readNamed(
  entry: PlannedMessage,
  { record, facts, instances }: Named,
  headers: Headers,
  said: { readonly diagnostics: Diagnostic[]; readonly explanations: Explanation[] },
): MessageDeclaration | undefined {
  headers.symbols.file = headers.unit.tokens[facts.from]?.file;
  const id = idOf(entry, headers);
  const checkExtra = extraOf(entry, headers);
  const problems = [id, checkExtra].filter((found) => typeof found === "object");
  const found = problemsOf(record, headers);
  problems.push(...found.problems);
  said.explanations.push(...found.errors);
  const message = readMessage(record, facts, instances, headers, problems);
  // The configuration gives the ID, so a constructor that cannot be evaluated does not matter.
  said.diagnostics.push(...problems.filter(({ code }) => code !== "W148" && code !== "W410"));
  if (
    typeof id !== "number" ||
    typeof checkExtra === "object" ||
    found.errors.length > 0 ||
    problems.some(({ severity }) => severity === "error")
  )
    return undefined;
  const counted = entry.count === undefined ? record : withCount(record, entry);
  if (counted === undefined) {
    said.diagnostics.push(
      report(MESSAGES, "E423", entry.span, {
        ...{ name: entry.struct, count: `count=${entry.count?.text}:${entry.count?.most}` },
      }),
    );
    return undefined;
  }
  return {
    ...message,
    record: counted,
    named: { id, checkExtra, span: entry.span, ...(entry.order && { order: entry.order }) },
  };
}

/** The struct, in which the array at its end has the entry's count as a comment; undefined if it does not end with such an array. */
function withCount(record: RecordDeclaration, { count, span }: PlannedMessage): RecordDeclaration | undefined {
  const last = record.members.at(-1);
  if (last?.kind !== "field" || last.type.kind !== "array" || last.type.length > 0) return undefined;
  const comment = { text: `@count: ${count?.text}; max=${count?.most}`, span };
  const type = { ...last.type, flexible: true } as const;
  const counted = { ...last, type, comments: [...last.comments, comment] };
  return { ...record, members: [...record.members.slice(0, -1), counted] };
}

/** Declarations with syntax errors. */
class BrokenParts {
  readonly #parts: Headers["broken"];
  /** By the words in them, the first one of each. */
  readonly #byWord = new Map<string, Headers["broken"][number]>();

  constructor({ broken, unit }: Headers) {
    this.#parts = broken;
    for (const part of broken)
      for (const token of unit.tokens.slice(part.from, part.to))
        if (isWord(token, token.text) && !this.#byWord.has(token.text)) this.#byWord.set(token.text, part);
  }

  /** That which contains the struct, or would have contained it. */
  with({ struct }: PlannedMessage, facts: RecordFacts | undefined) {
    if (facts === undefined) return this.#byWord.get(lastPart(struct));
    return this.#parts.find(({ from, to }) => facts.from >= from && facts.from < to);
  }
}

/** What is said of a name that no struct has. */
class UnknownStructs {
  readonly #headers: Headers;
  #said = 0;
  #shown: { readonly known: readonly string[]; readonly hidden: ReadonlyMap<string, string> } | undefined;

  constructor(headers: Headers) {
    this.#headers = headers;
  }

  report({ struct, span }: PlannedMessage): Diagnostic {
    const { records, inactive, symbols } = this.#headers;
    this.#shown ??= {
      known: [...new Set([...records.keys()].flatMap(({ name }) => name ?? []))],
      hidden: new Map(
        inactiveStructs(inactive)
          .reverse()
          .flatMap(({ names, reason }) => names.map((name) => [name, reason] as const)),
      ),
    };
    const { known, hidden } = this.#shown;
    const reason = hidden.get(struct);
    const isHinted = reason === undefined && ++this.#said <= MOST_HINTS;
    const near = isHinted ? nearest(struct, symbols.typeNames()) : undefined;
    const missing = headersAway(this.#headers);
    return report(MESSAGES, "E414", span, { name: struct, nearest: near, known, hidden: reason, missing });
  }
}

/** Number of unknown names that get a hint: each is compared with all types. */
const MOST_HINTS = 100;

/** The struct that an entry names, or the problem with the entry. */
function recordOf(
  entry: PlannedMessage,
  { symbols, target }: Headers,
  unknown: UnknownStructs,
): RecordDeclaration | Diagnostic {
  const { struct, span } = entry;
  symbols.file = undefined;
  const type = symbols.named(struct);
  if (type?.kind === "record") return type.record;
  const isArithmetic = type === undefined && knownType(struct, target) !== undefined;
  if (isArithmetic || (type !== undefined && type.kind !== "unusable"))
    return report(MESSAGES, "E415", span, { name: struct });
  // The name belongs to different structs in two headers. A forward declaration does not count.
  if (type !== undefined && type.forward === undefined) return diagnose(type, struct, span, symbols);
  return unknown.report(entry);
}

function isRecord(found: RecordDeclaration | Diagnostic): found is RecordDeclaration {
  return "members" in found;
}

/** `ns::gps_t` → `gps_t`; structs of equal names are told apart by what contains them: `pose::data_t` → `pose_data_t`. */
function shortNames(structs: readonly string[]): ReadonlyMap<string, string> {
  const short = new Map<string, string>();
  let left = [...new Set(structs)];
  for (let parts = 1; left.length > 0; parts++) {
    const tail = (struct: string) => struct.split("::").slice(-parts).join("_");
    const alike = groupBy(structs, tail);
    left = left.filter((struct) => {
      const name = tail(struct);
      const isAlone = alike.get(name)!.every((other) => other === struct);
      if (isAlone || parts >= struct.split("::").length) short.set(struct, name);
      return !short.has(struct);
    });
  }
  return short;
}

/** `ns::gps_t` → `gps_t` */
function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

/** Resolves an ID that may be an enumerator, a constant or a macro. */
function idOf({ id, idText, span }: PlannedMessage, headers: Headers): number | Diagnostic {
  if (id !== undefined) return id;
  const { id: locator } = headers.plan.frames ?? PLAIN_FORMAT;
  const most = locator === undefined ? 2 ** 32 - 1 : locator.mask >>> locator.shift;
  return numberNamed(idText, most, span, headers);
}

function extraOf({ checkExtra, extraName, span }: PlannedMessage, headers: Headers): number | undefined | Diagnostic {
  return extraName === undefined ? checkExtra : numberNamed(extraName, 255, span, headers);
}

function numberNamed(name: string, most: number, span: Span, headers: Headers): number | Diagnostic {
  const value = integerNamed(name, headers);
  if (value === undefined) {
    const names = [...headers.symbols.constantNames(), ...headers.macros.names()];
    return report(MESSAGES, "E416", span, { name, nearest: nearest(name, names) });
  }
  if (value >= 0n && value <= BigInt(most)) return Number(value);
  return report(MESSAGES, "E417", span, { name, value, most });
}
