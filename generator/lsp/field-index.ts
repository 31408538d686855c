/** Finds the structs and fields that a place in a header declares. */

import type { ChannelModel, Field, Member, Message } from "../codec/model.ts";
import type { Position, Span } from "../source/span.ts";

/** A member of a message. A type in several messages has its members in each of them. */
export interface FoundMember {
  readonly channel: ChannelModel;
  readonly message: Message;
  readonly member: Member;
  /** The member's leaves. */
  readonly fields: readonly Field[];
}

export interface FoundMessage {
  readonly channel: ChannelModel;
  readonly message: Message;
}

export class FieldIndex {
  readonly models: readonly ChannelModel[];
  readonly #members = new Map<string, FoundMember[]>();
  readonly #messages = new Map<string, FoundMessage[]>();

  constructor(models: readonly ChannelModel[]) {
    this.models = models;
    for (const channel of models) {
      for (const message of channel.messages) {
        push(this.#messages, lineKey(message.span), { channel, message });
        for (const member of message.members) this.#add({ channel, message }, member);
      }
    }
  }

  /** Members whose name is at the place. */
  membersAt(file: string, at: Position): FoundMember[] {
    return this.membersOn(file, at.line).filter(({ member: { span } }) => contains(span, at));
  }

  membersOn(file: string, line: number): FoundMember[] {
    return this.#members.get(`${file}:${line}`) ?? [];
  }

  /** Members whose rule is at the place; it may have several lines. */
  membersOfRule(file: string, at: Position): FoundMember[] {
    const isHere = (span: Span | undefined) => span?.file === file && contains(span, at);
    return this.membersIn(file).filter(({ fields: [first] }) => isHere(first?.compiled.ruleSpan));
  }

  messagesAt(file: string, at: Position): FoundMessage[] {
    return this.messagesOn(file, at.line).filter(({ message: { span } }) => contains(span, at));
  }

  messagesOn(file: string, line: number): FoundMessage[] {
    return this.#messages.get(`${file}:${line}`) ?? [];
  }

  messagesIn(file: string): FoundMessage[] {
    return this.models.flatMap((channel) =>
      channel.messages.filter(({ span }) => span.file === file).map((message) => ({ channel, message })),
    );
  }

  /** All members in a file, in order of lines; each position once for each message that has it. */
  membersIn(file: string): FoundMember[] {
    return [...this.#members].flatMap(([key, found]) => (key.slice(0, key.lastIndexOf(":")) === file ? found : []));
  }

  /** An array's element has the array's position: only the array is listed. */
  #add(place: FoundMessage, member: Member): void {
    push(this.#members, lineKey(member.span), { ...place, member, fields: leavesOf(member) });
    const elements = member.kind === "array" ? member.elements.slice(0, 1) : [member];
    for (const each of elements) this.#inside(place, each);
  }

  #inside(place: FoundMessage, member: Member): void {
    if (member.kind === "record") for (const each of member.members) this.#add(place, each);
    // Arrays of arrays.
    else if (member.kind === "array") for (const each of member.elements.slice(0, 1)) this.#inside(place, each);
  }
}

export function leavesOf(member: Member): Field[] {
  if (member.kind === "field") return [member];
  return (member.kind === "array" ? member.elements : member.members).flatMap(leavesOf);
}

function lineKey({ file, start }: Span): string {
  return `${file}:${start.line}`;
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** The end counts too: an editor's cursor is there after the name is typed. */
export function contains({ start, end }: Span, { line, column }: Position): boolean {
  const afterStart = line > start.line || (line === start.line && column >= start.column);
  return afterStart && (line < end.line || (line === end.line && column <= end.column));
}
