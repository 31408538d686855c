/** Telemetry packets and commands of a COSMOS configuration file, with the places of their items. */

import type { StateColour } from "../../../runtime/codec/struct-codec.ts";
import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { DefinitionError } from "../definition.ts";
import { type Line, linesOf } from "./cosmos-lines.ts";
import { type CosmosNumber, isNumberType, numberOf } from "./cosmos-numbers.ts";

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
  /** States whose values are texts. */
  readonly texts: string[];
  limits?: readonly number[];
  /** The value of a command unless another is given, before the conversion; bytes are Latin-1; an array has none. */
  initial?: CosmosNumber | string | undefined;
  /** The range of a command's parameter, before the conversion. */
  least?: CosmosNumber | undefined;
  largest?: CosmosNumber | undefined;
  /** Each command must be given the value. */
  isRequired?: true;
  /** One of its states needs a confirmation. */
  isHazardous?: true;
  /** Why it has no fixed place. */
  loose?: string | undefined;
}

export interface CosmosPacket {
  readonly name: string;
  readonly line: number;
  readonly endianness: Endianness;
  readonly description: string;
  readonly items: CosmosItem[];
  /** Where an appended item begins, in bits: behind all, also those that were deleted. */
  end: number;
  readonly kind: "telemetry" | "command";
  /** What finds the items, unless they have fixed places. */
  accessor?: string;
  isHazardous?: true;
  /** COSMOS does not send it. */
  isDisabled?: true;
  /** Why the next items have no fixed places. */
  loose?: string;
}

export interface CosmosFile {
  readonly packets: readonly CosmosPacket[];
  readonly notes: readonly string[];
}

type ItemKind = Pick<CosmosItem, "type" | "bits">;

const COLOURS: ReadonlyMap<string, StateColour> = new Map([
  ["GREEN", "green"],
  ["YELLOW", "amber"],
  ["RED", "red"],
]);
const PROGRAM = "a program";
const CONVERSIONS: Readonly<Record<string, string>> = dictionary({
  "": PROGRAM,
  SEG_: PROGRAM,
  SEG_POLY_: "a polynomial in segments",
});
const WITHOUT_BYTES: ReadonlySet<string> = new Set(["BOOL", "OBJECT", "ARRAY", "ANY"]);
const TYPES: ReadonlySet<string> = new Set(["INT", "UINT", "FLOAT", "STRING", "BLOCK", "DERIVED", ...WITHOUT_BYTES]);
/** They change how a packet or item is shown, or what else happens; not its bytes. */
const PASSED: ReadonlySet<string> = new Set(
  (
    "FORMAT_STRING DESCRIPTION META OVERLAP KEY ALLOW_SHORT HIDDEN IGNORE_OVERLAP VIRTUAL RESTRICTED " +
    "LIMITS_RESPONSE LIMITS_GROUP LIMITS_GROUP_ITEM PROCESSOR SUBPACKET TEMPLATE TEMPLATE_BASE64 TEMPLATE_FILE " +
    "OBFUSCATE MESSAGES_DISABLED SCREEN RELATED_ITEM CATCHALL CONVERTED_DATA UNEDITABLE OVERFLOW " +
    "DISABLE_MESSAGES VALIDATOR RESPONSE ERROR_RESPONSE SUBPACKETIZER"
  ).split(" "),
);

const COMMAND_KEYWORDS: Readonly<
  Record<
    string,
    (at: { readonly packet: CosmosPacket; readonly item: CosmosItem | undefined; readonly line: Line }) => void
  >
> = dictionary({
  HAZARDOUS: ({ packet, item = packet }) => {
    item.isHazardous = true;
  },
  DISABLED: ({ packet }) => {
    packet.isDisabled = true;
  },
  REQUIRED: ({ item }) => {
    if (item !== undefined) item.isRequired = true;
  },
  MINIMUM_VALUE: ({ item, line }) => {
    if (item !== undefined) item.least = numberOf(line.words[0], item, line.number);
  },
  MAXIMUM_VALUE: ({ item, line }) => {
    if (item !== undefined) item.largest = numberOf(line.words[0], item, line.number);
  },
  DEFAULT_VALUE: ({ item, line }) => {
    if (item !== undefined) item.initial = initialOf([...line.words], item, line);
  },
});

export function parseCosmos(text: string): CosmosFile {
  const reader = new Reader();
  for (const line of linesOf(text)) reader.take(line);
  return { packets: reader.whole(), notes: reader.notes };
}

class Reader {
  readonly packets: CosmosPacket[] = [];
  readonly notes: string[] = [];
  /** By the packet's line and the name. */
  readonly #items = new Map<string, CosmosItem>();
  /** Deleted or replaced. */
  readonly #gone = new Set<CosmosItem>();
  #packet: CosmosPacket | undefined;
  #item: CosmosItem | undefined;
  /** The end of a conversion's program, while its lines are passed over. */
  #until: string | undefined;

