/** Field numbers of a `.proto`: keeps the numbers of an earlier run and assigns new ones. */

export interface ProtoField {
  /** Includes the label. */
  readonly type: string;
  readonly name: string;
}

export interface ProtoNumbers {
  /**
   * @param message with the enclosing messages: `Cap.Cell`
   * @param least first number, for a message without earlier fields
   */
  of(message: string, field: ProtoField, least: number): number;
  /** `reserved` statements for removed fields. Call this after all fields have their numbers. */
  reserved(message: string): string[];
}

interface MessageNumbers {
  readonly fields: Map<string, { readonly type: string; readonly number: number }>;
  readonly reserved: Set<number>;
  readonly used: Set<string>;
}

/** @param previous the previous file's text; empty if there is none */
export function numbersIn(previous: string): ProtoNumbers {
  const messages = read(previous);
  const messageAt = (name: string) => {
    const found = messages.get(name) ?? { fields: new Map(), reserved: new Set(), used: new Set() };
    messages.set(name, found);
    return found;
  };
  return {
    of(message, { type, name }, least) {
      const { fields, reserved, used } = messageAt(message);
      const known = fields.get(name);
      used.add(name);
      if (known !== undefined && sameOnWire(known.type, type)) return known.number;
      if (known !== undefined) reserved.add(known.number);
      const number = free([...reserved, ...[...fields.values()].map((field) => field.number)], least);
      fields.set(name, { type, number });
      return number;
    },
    reserved(message) {
      const { fields, reserved, used } = messageAt(message);
      for (const [name, { number }] of fields) if (!used.has(name)) reserved.add(number);
      return reserved.size === 0 ? [] : [`reserved ${[...reserved].sort((a, b) => a - b).join(", ")};`];
    },
  };
}

/** 19000 to 19999 are reserved for the implementation. [proto3, assigning field numbers] */
function free(taken: readonly number[], least: number): number {
  const next = Math.max(least - 1, ...taken) + 1;
  return next >= 19_000 && next <= 19_999 ? 20_000 : next;
}

/** Groups of types that are compatible on the wire. [proto3, updating a message type] */
const ALIKE = [/^(?:uint32|uint64|bool)$/, /^sint(?:32|64)$/, /^repeated uint(?:32|64)$/, /^repeated sint(?:32|64)$/];

function sameOnWire(before: string, now: string): boolean {
  const [old, current] = [before, now].map((type) => type.replace("optional ", "")) as [string, string];
  return old === current || ALIKE.some((family) => family.test(old) && family.test(current));
}

const BLOCK = /^\s*(message|enum|oneof|extend) ([\w.]+) \{$/;
const FIELD = /^\s*((?:optional |repeated )?[\w.]+) (\w+) = (\d+)(?: \[.*\])?;$/;
const RESERVED = /^\s*reserved ([\d, ]+);$/;

function read(text: string): Map<string, MessageNumbers> {
  const messages = new Map<string, MessageNumbers>();
  // Blocks that are not messages have no name.
  const open: string[] = [];
  const path = () => open.filter((name) => name !== "").join(".");
  for (const line of text.split("\n")) {
    const [, block, blockName = ""] = BLOCK.exec(line) ?? [];
    if (block !== undefined) open.push(block === "message" ? blockName : "");
    if (block === "message") messages.set(path(), { fields: new Map(), reserved: new Set(), used: new Set() });
    if (/^\s*\}$/.test(line)) open.pop();
    const message = messages.get(path());
    if (message !== undefined) readNumbers(line, message);
  }
  return messages;
}

function readNumbers(line: string, { fields, reserved }: MessageNumbers): void {
  const [, type = "", name, number] = FIELD.exec(line) ?? [];
  if (name !== undefined) fields.set(name, { type, number: Number(number) });
  for (const each of RESERVED.exec(line)?.[1]?.split(",") ?? []) reserved.add(Number(each));
}
