/** Checks that span the message structs of a channel [D8]. Values of their members have a file of their own. */

import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelDeclarations, MessageDeclaration } from "../messages/message.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import { targetOf } from "../targets/flags.ts";
import { checkInitialValues, freeId, initialByte } from "./initial-values.ts";
import { suggestMessages } from "./suggest-messages.ts";

export function checkDeclarations(declarations: ChannelDeclarations, plan: ChannelPlan): Diagnostic[] {
  const { messages } = declarations;
  return [
    ...checkPresence(declarations, plan),
    ...checkNames(messages),
    ...checkInitialValues(messages),
    ...checkIds(messages, plan),
  ];
}

/** Reports a message whose ID in `messages` differs from its initialiser in the header [D36]. */
function differentId(message: MessageDeclaration): Diagnostic[] {
  const { named, name } = message;
  const other = initialByte(message, "ID");
  if (named === undefined || other === undefined || other === BigInt(named.id)) return [];
  const span = message.initialSpans.get("ID") ?? message.span;
  return [report(MESSAGES, "E418", named.span, { name, id: named.id, other }, [{ span, message: "the initialiser" }])];
}

function checkIds(messages: readonly MessageDeclaration[], { frames }: ChannelPlan): Diagnostic[] {
  const first = new Map<bigint, MessageDeclaration>();
  // Elsewhere a member with the name ID is not the message's.
  const isMember = frames === undefined || frames.id?.byteOffset === PLAIN_FORMAT.id?.byteOffset;
  const found: Diagnostic[] = isMember ? messages.flatMap(differentId) : [];
  for (const message of messages) {
    if (message.idByPlace) continue;
    const id = message.named === undefined ? initialByte(message, "ID") : BigInt(message.named.id);
    if (id === undefined) continue;
    const other = first.get(id);
    if (other === undefined) first.set(id, message);
    else found.push(duplicate(message, other, id, freeId(messages)));
  }
  return found;
}

function duplicate(
  message: MessageDeclaration,
  other: MessageDeclaration,
  id: bigint,
  free: number | undefined,
): Diagnostic {
  const span = idSpan(message);
  const otherSpan = idSpan(other);
  const related = [{ span: otherSpan, message: `'${other.name}' gets it here` }];
  return report(MESSAGES, "E407", span, { name: message.name, id, other: other.name, free }, related);
}

function idSpan({ named, initialSpans, span }: MessageDeclaration): Span {
  return named?.span ?? initialSpans.get("ID") ?? span;
}

/** Different headers may declare structs of the same name [D2]: they have different IDs. */
function checkNames(messages: readonly MessageDeclaration[]): Diagnostic[] {
  const first = new Map<string, MessageDeclaration>();
  const found: Diagnostic[] = [...differingByCase(messages)];
  for (const message of messages) {
    const key = `${message.span.file}\n${message.name}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, message);
    else if (other.record !== message.record)
      found.push(
        report(MESSAGES, "E409", message.span, { name: message.name }, [
          { span: other.span, message: "first declared here" },
        ]),
      );
  }
  return found;
}

function* differingByCase(messages: readonly MessageDeclaration[]): Generator<Diagnostic> {
  const first = new Map<string, MessageDeclaration>();
  for (const message of messages) {
    const key = message.name.toLowerCase();
    const other = first.get(key);
    if (other === undefined) first.set(key, message);
    else if (other.name !== message.name)
      yield report(MESSAGES, "W420", message.span, { name: message.name, other: other.name }, [
        { span: other.span, message: "declared here" },
      ]);
  }
}

/** A vendor's header may declare hundreds of structs. */
const MOST_SUGGESTED = 40;

function checkPresence(declarations: ChannelDeclarations, plan: ChannelPlan): Diagnostic[] {
  // Unreadable headers and messages have their own diagnostics.
  if (declarations.messages.length > 0 || (declarations.unreadable ?? 0) > 0) return [];
  if (declarations.files.length === 0) return [];
  const { messages } = suggestMessages(declarations, targetOf(plan));
  const numbered = messages.map(({ id, name, size, record }, index) => ({
    id: id ?? String(index + 1),
    name,
    size,
    record,
  }));
  const related = numbered.slice(0, MOST_SUGGESTED).map(({ record, id, name, size }) => {
    return { span: record.span, message: `${size} bytes: messages = ${id} ${name}` };
  });
  const structs = numbered.map(({ name, id }) => `${id} ${name}`);
  return [report(MESSAGES, "E405", undefined, { channel: plan.name, headers: plan.headerFiles, structs }, related)];
}
