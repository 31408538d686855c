/** Telemetry and commands of OpenC3 COSMOS. */

import type { DefinedField, DefinedMessage, Definition, DefinitionKind } from "../definition.ts";
import { type ChosenId, chosenId, type IdPlace } from "../shared/id-places.ts";
import { commandField } from "./cosmos-command.ts";
import { withTarget } from "./cosmos-lines.ts";
import { type CosmosItem, type CosmosPacket, parseCosmos } from "./cosmos-parser.ts";

interface Placed {
  readonly packet: CosmosPacket;
  readonly places: readonly IdPlace[];
}

function read(text: string): Definition {
  const file = parseCosmos(text);
  const notes = [...file.notes];
  const binary = file.packets.filter((packet) => {
    const reason = leftOut(packet);
    if (reason !== undefined) notes.push(`${packet.name} (line ${packet.line}) is left out: ${reason}`);
    return reason === undefined;
  });
  const { line, ids, others } = withIds(binary, notes);
  for (const { packet } of others)
    notes.push(
      `${packet.name} (line ${packet.line}) is left out: it has no ID of its own where the others have theirs`,
    );
  const isLost = ![...ids.keys()].some(({ packet }) => packet.kind === "command");
  if (isLost && ids.size > 0 && others.some(({ packet }) => packet.kind === "command"))
    notes.push("put the commands into a file of their own, for a channel of their own (key 'commands')");
  const messages = [...ids].flatMap(([{ packet }, id]): DefinedMessage[] => {
    const before = notes.length;
    const fields = packet.items.flatMap((item) => fieldsOf(item, packet, notes));
    const { name } = packet;
    const words = packet.description === "" ? [] : [packet.description];
    const lost = packet.items.find(
      (item) => item.type !== "DERIVED" && !fields.some((field) => field.name === item.name),
    );
    if (packet.kind === "command" && lost !== undefined) {
      const [why = ""] = notes.splice(before);
      notes.push(`${name} (line ${packet.line}) is left out: ${why.replace(" is left out", "")}`);
      return [];
    }
    if (fields.length === 0) {
      notes.push(`${name} (line ${packet.line}) is left out: it has no items in its bytes`);
      return [];
    }
    const all = [...fields, ...behind(packet, fields)];
    const isDangerous = packet.isHazardous === true || packet.items.some((item) => item.isHazardous === true);
    const command = packet.kind === "telemetry" ? {} : ({ command: isDangerous ? "dangerous" : "plain" } as const);
    return [{ id, name, words, size: sizeOf(all), ...command, fields: all }];
  });
  return { about: [], messages, keys: [line, "length = none", "long = ignore"], notes };
}

function leftOut({ accessor, isDisabled }: CosmosPacket): string | undefined {
  if (accessor !== undefined) return `its items have no fixed places (${accessor})`;
  return isDisabled ? "COSMOS does not send it (DISABLED)" : undefined;
}

/** Telemetry is told apart first. Commands are by their IDs, or by any number that most of them have. */
function withIds(packets: readonly CosmosPacket[], notes: string[]): ChosenId<Placed> {
  const telemetry = packets.filter(({ kind }) => kind === "telemetry").map(placed);
  const commands = packets.filter(({ kind }) => kind === "command");
  const alone = chosenId(telemetry);
  const numbers = chosenId([...telemetry, ...commands.map(withNumbers(commands))], "one");
  const choices = [chosenId([...telemetry, ...commands.map(placed)]), { ...numbers, ignored: 0 }];
  const known = ({ ids }: ChosenId<Placed>) =>
    [...ids.keys()].filter(({ packet }) => packet.kind === "telemetry").length;
  const [best] = choices
    .filter((choice) => known(choice) >= alone.ids.size)
    .sort((left, right) => right.ids.size - left.ids.size);
  const rest = { ...alone, others: [...alone.others, ...commands.map(placed)] };
  const chosen = commands.length === 0 || best === undefined ? rest : best;
  if (chosen.ignored > 0)
    notes.push(
      `${chosen.ignored} ID items are not compared: ${chosen.line.replace("id = ", "")} distinguishes the packets`,
    );
  return chosen;
}

function placed(packet: CosmosPacket): Placed {
  const places = packet.items.flatMap((item) => (item.id === undefined ? [] : placeOf(item, item.id)));
  return { packet, places };
}

/** With the usual values of numbers that most commands have at the same place. */
function withNumbers(commands: readonly CosmosPacket[]): (packet: CosmosPacket) => Placed {
  const numbersOf = ({ items }: CosmosPacket) =>
    items.flatMap((item) =>
      item.type === "UINT" && item.bits <= 32 && typeof item.initial === "number" ? placeOf(item, item.initial) : [],
    );
  const keyOf = ({ bit, width, order }: IdPlace) => `${bit} ${width} ${order}`;
  const count = new Map<string, number>();
  for (const key of commands.flatMap((command) => [...new Set(numbersOf(command).map(keyOf))]))
    count.set(key, (count.get(key) ?? 0) + 1);
  return (packet) => {
    const own = new Map(numbersOf(packet).map((place) => [keyOf(place), place]));
    return { packet, places: [...own].flatMap(([key, place]) => (count.get(key)! > commands.length / 2 ? place : [])) };
  };
}

function placeOf(item: CosmosItem, value: number): IdPlace[] {
  if (item.loose !== undefined) return [];
  return [{ bit: bitOf(item), width: item.bits, order: item.endianness, value }];
}