  whole(): CosmosPacket[] {
    return this.packets.map((packet) => ({ ...packet, items: packet.items.filter((item) => !this.#gone.has(item)) }));
  }

  take(line: Line): void {
    const { keyword } = line;
    if (this.#until !== undefined) {
      if (keyword === this.#until) this.#until = undefined;
      return;
    }
    if (/^GENERIC_(?:READ|WRITE)_CONVERSION_START$/.test(keyword)) {
      this.#until = keyword.replace("START", "END");
      this.#converts(keyword.includes("READ") ? "telemetry" : "command", PROGRAM);
    } else if (/^(?:TELEMETRY|COMMAND)$/.test(keyword)) this.#begin(line);
    else if (/^(?:APPEND_)?(?:ID_|ARRAY_)?(?:ITEM|PARAMETER)$/.test(keyword)) this.#add(line);
    else if (/^(?:SELECT|DELETE)_(?:TELEMETRY|COMMAND|ITEM|PARAMETER)$/.test(keyword)) this.#select(line);
    else if (!this.#place(line) && !this.#describe(line) && !this.#command(line) && !PASSED.has(keyword))
      throw new DefinitionError(`'${keyword}' is not a keyword that is known`, line.number);
  }

  #begin({ keyword, words, number }: Line): void {
    const [, name, order = "", description = ""] = words;
    if (name === undefined) throw new DefinitionError(`${keyword} needs a target and a packet`, number);
    const kind = keyword === "COMMAND" ? "command" : "telemetry";
    this.#packet = {
      kind,
      name,
      line: number,
      endianness: endiannessOf(order, number),
      description,
      items: [],
      end: 0,
    };
    this.#item = undefined;
    this.packets.push(this.#packet);
  }

  /** What changes a packet that is defined above. */
  #select({ keyword, words, number }: Line): void {
    const [what = "", name = ""] = words.map((word) => word.toUpperCase());
    const isPacket = /_(?:TELEMETRY|COMMAND)$/.test(keyword);
    const kind = /_(?:COMMAND|PARAMETER)$/.test(keyword) ? "command" : "telemetry";
    const packet = isPacket
      ? this.packets.find((each) => each.kind === kind && each.name.toUpperCase() === name)
      : this.#packet;
    const item = isPacket ? undefined : this.#items.get(`${packet?.line} ${what}`);
    if (packet?.kind !== kind || (!isPacket && item === undefined))
      throw new DefinitionError(`${keyword} changes what another file defines: write the change there`, number);
    this.#packet = packet;
    this.#item = item;
    if (keyword.startsWith("DELETE_") && item !== undefined) this.#gone.add(item);
  }

  /** What says where items are. */
  #place({ keyword, words: [name = ""], number }: Line): boolean {
    if (!/^(?:ACCESSOR|(?:APPEND_)?STRUCTURE|VARIABLE_BIT_SIZE)$/.test(keyword)) return false;
    const packet = this.#packet;
    if (packet === undefined) throw new DefinitionError(`${keyword} without its packet`, number);
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

  /**
   * `ITEM name offset bits type`, `APPEND_ITEM name bits type`; an ID's value or an array's size follows. Of a command's parameter its range
   * and its value; of a text only its value.
   */
  #add(line: Line): void {
    const { keyword, words, number } = line;
    const packet = this.#packet;
    const isParameter = keyword.endsWith("PARAMETER");
    if (packet?.kind !== (isParameter ? "command" : "telemetry"))
      throw new DefinitionError(`${keyword} without its packet`, number);
    const isAppended = keyword.startsWith("APPEND_");
    const rest = [...words];
    const name = rest.shift() ?? "";
    const first = isAppended ? packet.end : wholeNumber(rest.shift(), "the first bit", number);
    const bits = wholeNumber(rest.shift(), "the number of bits", number);
    const type = typeOf(rest.shift(), number);
    const isArray = keyword.includes("ARRAY");
    const arrayBits = isArray ? wholeNumber(rest.shift(), "the array's bits", number) : undefined;
    const value = isParameter && !isArray ? valuesOf(rest, { type, bits }, line) : {};
    const id = keyword.includes("ID_") ? idOf(value.initial ?? rest.shift(), type, number) : undefined;
    const [description = "", order] = rest;
    const endianness = endiannessOf(order ?? `${packet.endianness}_ENDIAN`, number);
    const place = { bitOffset: first, bits, type, endianness, arrayBits, id };
    if (isAppended) checkAppended(name, place, number);
    packet.end = Math.max(packet.end, endOf(place));
    this.#item = { name, line: number, ...place, description, states: [], texts: [], loose: packet.loose, ...value };
    this.#declare(packet, this.#item);
  }

  #declare(packet: CosmosPacket, item: CosmosItem): void {
    const { name, line } = item;
    const key = `${packet.line} ${name.toUpperCase()}`;
    const before = this.#items.get(key);
    if (before !== undefined) {
      this.#gone.add(before);
      this.notes.push(`${packet.name}.${name} (line ${line}) replaces the one above, as in COSMOS`);
    }
    this.#items.set(key, item);
    packet.items.push(item);
  }

  /** What belongs to the item above. */
  #describe(line: Line): boolean {
    const { keyword, words, number } = line;
    const item = this.#item;
    const [, how = "", kind] = /^((?:SEG_)?(?:POLY_)?)(READ|WRITE)_CONVERSION$/.exec(keyword) ?? [];
    if (kind === undefined && !/^(?:STATE|UNITS|LIMITS)$/.test(keyword)) return false;
    if (item === undefined) throw new DefinitionError(`${keyword} without its item`, number);
    if (keyword === "STATE") addState(item, words);
    else if (keyword === "UNITS") item.unit = words[1] ?? words[0] ?? "";
    else if (keyword === "LIMITS") this.#limits(item, words, number);
    else this.#converts(kind === "READ" ? "telemetry" : "command", CONVERSIONS[how] ?? polynomialOf(line));
    return true;
  }

  /** A command's values are written, telemetry's are read. */
  #converts(kind: CosmosPacket["kind"], how: string | readonly number[]): void {
    if (this.#item === undefined || this.#packet?.kind !== kind) return;
    if (typeof how === "string") this.#item.conversion = how;
    else this.#item.coefficients = how;
  }

  /** What is said only of commands and their parameters. */
  #command(line: Line): boolean {
    const change = COMMAND_KEYWORDS[line.keyword];
    const [packet, item] = [this.#packet, this.#item];
    if (change === undefined || packet === undefined) return false;
    change({ packet, item, line });
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

function checkAppended(
  name: string,
  { type, bitOffset, bits, endianness }: Pick<CosmosItem, "type" | "bitOffset" | "bits" | "endianness">,
  line: number,
): void {
  if (/INT/.test(type) && endianness === "little" && !isWhole(bitOffset, bits))
    throw new DefinitionError(`'${name}': a little-endian bit-field cannot be appended`, line);
}

function endOf({
  type,
  bitOffset,
  bits,
  arrayBits = bits,
}: Pick<CosmosItem, "type" | "bitOffset" | "bits" | "arrayBits">): number {
  return type === "DERIVED" || bitOffset < 0 || arrayBits <= 0 ? 0 : bitOffset + arrayBits;
}

function typeOf(text: string | undefined, line: number): DataType {
  const type = (text ?? "").toUpperCase();
  if (!TYPES.has(type)) throw new DefinitionError(`'${type}' is not a type of data`, line);
  return WITHOUT_BYTES.has(type) ? "OTHER" : (type as DataType);
}

/** Texts and very large numbers identify packets, too, but no frames. */
function idOf(value: CosmosNumber | string | undefined, type: DataType, line: number): number | undefined {
  if (!/INT/.test(type)) return undefined;
  if (value === undefined || Number.isNaN(Number(value))) throw new DefinitionError("an ID expected", line);
  return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}

/** Takes the value of a command's parameter from the words. */
function initialOf(rest: string[], { type, bits }: ItemKind, { number, text }: Line): CosmosItem["initial"] {
  if (isNumberType(type)) return numberOf(rest.shift(), { type, bits }, number);
  const word = rest.shift() ?? "";
  const isQuoted = text.includes(`"${word}"`) || text.includes(`'${word}'`);
  const isHex = /^0[xX](?:[0-9a-fA-F]{2})+$/.test(word) && !isQuoted;
  return isHex ? Buffer.from(word.slice(2), "hex").toString("latin1") : Buffer.from(word).toString("latin1");
}

/** Takes its range, too, if it has one. */
function valuesOf(rest: string[], kind: ItemKind, line: Line): Pick<CosmosItem, "initial" | "least" | "largest"> {
  const next = () => numberOf(rest.shift(), kind, line.number);
  const isText = kind.type === "STRING" || kind.type === "BLOCK";
  return { ...(!isText && { least: next(), largest: next() }), initial: initialOf(rest, kind, line) };
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

function polynomialOf({ words, number }: Line): readonly number[] {
  const coefficients = words.map(Number);
  if (!coefficients.every(Number.isFinite)) throw new DefinitionError("a coefficient is not a number", number);
  return coefficients;
}

function addState(item: CosmosItem, [name = "", value, colour = ""]: readonly string[]): void {
  const { states } = item;
  if (/^HAZARDOUS$/i.test(colour)) item.isHazardous = true;
  if (!isNumberType(item.type)) item.texts.push(value ?? "");
  if (!Number.isSafeInteger(Number(value))) return;
  const known = COLOURS.get(colour.toUpperCase());
  states.push(known === undefined ? [Number(value), name] : [Number(value), name, known]);
}
