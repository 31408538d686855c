/** A definition as a header: packed structs with rules, in C as GCC compiles it. */

import { TWO_READINGS } from "../../../runtime/channels/units.ts";
import { type NamePolicy, Names } from "../../codec/namer.ts";
import { MAX_RECORDS } from "../../syntax/declare/parse-chunk.ts";
import {
  type Condition,
  type DefinedField,
  type DefinedMessage,
  type Definition,
  DefinitionError,
  type InitialValue,
  type Limits,
} from "../definition.ts";
import { type Layer, layersOf, type PlacedField } from "./layers.ts";
import { C_WORDS } from "./words.ts";

/** A message's. */
const MOST_BYTES = 65_535;

export interface DefinedHeader {
  readonly text: string;
  /** Lines of the channel's section. */
  readonly keys: readonly string[];
  readonly notes: readonly string[];
}

const C_NAMES: NamePolicy = {
  clean: (name) => {
    const cleaned = name.replace(/[^A-Za-z0-9_]+/g, "_");
    return /^[A-Za-z_]/.test(cleaned) && !/^_[_A-Z]/.test(cleaned) ? cleaned : `x${cleaned}`;
  },
  folded: (name) => name,
  reserved: C_WORDS,
  escaped: (name) => `${name}_`,
};

const AS_WRITTEN: NamePolicy = {
  clean: (name) => name,
  folded: (name) => name,
  reserved: new Set(),
  escaped: (name) => name,
};

/** Stored names differ by more than case. [D11] */
const COLUMNS: NamePolicy = {
  clean: (name) => name.replaceAll(/[;@\p{C}\p{Zl}\p{Zp}]+/gu, "_").trim() || "x",
  folded: (name) => name.toLowerCase(),
  reserved: new Set(["time", "_hex_", "_received_"]),
  escaped: (name) => `${name}_`,
};

/** @param madeBy the first line's text @throws DefinitionError if a header cannot have all of it */
export function definedHeader(definition: Definition, madeBy: string): DefinedHeader {
  const count = definition.messages.length;
  if (count > MAX_RECORDS)
    throw new DefinitionError(
      `it has ${count} messages, and a channel has at most ${MAX_RECORDS}: make several files of it`,
    );
  const writer = new HeaderWriter(definition);
  const structs = definition.messages.map((message) => writer.struct(message));
  const notes = [...definition.notes, ...writer.notes];
  const head = [madeBy, ...definition.about, ...notes].flatMap(commentLines);
  const text = [...head, "#pragma once", "#include <stdint.h>", "", ...structs].join("\n");
  const messages = writer.named.map(({ id, name }) => `${id} ${name}`);
  const excluded = writer.excluded.length === 0 ? [] : [`store_exclude = ${writer.excluded.join(", ")}`];
  const keys = [...definition.keys, `messages = ${messages.join("\n           ")}`, ...excluded];
  return { text, keys, notes };
}

class HeaderWriter {
  readonly notes: string[] = [];
  readonly named: { readonly id: number; readonly name: string }[] = [];
  /** Names of fields that only conditions need. */
  readonly excluded: string[] = [];
  readonly #tags = new Names(C_NAMES);
  readonly #ofAll: ReadonlySet<string>;

  constructor({ messages }: Definition) {
    this.#ofAll = new Set(messages.flatMap(({ fields }) => fields.map(({ name }) => name.toLowerCase())));
  }

