/** Telemetry of OpenC3 COSMOS. */

import type { DefinedField, DefinedMessage, Definition, DefinitionKind } from "../definition.ts";
import { chosenId, type IdPlace } from "../shared/id-places.ts";
import { withTarget } from "./cosmos-lines.ts";
import { type CosmosItem, type CosmosPacket, parseCosmos } from "./cosmos-parser.ts";

function read(text: string): Definition {
  const file = parseCosmos(text);
  const notes = [...file.notes];
  if (file.commands > 0)
    notes.push(`${file.commands} commands are left out: a command is a struct with @command above it`);
  for (const { name, line, accessor } of file.packets.filter((packet) => packet.accessor !== undefined))
    notes.push(`${name} (line ${line}) is left out: its items have no fixed places (${accessor})`);
  const binary = file.packets.filter(({ accessor }) => accessor === undefined);
  const placed = binary.map((packet) => ({ packet, places: placesOf(packet) }));
  const { line, ids, others, ignored } = chosenId(placed);
  if (ignored > 0)
    notes.push(`${ignored} ID items are not compared: ${line.replace("id = ", "")} distinguishes the packets`);
  for (const { packet } of others)
    notes.push(
      `${packet.name} (line ${packet.line}) is left out: it has no ID of its own where the others have theirs`,
    );
  const messages = [...ids].flatMap(([{ packet }, id]): DefinedMessage[] => {
    const fields = packet.items.flatMap((item) => fieldsOf(item, packet, notes));
    const words = packet.description === "" ? [] : [packet.description];
    if (fields.length > 0) return [{ id, name: packet.name, words, size: sizeOf(fields), fields }];
    notes.push(`${packet.name} (line ${packet.line}) is left out: it has no items in its bytes`);
    return [];
  });
  return { about: [], messages, keys: [line, "length = none", "long = ignore"], notes };
}

function sizeOf(fields: readonly DefinedField[]): number {
  return Math.ceil(fields.reduce((most, { bit, width, count = 1 }) => Math.max(most, bit + width * count), 0) / 8);
}

function placesOf({ items }: CosmosPacket): IdPlace[] {
  return items.flatMap((item) => {
    if (item.id === undefined || item.loose !== undefined) return [];
    return [{ bit: bitOf(item), width: item.bits, order: item.endianness, value: item.id }];
  });
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
  if (bitOffset < 0 || bits <= 0 || (arrayBits ?? 1) <= 0) return "it counts from the packet's end";
  if (bit < 0) return "its bits begin before the packet";
  if (type === "FLOAT" && bits !== 32 && bits !== 64) return `a float has 32 or 64 bits, not ${bits}`;
  if (/INT/.test(type)) return bits > 64 ? `it has ${bits} bits, and a number has up to 64` : undefined;
  return bit % 8 !== 0 || bits % 8 !== 0 ? "it does not begin and end with a byte" : undefined;
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
  const reason =
    objection(item, bit) ??
    (arrayBits !== undefined && arrayBits % bits !== 0 ? "its array does not have whole elements" : undefined) ??
    (arrayBits !== undefined && endianness === "little" && !(bit % 8 === 0 && [8, 16, 32, 64].includes(bits))
      ? "it is a little-endian array of bit-fields"
      : undefined);
  if (reason !== undefined) {
    notes.push(`${place} is left out: ${reason}`);
    return [];
  }
  if (conversion !== undefined) notes.push(`${place}: its conversion is ${conversion}: the raw value is stored`);
  const [low, warnLow, warnHigh, high] = item.limits ?? [];
  return [
    {
      name,
      words: description === "" ? [] : [description],
      type: TYPES[type],
      order: endianness,
      bit,
      width: bits,
      ...(arrayBits !== undefined && { count: arrayBits / bits }),
      ...(conversion === undefined && coefficients !== undefined && polynomial(coefficients)),
      ...(unit !== undefined && { unit }),
      ...(states.length > 0 && { states }),
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
  reads: "telemetry of OpenC3 COSMOS (cmd_tlm/*.txt)",
  recognises: (_, text) => /^\s*(?:TELEMETRY|COMMAND)\s+\S+\s+\S+\s+(?:BIG|LITTLE)_ENDIAN\b/im.test(withTarget(text)),
  read,
};
