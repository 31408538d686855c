/** Header text → declarations, for tests of the syntax phase. */

import type { ChannelDeclarations, MessageDeclaration } from "../../generator/messages/message.ts";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import type { ChannelPlan } from "../../generator/plan/channel-plan.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import type { CType, Member } from "../../generator/types/declarations.ts";
import { planOf } from "./channel-plan.ts";

export interface Parsed {
  readonly value: ChannelDeclarations;
  /** `lab.h:3: E112` */
  readonly codes: readonly string[];
}

export function parseText(
  text: string | Readonly<Record<string, string>>,
  overrides: Partial<ChannelPlan> = {},
): Parsed {
  const headers = typeof text === "string" ? { "lab.h": text } : text;
  const { value, diagnostics } = parseChannel(planOf(overrides), memoryReader(headers, ""));
  return { value, codes: diagnostics.map(({ code, span }) => `${span?.file}:${span?.start.line}: ${code}`) };
}

/** The only message of a header. The header must have no diagnostics. */
export function onlyMessage(text: string, overrides: Partial<ChannelPlan> = {}): MessageDeclaration {
  const { value, codes } = parseText(text, overrides);
  const [message] = value.messages;
  if (message === undefined || value.messages.length > 1 || codes.length > 0) {
    throw new Error(`expected one message and no diagnostics: ${value.messages.map(({ name }) => name)} ${codes}`);
  }
  return message;
}

/** The members behind `length` and `ID`, as C would write them. */
export function fieldsOf(message: MessageDeclaration): string[] {
  return message.record.members.slice(2).map(describe);
}

function describe(member: Member): string {
  const { packed, aligned } = member.attributes;
  const attributes = `${packed ? " packed" : ""}${aligned === undefined ? "" : ` aligned(${aligned})`}`;
  if (member.kind === "anonymous") return describeRecord(member.record.kind, member.record.members) + attributes;
  const width = member.kind === "bit-field" ? ` : ${member.width}` : "";
  return `${typeName(member.type)} ${member.name ?? ""}${width}${attributes}`;
}

function describeRecord(kind: string, members: readonly Member[]): string {
  return `${kind} { ${members.map(describe).join("; ")} }`;
}

function typeName(type: CType): string {
  return type.aligned === undefined ? plainName(type) : `${plainName(type)} aligned(${type.aligned})`;
}

function plainName(type: CType): string {
  switch (type.kind) {
    case "arithmetic":
      return type.type;
    case "array":
      return `${typeName(type.element)}[${type.length}]`;
    case "enum":
      return `enum { ${type.enumerators.map(({ name, value }) => `${name} = ${value}`).join(", ")} }${type.underlying === undefined ? "" : ` : ${type.underlying}`}${type.packed ? " packed" : ""}`;
    case "record":
      return describeRecord(type.record.kind, type.record.members);
  }
}
