/** Messages of CAN buses. [Vector, DBC file format 1.0] */

import type { Condition, DefinedField, DefinedMessage, Definition, DefinitionKind } from "../definition.ts";
import { type DbcMessage, type DbcSignal, parseDbc } from "./dbc-parser.ts";

const BY_ID = "id = u32be@0  ; CAN frames: the ID, then the data";
const BY_GROUP = "id = u32be@0&0x83ffff00  ; CAN frames of J1939: the parameter group, of all senders and priorities";
/** What a CAN source gives for each frame: its ID as a DBC file writes it, then the data. */
const CAN_KEYS = ["length = none", "long = ignore", "unknown_ids = once"];
/** The last byte of an ID of J1939. */
const SENDER: DefinedField = {
  name: "source_address",
  words: ["The sender's address."],
  type: "unsigned",
  order: "big",
  bit: 24,
  width: 8,
};

function read(text: string): Definition {
  const file = parseDbc(text);
  const notes = [...file.strays];
  const ids = new Map<number, DbcMessage>();
  const given = file.messages.filter(({ signals }) => signals.length > 0);
  const isByGroup = given.length > 0 && given.every(isOfAnySender);
  if (!isByGroup)
    for (const { name, line } of given.filter(isOfAnySender))
      notes.push(
        `${name} (line ${line}): only frames of the sender 254 match, since other messages have another kind of ID`,
      );
  const messages = file.messages.flatMap((declared): DefinedMessage[] => {
    const message = withExtendedId(declared, notes);
    const said = `${message.name} (line ${message.line})`;
    const id = isByGroup ? groupOf(message, notes) : message.id;
    const earlier = ids.get(id);
    if (earlier !== undefined) {
      notes.push(`${said} is left out: ${earlier.name} has the ${isByGroup ? "parameter group" : "ID"} ${id}, too`);
      return [];
    }
    ids.set(id, message);
    const fields = fieldsOf(message, notes);
    if (fields.length > 0) return [{ ...messageOf(message, fields, isByGroup), id }];
    notes.push(`${said} is left out: it has no signals`);
    return [];
  });
  return {
    about: file.comment === undefined ? [] : [file.comment],
    messages,
    keys: [...(isByGroup ? [BY_GROUP] : [BY_ID, "payload_offset = 4"]), ...CAN_KEYS],
    notes,
  };
}

/** The address of a sender that has none: it stands for any. [SAE J1939-81] */
const NO_ADDRESS = 0xfe;
/** Groups from here have no receiver. */
const BROADCAST = 0xf000;

function isOfAnySender({ id, isJ1939 }: DbcMessage): boolean {
  return isJ1939 === true && id >= EXTENDED && (id & 0xff) === NO_ADDRESS;
}

/** What the key compares. */
function groupOf({ id, name, line }: DbcMessage, notes: string[]): number {
  const group = (id >>> 8) & 0x3ffff;
  if ((group & 0xffff) < BROADCAST)
    notes.push(`${name} (line ${line}): only frames to the address ${group & 0xff} match`);
  return EXTENDED / 256 + group;
}

const MOST_STANDARD = 0x7ff;
const EXTENDED = 0x8000_0000;

/** Some files lack the mark of an extended ID. */
function withExtendedId(message: DbcMessage, notes: string[]): DbcMessage {
  const { id, name, line } = message;
  if (id <= MOST_STANDARD || id >= EXTENDED) return message;
  notes.push(`${name} (line ${line}): ${id} has more bits than a standard ID: it is taken as an extended one`);
  return { ...message, id: id + EXTENDED };
}

/** @param isByGroup its struct begins with the ID, which has the sender's address */
function messageOf(message: DbcMessage, fields: readonly DefinedField[], isByGroup: boolean): DefinedMessage {
  const { id, name, size, sender, comment, everyMs } = message;
  const isExtended = id >= EXTENDED;
  const number = (isExtended ? id - EXTENDED : id).toString(16);
  const from = sender === "" || sender === "Vector__XXX" ? "" : `, from ${sender}`;
  return {
    id,
    name,
    size: isByGroup ? size + 4 : size,
    words: [
      ...(comment === undefined ? [] : [comment]),
      `${isExtended ? "Extended CAN" : "CAN"} ID 0x${number}${from}.`,
    ],
    ...(everyMs !== undefined && everyMs > 0 && { everyMs }),
    fields: isByGroup ? [...fields.map((field) => ({ ...field, bit: field.bit + 32 })), SENDER] : fields,
  };
}

