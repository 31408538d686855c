/** Checks that `length` and `ID` have initial values in range. */

import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { MessageDeclaration } from "../messages/message.ts";

export function checkInitialValues(messages: readonly MessageDeclaration[]): Diagnostic[] {
  const free = freeId(messages);
  return messages
    .filter(({ named, idByPlace }) => named === undefined && !idByPlace)
    .flatMap((message) => [
      ...checkRange(message, "length", free),
      ...checkRange(message, "ID", free),
      ...checkPresent(message, free),
    ]);
}

/** The lowest ID from 1 that no message has; undefined if a byte holds no other. */
export function freeId(messages: readonly MessageDeclaration[]): number | undefined {
  const taken = new Set(messages.map((message) => message.named?.id ?? Number(initialByte(message, "ID"))));
  for (let id = 1; id <= 255; id++) if (!taken.has(id)) return id;
  return undefined;
}

/** The header's initial value of `length` or `ID`; undefined if it has none. */
export function initialByte(message: MessageDeclaration, member: "length" | "ID"): bigint | undefined {
  const value = message.initials.get(member);
  if (typeof value === "boolean") return value ? 1n : 0n;
  return typeof value === "bigint" ? value : undefined;
}

/** [RFC 768, RFC 791] */
const LARGEST_DATAGRAM = 65_507n;

function checkRange(message: MessageDeclaration, member: "length" | "ID", free: number | undefined): Diagnostic[] {
  const value = initialByte(message, member);
  // A length above 255 is valid: the byte then holds its low 8 bits [D13].
  const most = member === "length" ? LARGEST_DATAGRAM : 255n;
  if (value === undefined || (value >= 0n && value <= most)) return [];
  const span = message.initialSpans.get(member) ?? message.span;
  return [report(MESSAGES, "E408", span, { name: message.name, member, value, free })];
}

function checkPresent(message: MessageDeclaration, free: number | undefined): Diagnostic[] {
  const { name, span } = message;
  if (initialByte(message, "ID") === undefined) {
    // Braces behind the struct would be arguments of its constructor.
    const offered = message.hasConstructor ? undefined : free;
    return [report(MESSAGES, "W406", span, { name, free: offered, keyword: message.record.kind })];
  }
  const hasLength = message.lengthIsSize === true || initialByte(message, "length") !== undefined;
  return hasLength ? [] : [report(MESSAGES, "W412", span, { name })];
}
