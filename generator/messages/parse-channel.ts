/** Finds the messages in a channel's headers. */

import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import { hasErrors } from "../diagnostics/order.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import type { HeaderReader } from "../source/header-reader.ts";
import type { Context } from "../syntax/declare/context.ts";
import { isOneByte } from "../syntax/declare/types.ts";
import { settle } from "../syntax/explain/settle.ts";
import { type Headers, readHeaders } from "../syntax/read-headers.ts";
import type { Member, RecordDeclaration } from "../types/declarations.ts";
import { attachComments } from "./attach-comments.ts";
import { findMessages, firstTwo } from "./find-messages.ts";
import { headerFacts } from "./header-facts.ts";
import type { ChannelDeclarations } from "./message.ts";
import { namedMessages } from "./named-messages.ts";
import { orderRecords } from "./record-orders.ts";

/** A channel's parsed headers, before messages are chosen. */
export interface ReadChannel {
  readonly headers: Headers;
  readonly strayComments: ChannelDeclarations["strayComments"];
  readonly diagnostics: readonly Diagnostic[];
}

/** @param names reads only what these names need */
export function readChannel(plan: ChannelPlan, reader: HeaderReader, names?: ReadonlySet<string>): ReadChannel {
  const headers = readHeaders(plan, reader, names);
  const strayComments = attachComments(headers.comments, headers.placed);
  return { headers, strayComments, diagnostics: [...headers.diagnostics, ...orderRecords(headers)] };
}

/** @param read from the same plan; only `messages` may differ */
export function messagesIn(
  { headers, strayComments, diagnostics }: ReadChannel,
  plan: ChannelPlan,
): Outcome<ChannelDeclarations> {
  const found = plan.messages === undefined ? findMessages(headers) : namedMessages(plan.messages, headers);
  const nothing = found.messages.length + found.unreadable === 0 && !hasErrors(headers.diagnostics);
  // Where the channel says where the ID is, other first members make messages, too [D37].
  const { frames } = plan;
  const isUsual = frames === undefined || frames.id?.byteOffset === PLAIN_FORMAT.id?.byteOffset;
  const chosen = new Set(isUsual ? [] : found.messages.map(({ record }) => record));
  const misses =
    plan.messages === undefined
      ? nearMisses(headers, nothing ? "all" : "named").filter(({ record }) => !chosen.has(record))
      : [];
  return {
    value: {
      messages: found.messages,
      enums: headers.enums,
      files: headers.files.map(({ path, sha256 }) => ({ path, sha256 })),
      strayComments,
      structs: [...headers.records].flatMap(([record, { isInner }]) =>
        record.name === undefined || isInner || record.kind === "union" || isLibrary(record.span.file) ? [] : [record],
      ),
      facts: headerFacts(headers),
      unreadable: found.unreadable + (hasErrors(headers.diagnostics) ? 1 : 0),
    },
    diagnostics: [
      ...settle(found.explanations, [...diagnostics, ...found.diagnostics]),
      ...misses.map(({ said }) => said),
    ],
  };
}

/** The built-in text of a C library's header. */
function isLibrary(file: string): boolean {
  return file.startsWith("<");
}

/** @param names as in `readChannel` */
export function parseChannel(
  plan: ChannelPlan,
  reader: HeaderReader,
  names?: ReadonlySet<string>,
): Outcome<ChannelDeclarations> {
  return messagesIn(readChannel(plan, reader, names), plan);
}

/** @param scope `all`: report every candidate, because no message was found; `named`: only structs named like messages */
function nearMisses(
  context: Context,
  scope: "all" | "named",
): { readonly record: RecordDeclaration; readonly said: Diagnostic }[] {
  const found: ReturnType<typeof nearMisses> = [];
  for (const [record, facts] of context.records) {
    if (facts.isInner || record.kind === "union") continue;
    if (scope === "named" && !record.name?.startsWith("struct_")) continue;
    const reason = reasonOf(record);
    if (reason !== undefined)
      found.push({ record, said: report(MESSAGES, "N413", record.span, { name: record.name ?? "struct", reason }) });
  }
  return found;
}

function reasonOf(record: RecordDeclaration): string | undefined {
  const [first, second] = firstTwo(record.members);
  const names = [nameOf(first), nameOf(second)];
  if (first === undefined || second === undefined) return undefined;
  if (names[0] === "length" && names[1] === "ID") return byteReason(first) ?? byteReason(second);
  const [one, two] = names.map((name) => name.toLowerCase());
  if (one === "id" && isLength(two)) return `its members '${names[0]}' and '${names[1]}' stand in the wrong order`;
  if (isLength(one) && two === "id")
    return `its first members are '${names[0]}' and '${names[1]}', not 'length' and 'ID'`;
  return undefined;
}

function byteReason(member: Member): string | undefined {
  if (member.kind === "anonymous") return undefined;
  if (member.kind === "bit-field") return `'${member.name}' is a bit-field, not a byte`;
  return isOneByte(member.type) ? undefined : `'${member.name}' is of type '${member.declaredType}', not one byte`;
}

function nameOf(member: Member | undefined): string {
  return member === undefined || member.kind === "anonymous" ? "" : (member.name ?? "");
}

function isLength(name: string | undefined): boolean {
  return name === "length" || name === "len";
}