  struct(message: DefinedMessage): string {
    if (message.size > MOST_BYTES) throw new DefinitionError(`'${message.name}' has ${message.size} bytes`);
    const tag = this.#tags.declare(message.name);
    this.named.push({ id: message.id, name: tag });
    const { everyMs } = message;
    const isPlain = everyMs !== undefined && /^\d+(?:\.\d+)?$/.test(String(everyMs));
    const every = isPlain && everyMs > 0 && everyMs < 1e9 ? [`// @every: ${everyMs}ms`] : [];
    const fields = this.#distinct(message, this.#withSwitches(message).flatMap(elements));
    const layers = layersOf(fields);
    const members = new MemberWriter(message, fields, this.notes);
    const [only] = layers;
    const body =
      layers.length === 1 && only !== undefined
        ? members.layer(only, 1, message.size * 8)
        : [
            "    union {",
            ...layers.flatMap((layer, index) => members.inUnion(layer, index === layers.length - 1)),
            "    };",
          ];
    const attributes = layers.length === 1 ? attributesOf(only?.order ?? "little") : "__attribute__((packed))";
    const { command } = message;
    const tags = command === undefined ? every : [`// @command${command === "dangerous" ? ": confirm" : ""}`];
    const head = [...(message.words ?? []).flatMap(commentLines), ...tags];
    const initials = members.initials(fields);
    const end = initials.length === 0 ? "};" : `} ${tag} = { ${initials.join(", ")} };`;
    return [...head, `struct ${attributes} ${tag} {`, ...body, end, ""].join("\n");
  }

