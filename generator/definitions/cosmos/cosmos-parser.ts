/** Telemetry packets of a COSMOS configuration file, with the places of their items. */

import type { StateColour } from "../../../runtime/codec/struct-codec.ts";
import { DefinitionError } from "../definition.ts";
import { type Line, linesOf } from "./cosmos-lines.ts";

/** OTHER has no bytes of its own: it is a value inside of JSON, CBOR and others. */
export type DataType = "INT" | "UINT" | "FLOAT" | "STRING" | "BLOCK" | "DERIVED" | "OTHER";
export type Endianness = "little" | "big";

export interface CosmosItem {
  readonly name: string;
  readonly line: number;
  /** In COSMOS' numbering: bits from the most significant one of each byte. */
  readonly bitOffset: number;
  readonly bits: number;
  readonly type: DataType;
  readonly endianness: Endianness;
  /** Bits of the whole array. */
  readonly arrayBits: number | undefined;
  /** The item identifies the packet by this value. */
  readonly id: number | undefined;
  readonly description: string;
  unit?: string;
  coefficients?: readonly number[];
  /** A conversion that is a program, or a polynomial in segments. */
  conversion?: string;
  readonly states: (readonly [value: number, name: string, colour?: StateColour])[];
  limits?: readonly number[];
  /** Why it has no fixed place. */
  loose?: string | undefined;
}

export interface CosmosPacket {
  readonly name: string;
  readonly line: number;
  readonly endianness: Endianness;
  readonly description: string;
  readonly items: CosmosItem[];
  /** What finds the items, unless they have fixed places. */
  accessor?: string;
  /** Why the next items have no fixed places. */
  loose?: string;
}

export interface CosmosFile {
  readonly packets: readonly CosmosPacket[];
  /** Number of commands, which are not read. */
  readonly commands: number;
  readonly notes: readonly string[];
}

const COLOURS: ReadonlyMap<string, StateColour> = new Map([
  ["GREEN", "green"],
  ["YELLOW", "amber"],
  ["RED", "red"],
]);
const WITHOUT_BYTES: ReadonlySet<string> = new Set(["BOOL", "OBJECT", "ARRAY", "ANY"]);
const TYPES: ReadonlySet<string> = new Set(["INT", "UINT", "FLOAT", "STRING", "BLOCK", "DERIVED", ...WITHOUT_BYTES]);
/** They change how a packet or item is shown, or what else happens; not its bytes. */
const PASSED: ReadonlySet<string> = new Set(
  (
    "FORMAT_STRING DESCRIPTION META OVERLAP KEY ALLOW_SHORT HIDDEN DISABLED IGNORE_OVERLAP VIRTUAL RESTRICTED " +
    "LIMITS_RESPONSE LIMITS_GROUP LIMITS_GROUP_ITEM PROCESSOR SUBPACKET TEMPLATE TEMPLATE_BASE64 TEMPLATE_FILE " +
    "OBFUSCATE MESSAGES_DISABLED SCREEN RELATED_ITEM HAZARDOUS REQUIRED MINIMUM_VALUE MAXIMUM_VALUE " +
    "CATCHALL CONVERTED_DATA UNEDITABLE SELECT_PARAMETER DELETE_PARAMETER DEFAULT_VALUE WRITE_CONVERSION POLY_WRITE_CONVERSION SEG_POLY_WRITE_CONVERSION OVERFLOW PARAMETER ID_PARAMETER " +
    "ARRAY_PARAMETER APPEND_PARAMETER APPEND_ID_PARAMETER APPEND_ARRAY_PARAMETER DISABLE_MESSAGES VALIDATOR RESPONSE ERROR_RESPONSE SUBPACKETIZER"
  ).split(" "),
);

export function parseCosmos(text: string): CosmosFile {
  const reader = new Reader();
  for (const line of linesOf(text)) reader.take(line);
  return { packets: reader.packets, commands: reader.commands, notes: reader.notes };
}

class Reader {
  readonly packets: CosmosPacket[] = [];
  readonly notes: string[] = [];
  commands = 0;
  #packet: CosmosPacket | undefined;
  #item: CosmosItem | undefined;
  /** The end of a conversion's program, while its lines are passed over. */
  #until: string | undefined;
  /** Where an appended item begins. */
  #end = 0;