function fieldsOf(message: DbcMessage, notes: string[]): DefinedField[] {
  const names = new Set<string>();
  return message.signals.flatMap((signal): DefinedField[] => {
    const reason = names.has(signal.name) ? "the message has two signals of this name" : objection(signal, message);
    names.add(signal.name);
    if (reason === undefined) return [fieldOf(signal, message)];
    notes.push(`${message.name}.${signal.name} (line ${signal.line}) is left out: ${reason}`);
    return [];
  });
}

/** Why a signal cannot be a field. */
function objection(signal: DbcSignal, message: DbcMessage): string | undefined {
  const { length, isFloat, factor, offset } = signal;
  if (length < 1) return "it has no bits";
  if (length > 64) return `it has ${length} bits, and a number has up to 64`;
  if (!Number.isFinite(factor) || !Number.isFinite(offset)) return "its factor or offset is not a number";
  const bit = firstBit(signal);
  if (bit < 0 || bit + length > message.size * 8) return `the message's ${message.size} bytes do not contain it`;
  if (isFloat === true && length !== 32 && length !== 64) return `a float has 32 or 64 bits, not ${length}`;
  if (isFloat === true && bit % 8 !== 0) return "a float that does not begin with a byte cannot be in a struct";
  return selectionProblem(signal, message, [signal]);
}

function selectionProblem(signal: DbcSignal, message: DbcMessage, seen: readonly DbcSignal[]): string | undefined {
  if (signal.group === undefined && signal.selection === undefined) return undefined;
  const by = switchOf(signal, message);
  if (by === undefined) {
    const name = signal.selection?.by;
    if (name !== undefined) return `its switch '${name}' is not in the message`;
    const count = message.signals.filter(isMainSwitch).length;
    return count === 0 ? "it is multiplexed, and the message has no switch" : "the message has several switches (M)";
  }
  if (seen.includes(by)) return `its switch '${by.name}' depends on it`;
  const unusable = by.isFloat === true ? `its switch '${by.name}' is not a whole number` : undefined;
  return unusable ?? objectionOfSwitch(by, message, seen);
}

function objectionOfSwitch(by: DbcSignal, message: DbcMessage, seen: readonly DbcSignal[]): string | undefined {
  if (by.length > 32) return `its switch '${by.name}' has more than 32 bits`;
  const bit = firstBit(by);
  if (bit < 0 || bit + by.length > message.size * 8) return `its switch '${by.name}' is outside of the message`;
  return selectionProblem(by, message, [...seen, by]);
}

function isMainSwitch({ isSwitch, group }: DbcSignal): boolean {
  return isSwitch && group === undefined;
}

function switchOf({ selection }: DbcSignal, { signals }: DbcMessage): DbcSignal | undefined {
  if (selection !== undefined) return signals.find(({ name }) => name === selection.by);
  const [main, second] = signals.filter(isMainSwitch);
  return second === undefined ? main : undefined;
}

/** The values of its switch, and of the switches of those. */
function conditionsOf(signal: DbcSignal, message: DbcMessage): readonly Condition[] | undefined {
  const by = switchOf(signal, message);
  if (by === undefined || (signal.group === undefined && signal.selection === undefined)) return undefined;
  const ranges = signal.selection?.ranges ?? [[signal.group ?? 0, signal.group ?? 0] as const];
  const outer = conditionsOf(by, message) ?? [[]];
  return outer.flatMap((above) => ranges.map(([from, to]) => [...above, { field: by.name, from, to }]));
}

/** DBC places a big-endian signal by its most significant bit, and numbers bits from the least significant one. */
function firstBit({ start, isLittle }: DbcSignal): number {
  return isLittle ? start : start - (start % 8) + 7 - (start % 8);
}

function fieldOf(signal: DbcSignal, message: DbcMessage): DefinedField {
  const { name, length, isLittle, isSigned, isFloat, factor, offset, unit, states, comment } = signal;
  const present = conditionsOf(signal, message);
  const range = signal.least === 0 && signal.most === 0 ? [] : [`Range ${signal.least} to ${signal.most}.`];
  return {
    name,
    words: [...(comment === undefined ? [] : [comment]), ...range],
    type: isFloat === true ? "float" : isSigned ? "signed" : "unsigned",
    order: isLittle ? "little" : "big",
    bit: firstBit(signal),
    width: length,
    line: { slope: factor, offset },
    unit: unit.trim(),
    ...(states && { states }),
    ...(present && { present }),
  };
}

export const DBC_DEFINITION: DefinitionKind = {
  name: "DBC",
  reads: "a CAN database (.dbc): messages, signals, multiplexing",
  recognises: (fileName, text) =>
    /\.dbc$/i.test(fileName) || /^\s*(?:VERSION\s+"|NS_\s*:|BO_\s+\d+\s+\w+\s*:)/m.test(text.slice(0, 4096)),
  read,
};