function sizeOf(fields: readonly DefinedField[]): number {
  return Math.ceil(fields.reduce((most, { bit, width, count = 1 }) => Math.max(most, bit + width * count), 0) / 8);
}

/** What COSMOS sends behind the last item: a deleted one, or since a little-endian bit-field ends for it where a big-endian one would. */
function behind({ kind, end }: CosmosPacket, fields: readonly DefinedField[]): DefinedField[] {
  const size = sizeOf(fields);
  const width = 8 * (Math.ceil(end / 8) - size);
  if (kind === "telemetry" || width <= 0) return [];
  return [
    {
      name: "END",
      words: ["COSMOS sends these, too."],
      type: "bytes",
      order: "big",
      bit: size * 8,
      width,
      initial: Array.from({ length: width / 8 }, () => 0),
    },
  ];
}

/** COSMOS places little-endian bit-fields by their most significant bit, counted from each byte's most significant bit. */
function bitOf({ bitOffset, bits, endianness, type }: CosmosItem): number {
  const isWhole = bitOffset % 8 === 0 && [8, 16, 32, 64].includes(bits);
  if (endianness === "big" || isWhole || !/INT/.test(type)) return bitOffset;
  return bitOffset - (bitOffset % 8) + 7 - (bitOffset % 8) - bits + 1;
}

/** Why an item cannot be a field. */
function objection({ type, bits, bitOffset, arrayBits, loose }: CosmosItem, bit: number): string | undefined {
  if (loose !== undefined) return loose;
  if (type === "DERIVED") return "it is derived, and not in the packet";
  if (type === "OTHER") return "it has no bytes of its own";
  if (bits <= 0 || (arrayBits ?? 1) <= 0) return "its size varies (it fills the packet up to a place before its end)";
  if (bitOffset < 0) return "it counts from the packet's end";
  if (bit < 0) return "its bits begin before the packet";
  if (type === "FLOAT" && bits !== 32 && bits !== 64) return `a float has 32 or 64 bits, not ${bits}`;
  if (/INT/.test(type)) return bits > 64 ? `it has ${bits} bits, and a number has up to 64` : undefined;
  return bit % 8 !== 0 || bits % 8 !== 0 ? "it does not begin and end with a byte" : undefined;
}

function arrayObjection({ arrayBits, bits, endianness }: CosmosItem, bit: number): string | undefined {
  if (arrayBits === undefined) return undefined;
  if (arrayBits % bits !== 0) return "its array does not have whole elements";
  const isWhole = bit % 8 === 0 && [8, 16, 32, 64].includes(bits);
  return endianness === "little" && !isWhole ? "it is a little-endian array of bit-fields" : undefined;
}

const TYPES = {
  INT: "signed",
  UINT: "unsigned",
  FLOAT: "float",
  STRING: "text",
  BLOCK: "bytes",
  DERIVED: "bytes",
  OTHER: "bytes",
} as const;

function fieldsOf(item: CosmosItem, packet: CosmosPacket, notes: string[]): DefinedField[] {
  const { name, line, type, bits, endianness, arrayBits, description, unit, conversion, coefficients, states } = item;
  const bit = bitOf(item);
  const place = `${packet.name}.${name} (line ${line})`;
  const reason = objection(item, bit) ?? arrayObjection(item, bit);
  if (reason !== undefined) {
    notes.push(`${place} is left out: ${reason}`);
    return [];
  }
  const field: DefinedField = {
    name,
    words: description === "" ? [] : [description],
    type: TYPES[type],
    order: endianness,
    bit,
    width: bits,
    ...(arrayBits !== undefined && { count: arrayBits / bits }),
    ...(unit !== undefined && { unit }),
    ...(states.length > 0 && { states }),
  };
  if (packet.kind === "command") return [commandField(field, item, (what) => notes.push(`${place}: ${what}`))];
  if (conversion !== undefined) notes.push(`${place}: its conversion is ${conversion}: the raw value is stored`);
  const [low, warnLow, warnHigh, high] = item.limits ?? [];
  return [
    {
      ...field,
      ...(conversion === undefined && coefficients !== undefined && polynomial(coefficients)),
      ...(item.limits && { warn: { from: warnLow!, to: warnHigh! }, alarm: { from: low!, to: high! } }),
    },
  ];
}

/** In COSMOS' order of operations: c0 + c1 · x + c2 · (x · x) … */
function polynomial(coefficients: readonly number[]): Pick<DefinedField, "line" | "expression"> {
  const [offset = 0, slope = 0, ...higher] = coefficients;
  if (higher.every((each) => each === 0)) return { line: { slope, offset } };
  const terms = (name: string) =>
    coefficients.map((each, power) => {
      const product = Array.from({ length: power }, () => name).join(" * ");
      return power === 0 ? String(each) : `(${each}) * ${power === 1 ? product : `(${product})`}`;
    });
  return { expression: (name) => terms(name).join(" + ") };
}

export const COSMOS_DEFINITION: DefinitionKind = {
  name: "COSMOS",
  reads: "telemetry and commands of OpenC3 COSMOS (cmd_tlm/*.txt)",
  recognises: (_, text) => /^\s*(?:TELEMETRY|COMMAND)\s+\S+\s+\S+\s+(?:BIG|LITTLE)_ENDIAN\b/im.test(withTarget(text)),
  read,
};