  /** A format may have a field, such as a spare one, several times in a message. */
  #distinct({ name }: DefinedMessage, fields: readonly DefinedField[]): DefinedField[] {
    const names = new Names(AS_WRITTEN);
    return fields.map((field) => {
      const own = names.declare(field.name);
      if (own !== field.name) this.notes.push(`${name}.${field.name}: it occurs again, and is stored as '${own}'`);
      return own === field.name ? field : { ...field, name: own };
    });
  }

  /** A condition may only use fields that each message has: a switch that is not always there gets a second name. */
  #withSwitches({ fields }: DefinedMessage): DefinedField[] {
    const conditions = new Set(fields.flatMap(({ present = [] }) => present.flat().map(({ field }) => field)));
    const copies = fields.filter(({ name, present }) => present !== undefined && conditions.has(name));
    if (copies.length === 0) return [...fields];
    const names = new Map(copies.map(({ name }) => [name, this.#freeName(`${name}_bits`)]));
    this.excluded.push(...[...names.values()].filter((name) => !this.excluded.includes(name)));
    const renamed = (condition: Condition): Condition =>
      condition.map((each) => ({ ...each, field: names.get(each.field) ?? each.field }));
    const others = fields.map((field) =>
      field.present === undefined ? field : { ...field, present: field.present.map(renamed) },
    );
    const plain = copies.map(({ name, type, order, bit, width }): DefinedField => {
      const words = [`The bits of ${name}, for conditions.`];
      return { name: names.get(name) ?? name, words, type, order, bit, width };
    });
    return [...others, ...plain];
  }

  #freeName(preferred: string): string {
    let name = preferred;
    while (this.#ofAll.has(name.toLowerCase())) name = `${name}_`;
    return name;
  }
}

/** Elements that C cannot have in an array become fields. */
function elements(field: DefinedField): DefinedField[] {
  const { count = 1, name, bit, width, type } = field;
  if (count === 1 || isWhole(field) || type === "text" || type === "bytes") return [field];
  return Array.from({ length: count }, (_, index) => ({
    ...field,
    name: `${name}_${index}`,
    count: 1,
    bit: bit + index * width,
    initial: typeof field.initial === "object" ? field.initial[index] : field.initial,
  }));
}

function isWhole({ bit, width }: Pick<DefinedField, "bit" | "width">): boolean {
  return bit % 8 === 0 && [8, 16, 32, 64].includes(width);
}

function attributesOf(order: Layer["order"]): string {
  return order === "little" ? "__attribute__((packed))" : '__attribute__((packed, scalar_storage_order("big-endian")))';
}

/** Writes the members of one message. */
class MemberWriter {
  readonly #message: DefinedMessage;
  readonly #notes: string[];
  readonly #names = new Map<string, string>();
  readonly #columns = new Map<string, string>();
  /** How often a member has the name, in lower case: the compiler renames the second one in the struct's order. */
  readonly #alike = new Map<string, number>();

  constructor(message: DefinedMessage, fields: readonly DefinedField[], notes: string[]) {
    this.#message = message;
    this.#notes = notes;
    const [names, columns] = [new Names(C_NAMES), new Names(COLUMNS)];
    for (const { name } of fields) {
      const own = names.declare(name);
      this.#names.set(name, own);
      this.#alike.set(own.toLowerCase(), (this.#alike.get(own.toLowerCase()) ?? 0) + 1);
      this.#columns.set(
        name,
        columns.declare(name, (column) =>
          notes.push(`${message.name}.${name}: stored as '${column}', since the name is taken`),
        ),
      );
    }
  }

  initials(fields: readonly DefinedField[]): string[] {
    return fields.flatMap(({ name, initial }) => {
      if (initial === undefined) return [];
      const value = typeof initial === "object" ? `{ ${initial.map(literal).join(", ")} }` : literal(initial);
      return `.${this.#names.get(name) ?? name} = ${value}`;
    });
  }

  inUnion(layer: Layer, isLast: boolean): string[] {
    const members = this.layer(layer, 2, isLast ? this.#message.size * 8 : undefined);
    return [`        struct ${attributesOf(layer.order)} {`, ...members, "        };"];
  }

  /** @param size in bits, to fill */
  layer({ fields }: Layer, depth: number, size: number | undefined): string[] {
    const indent = "    ".repeat(depth + (depth > 1 ? 1 : 0));
    let at = 0;
    const lines = fields.flatMap((placed) => {
      const gap = padding(placed.bit - at);
      at = placed.bit + placed.bits;
      return [...gap, ...this.#member(placed)];
    });
    const rest = size === undefined ? [] : padding(size - at);
    return [...lines, ...rest].map((line) => `${indent}${line}`);
  }

  #member({ field, bit }: PlacedField): string[] {
    const { words = [] } = field;
    const tags = [conditionText(field.present, (name) => this.#names.get(name) ?? name), this.#rule(field)];
    const said = tags.filter((tag) => tag !== "").join("  ");
    const declared = declaration(field, bit, this.#names.get(field.name) ?? field.name);
    return [...words.flatMap(commentLines), `${declared};${said === "" ? "" : `  // ${said}`}`];
  }

  #rule(field: DefinedField): string {
    const { name, unit = "", warn, alarm } = field;
    const [cName, column] = [this.#names.get(name) ?? name, this.#columns.get(name) ?? name];
    const expr = field.expression?.(cName) ?? lineText(cName, field.line);
    const parts = [
      ...(column === cName && this.#alike.get(cName.toLowerCase()) === 1 ? [] : [`name=${column}`]),
      ...(expr === undefined ? [] : [`expr=${expr}`]),
      ...this.#unit(field, unit),
      ...limitsText("warn", warn),
      ...limitsText("alarm", alarm),
      ...this.#states(field),
    ];
    return parts.length === 0 ? "" : `@rule: ${parts.join("; ")}`;
  }

  #unit(field: DefinedField, unit: string): string[] {
    const text = oneLine(unit).replaceAll(/[;@]+/g, " ").trim().slice(0, MOST_UNIT);
    if (text === "" || /^[-–]$/.test(text)) return [];
    if (!TWO_READINGS.has(text)) return [`unit=${text}`];
    this.#say(field, `the unit '${text}' is left out: two trades read it differently`);
    return [];
  }

  /** Names of stored values; a rule names whole numbers only. */
  #states(field: DefinedField): string[] {
    const { states = [], line } = field;
    if (states.length === 0 || field.expression !== undefined) return [];
    const named = new Map<number, string>();
    let left = 0;
    for (const [raw, label, colour] of states) {
      const value = line === undefined ? raw : raw * line.slope + line.offset;
      const text = stateText(label);
      if (!Number.isSafeInteger(value) || Math.abs(value) >= 1e15 || text === "" || named.has(value)) left++;
      else named.set(value, colour === undefined ? text : `${text}:${colour}`);
    }
    const kept = firstWithin(
      Array.from(named, ([value, label]) => `${value}=${label}`),
      MOST_STATES,
    );
    left += named.size - kept.length;
    if (left > 0) this.#say(field, `${left} of ${states.length} value names are left out`);
    return kept.length === 0 ? [] : [`states=${kept.join(", ")}`];
  }

  #say({ name }: DefinedField, what: string): void {
    this.#notes.push(`${this.#message.name}.${name}: ${what}`);
  }
}

/** The first of these, so many that they fit when joined by commas. */
function firstWithin(texts: readonly string[], most: number): readonly string[] {
  let length = -2;
  const end = texts.findIndex((text) => {
    length += 2 + text.length;
    return length > most;
  });
  return end < 0 ? texts : texts.slice(0, end);
}

/** Longest unit, and longest list of states, in a rule. */
const MOST_UNIT = 255;
const MOST_STATES = 8000;

function declaration({ type, width, count = 1 }: DefinedField, bit: number, name: string): string {
  if (type === "text") return `char ${name}[${(width * count) / 8}]`;
  if (type === "bytes") return `uint8_t ${name}[${(width * count) / 8}]`;
  if (type === "float") return `${width === 32 ? "float" : "double"} ${name}${count > 1 ? `[${count}]` : ""}`;
  const sign = type === "signed" ? "" : "u";
  const bits = [8, 16, 32, 64].find((each) => width <= each) ?? 64;
  const array = count > 1 ? `[${count}]` : "";
  return isWhole({ bit, width }) ? `${sign}int${width}_t ${name}${array}` : `${sign}int${bits}_t ${name} : ${width}`;
}

/** A constant of C. */
function literal(value: InitialValue): string {
  if (typeof value === "string") return `"${value.replaceAll(/["\\?]|[^ -~]/g, octal)}"`;
  if (typeof value === "bigint") return value > 0x7fff_ffff_ffff_ffffn ? `${value}u` : least(value);
  return Number.isSafeInteger(value) ? String(value) : String(value).replace(/^(-?\d+)$/, "$1.0");
}

/** C has no constant for the least number of 64 bits. */
function least(value: bigint): string {
  return value === -0x8000_0000_0000_0000n ? "-9223372036854775807 - 1" : String(value);
}

function octal(char: string): string {
  return `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`;
}

function padding(bits: number): string[] {
  if (bits <= 0) return [];
  const width = Math.min(bits, 64);
  return [`uint64_t : ${width};`, ...padding(bits - width)];
}

/** `raw * 0.01 - 40`, with the roundings of the format's own readers. */
function lineText(name: string, line: DefinedField["line"]): string | undefined {
  if (line === undefined || (line.slope === 1 && line.offset === 0)) return undefined;
  const product = line.slope === 1 ? name : `${name} * ${line.slope < 0 ? `(${line.slope})` : line.slope}`;
  if (line.offset === 0) return product;
  return `${product} ${line.offset < 0 ? "-" : "+"} ${Math.abs(line.offset)}`;
}

function limitsText(part: "warn" | "alarm", limits: Limits | undefined): string[] {
  const { from, to } = limits ?? {};
  if (from === undefined && to === undefined) return [];
  if (from !== undefined && to !== undefined && !(from < to)) return [];
  return [`${part}=${from === undefined ? "" : decimal(from)}..${to === undefined ? "" : decimal(to)}`];
}

/** Never `1.` in front of the dots of a range. */
function decimal(value: number): string {
  return String(value);
}

function conditionText(present: DefinedField["present"], nameOf: (field: string) => string): string {
  if (present === undefined || present.length === 0) return "";
  const one = ({ field, from, to }: Condition[number]) => {
    const name = nameOf(field);
    return from === to ? `${name} == ${from}` : `${name} >= ${from} && ${name} <= ${to}`;
  };
  const all = present.map((condition) => condition.map(one).join(" && "));
  return `@if: ${all.length === 1 ? all[0] : all.map((each) => `(${each})`).join(" || ")}`;
}

function stateText(label: string): string {
  return (
    oneLine(label)
      .replaceAll(/[,;@]+/g, " ")
      .replaceAll("=", ":")
      .replaceAll(/\s+/g, " ")
      .trim()
      // Directly after a colon stands a colour.
      .replace(/:(?=\w+$)/, ": ")
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** Text that ends no comment, continues no line, and has no tag. */
function commentLines(text: string): string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) =>
      oneLine(line)
        .replaceAll("@", " at ")
        .replaceAll("*/", "* /")
        .replaceAll("??", "?")
        .replace(/[\\\s]+$/, ""),
    )
    .filter((line) => line !== "")
    .map((line) => `// ${line}`);
}