  take(line: Line): void {
    const { keyword } = line;
    if (this.#until !== undefined) {
      if (keyword === this.#until) this.#until = undefined;
      return;
    }
    if (/^GENERIC_(?:READ|WRITE)_CONVERSION_START$/.test(keyword)) {
      this.#until = keyword.replace("START", "END");
      if (keyword.includes("READ") && this.#item !== undefined) this.#item.conversion = "a program";
    } else if (keyword === "TELEMETRY") this.#begin(line);
    else if (/^(?:SELECT_)?COMMAND$/.test(keyword)) {
      if (keyword === "COMMAND") this.commands++;
      this.#packet = undefined;
      this.#item = undefined;
    } else if (/^(?:APPEND_)?(?:ID_|ARRAY_)?ITEM$/.test(keyword)) this.#add(line);
    else if (/^(?:SELECT_TELEMETRY|SELECT_ITEM|DELETE_ITEM)$/.test(keyword))
      throw new DefinitionError(
        `${keyword} changes a packet: write the change where the packet is defined`,
        line.number,
      );
    else if (!this.#place(line) && !this.#describe(line) && !PASSED.has(keyword))
      throw new DefinitionError(`'${keyword}' is not a keyword that is known`, line.number);
  }

  #begin({ words, number }: Line): void {
    const [, name, order = "", description = ""] = words;
    if (name === undefined) throw new DefinitionError("TELEMETRY needs a target and a packet", number);
    this.#packet = { name, line: number, endianness: endiannessOf(order, number), description, items: [] };
    this.#item = undefined;
    this.#end = 0;
    this.packets.push(this.#packet);
  }

  /** What says where items are. */
  #place({ keyword, words: [name = ""] }: Line): boolean {
    if (!/^(?:ACCESSOR|(?:APPEND_)?STRUCTURE|VARIABLE_BIT_SIZE)$/.test(keyword)) return false;
    const packet = this.#packet;
    // Of a command.
    if (packet === undefined) return true;
    if (keyword === "ACCESSOR") {
      if (!/^binary_?accessor\b/i.test(name)) packet.accessor = name;
    } else if (keyword === "VARIABLE_BIT_SIZE" && this.#item !== undefined) {
      this.#item.loose = "its size varies";
      packet.loose = `it is behind ${this.#item.name}, whose size varies`;
    } else {
      packet.loose = `it is behind the structure ${name}, which is not read`;
      this.notes.push(`${packet.name}.${name} is left out: it is a structure of another packet`);
    }
    return true;
  }

  /** `ITEM name offset bits type`, `APPEND_ITEM name bits type`; an ID's value or an array's size follows. */
  #add({ keyword, words, number }: Line): void {
    const packet = this.#packet;
    if (packet === undefined) throw new DefinitionError("an item without its packet (TELEMETRY)", number);
    const isAppended = keyword.startsWith("APPEND_");
    const rest = [...words];
    const name = rest.shift() ?? "";
    const given = isAppended ? undefined : wholeNumber(rest.shift(), "the first bit", number);
    const bits = wholeNumber(rest.shift(), "the number of bits", number);
    const type = typeOf(rest.shift(), number);
    const arrayBits = keyword.includes("ARRAY") ? wholeNumber(rest.shift(), "the array's bits", number) : undefined;
    const id = keyword.includes("ID_") ? idOf(rest.shift(), type, number) : undefined;
    const [description = "", order] = rest;
    const endianness = order === undefined ? packet.endianness : endiannessOf(order, number);
    const isDerived = type === "DERIVED";
    const size = arrayBits ?? bits;
    if (isAppended && !isDerived && endianness === "little" && !isWhole(this.#end, bits) && /INT/.test(type))
      throw new DefinitionError(`'${name}': a little-endian bit-field cannot be appended`, number);
    const bitOffset = isDerived ? 0 : (given ?? this.#end);
    if (!isDerived && bitOffset >= 0 && size > 0) this.#end = Math.max(this.#end, bitOffset + size);
    this.#item = {
      name,
      line: number,
      bitOffset,
      bits,
      type,
      endianness,
      arrayBits,
      id,
      description,
      states: [],
      loose: packet.loose,
    };
    packet.items.push(this.#item);
  }

  /** What belongs to the item above. */
  #describe({ keyword, words, number }: Line): boolean {
    const item = this.#item;
    const isItems = /^(?:STATE|UNITS|LIMITS|(?:SEG_)?(?:POLY_)?READ_CONVERSION)$/.test(keyword);
    if (!isItems) return false;
    // Of a command's parameter.
    if (item === undefined) return true;
    if (keyword === "STATE") addState(item, words);
    else if (keyword === "UNITS") item.unit = words[1] ?? words[0] ?? "";
    else if (keyword === "LIMITS") this.#limits(item, words, number);
    else if (keyword === "POLY_READ_CONVERSION") {
      item.coefficients = words.map(Number);
      if (!item.coefficients.every(Number.isFinite)) throw new DefinitionError("a coefficient is not a number", number);
    } else item.conversion = keyword === "READ_CONVERSION" ? "a program" : "a polynomial in segments";
    return true;
  }

  /** Of the set DEFAULT: red low, yellow low, yellow high, red high. */
  #limits(item: CosmosItem, [set, , enabled, ...values]: readonly string[], number: number): void {
    const limits = values.slice(0, 4).map(Number);
    if (limits.length < 4 || !limits.every(Number.isFinite))
      throw new DefinitionError("four limits are needed", number);
    if (set !== "DEFAULT") this.notes.push(`line ${number}: limits of the set ${set} are left out`);
    else if (/^ENABLED$/i.test(enabled ?? "")) item.limits = limits;
  }
}

function typeOf(text: string | undefined, line: number): DataType {
  const type = (text ?? "").toUpperCase();
  if (!TYPES.has(type)) throw new DefinitionError(`'${type}' is not a type of data`, line);
  return WITHOUT_BYTES.has(type) ? "OTHER" : (type as DataType);
}

/** Texts identify packets, too, but no frames. */
function idOf(text: string | undefined, type: DataType, line: number): number | undefined {
  return /INT/.test(type) ? wholeNumber(text, "the ID", line) : undefined;
}

function isWhole(bitOffset: number, bits: number): boolean {
  return bitOffset % 8 === 0 && [8, 16, 32, 64].includes(bits);
}

function endiannessOf(text: string, line: number): Endianness {
  if (/^BIG_ENDIAN$/i.test(text)) return "big";
  if (/^LITTLE_ENDIAN$/i.test(text)) return "little";
  throw new DefinitionError(`'${text}' is not BIG_ENDIAN or LITTLE_ENDIAN`, line);
}

function wholeNumber(text: string | undefined, what: string, line: number): number {
  const value = text === undefined || text === "" ? Number.NaN : Number(text);
  if (!Number.isSafeInteger(value)) throw new DefinitionError(`${what} expected, not '${text ?? ""}'`, line);
  return value;
}

function addState({ states }: CosmosItem, [name = "", value, colour = ""]: readonly string[]): void {
  if (!Number.isSafeInteger(Number(value))) return;
  const known = COLOURS.get(colour.toUpperCase());
  states.push(known === undefined ? [Number(value), name] : [Number(value), name, known]);
}
