/** Finds the messages in a channel's headers. */

import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import { hasErrors } from "../diagnostics/order.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import type { HeaderReader } from "../source/header-reader.ts";
import { settle } from "../syntax/explain/settle.ts";
import { type Headers, readHeaders } from "../syntax/read-headers.ts";
import { attachComments } from "./attach-comments.ts";
import { findMessages } from "./find-messages.ts";
import { headerFacts } from "./header-facts.ts";
import type { ChannelDeclarations } from "./message.ts";
import { namedMessages } from "./named-messages.ts";
import { nearMisses } from "./near-misses.ts";
import { orderRecords } from "./record-orders.ts";

/** A channel's parsed headers, before messages are chosen. */
export interface ReadChannel {
  readonly headers: Headers;
  readonly strayComments: ChannelDeclarations["strayComments"];
  readonly diagnostics: readonly Diagnostic[];
}

export function readChannel(plan: ChannelPlan, reader: HeaderReader): ReadChannel {
  const headers = readHeaders(plan, reader);
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
  const misses = plan.messages === undefined ? nearMisses(headers, nothing ? "all" : "named") : [];
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
    diagnostics: [...settle(found.explanations, [...diagnostics, ...found.diagnostics]), ...misses],
  };
}

/** The built-in text of a C library's header. */
function isLibrary(file: string): boolean {
  return file.startsWith("<");
}

export function parseChannel(plan: ChannelPlan, reader: HeaderReader): Outcome<ChannelDeclarations> {
  return messagesIn(readChannel(plan, reader), plan);
}
