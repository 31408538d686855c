/** Messages as rows: nested names with dots, elements by their index, the time from a field of its type or name. Pure. */

import { formatNs } from "../../model/clock.ts";
import { isSurelyTime, timeRoles } from "../../model/time-fields.ts";
import type { TypedRow, TypedValue } from "../../model/typed-rows.ts";
import type { ReadMessage, Value } from "./read-message.ts";
import type { Content, FieldPlan, MessageType, Scalar } from "./schema.ts";

/** Fields that the definition lacks, as hexadecimal digits with their tags. */
export const UNKNOWN = "_unknown_";

const GOOGLE = "google.protobuf.";
const TIMESTAMP = `${GOOGLE}Timestamp`;
const STANDS_FOR_ITS_FIELD = /^google\.protobuf\.(?:(?:Double|Float|U?Int(?:32|64)|Bool|String|Bytes)Value|Value)$/;
/** A moment that is not that of the measurement. */
const OTHER_MOMENT =
  /boot|start|begin|birth|born|expir|creat|install|valid|next|last|until|end|due|build|schedul|prev|since|first|updat/i;
/** The library names the fields of Google's own types in its own form. */
const NULL = /^null_?value$/i;
const S = 1_000_000_000n;

export interface RowsOptions {
  /** The time's fields, as the configuration names them. */
  readonly times: readonly string[];
  /** The type of an `Any`. */
  readonly open?: (name: string, bytes: Uint8Array) => ReadMessage | undefined;
}

/** One row, or one for each element of the only list whose elements have times of their own. */
export function rowsOf(message: ReadMessage, options: RowsOptions): TypedRow[] {
  const outer = options.times.length === 0 ? timeOf(message) : undefined;
  const list = batchIn(message.type);
  const elements = (list && (message.values.get(list) as readonly ReadMessage[] | undefined)) ?? [];
  const common = flat(message, options, [list, outer?.plan]);
  const ofOuter = outer && { timeNs: outer.timeNs };
  if (list === undefined || elements.length === 0) return [{ ...ofOuter, values: common }];
  const taken = new Set(common.map(({ name }) => name));
  return elements.map((element) => {
    const own = options.times.length === 0 ? timeOf(element) : undefined;
    const values = flat(element, options, [own?.plan]).map((value) =>
      taken.has(value.name) ? { ...value, name: `${list.name}.${value.name}` } : value,
    );
    const time = own ? { timeNs: own.timeNs } : hasNamedTime(element.type) ? undefined : ofOuter;
    return { ...time, values: [...common, ...values] };
  });
}

/** The list whose elements are rows. */
function batchIn({ fields }: MessageType): FieldPlan | undefined {
  const lists = [...fields.values()].filter(({ shape, content }) => shape === "repeated" && content.kind === "message");
  const [only] = lists;
  if (only?.content.kind !== "message" || lists.length > 1) return undefined;
  const { type } = only.content;
  return timePlan(type) !== undefined || hasNamedTime(type) ? only : undefined;
}

/** Whether a number or text of a well-known name is the time of a row. */
function hasNamedTime({ fields }: MessageType): boolean {
  const plain = [...fields.values()].filter(({ shape, content }) => shape === "one" && content.kind === "scalar");
  const { instants, others } = timeRoles(plain.map(({ name }) => name));
  return instants.length > 0 || others.some(({ index }) => isSurelyTime(plain[index]!.name));
}

function timeOf(message: ReadMessage): { readonly plan: FieldPlan; readonly timeNs: bigint } | undefined {
  const plan = timePlan(message.type);
  const value = plan && (message.values.get(plan) as ReadMessage | undefined);
  return plan && value && { plan, timeNs: nsOf(value) };
}

const PLANS = new WeakMap<MessageType, FieldPlan | "none">();

/** The field of Timestamp's type that is the row's time: by its name, or since there is no other. */
function timePlan(type: MessageType): FieldPlan | undefined {
  let found = PLANS.get(type);
  if (found === undefined) {
    const moments = [...type.fields.values()].filter(
      ({ shape, content }) => shape === "one" && content.kind === "message" && content.type.name === TIMESTAMP,
    );
    const { instants, others } = timeRoles(moments.map(({ name }) => name));
    const [named] = [...instants, ...others];
    const [only] = moments.length === 1 && !OTHER_MOMENT.test(moments[0]!.name) ? moments : [];
    found = (named && moments[named.index]) ?? only ?? "none";
    PLANS.set(type, found);
  }
  return found === "none" ? undefined : found;
}

/** All values of a message. @param without fields that are left out */
export function flat(
  message: ReadMessage,
  options: Pick<RowsOptions, "open">,
  without: readonly (FieldPlan | undefined)[] = [],
): TypedValue[] {
  const values: TypedValue[] = [];
  const unknown: Uint8Array[] = [];
  new Flattener(values, unknown, options).message(message, "", without);
  if (unknown.length > 0) values.push({ name: UNKNOWN, type: "string", value: Buffer.concat(unknown).toString("hex") });
  return values;
}

class Flattener {
  readonly #values: TypedValue[];
  readonly #unknown: Uint8Array[];
  readonly #options: Pick<RowsOptions, "open">;

  constructor(values: TypedValue[], unknown: Uint8Array[], options: Pick<RowsOptions, "open">) {
    this.#values = values;
    this.#unknown = unknown;
    this.#options = options;
  }

  message(message: ReadMessage, prefix: string, without: readonly (FieldPlan | undefined)[] = []): void {
    this.#unknown.push(...message.unknown);
    for (const plan of message.type.fields.values()) {
      const value = message.values.get(plan);
      if (value === undefined || without.includes(plan)) continue;
      const name = `${prefix}${plan.name}`;
      if (value instanceof Map) for (const [key, inner] of value) this.#add(`${name}.${key}`, plan.content, inner);
      else if (Array.isArray(value))
        value.forEach((inner: Value, index) => this.#add(`${name}.${index}`, plan.content, inner));
      else this.#add(name, plan.content, value as Value);
    }
  }

  #add(name: string, content: Content, value: Value): void {
    if (content.kind === "message") this.#addMessage(name, value as ReadMessage);
    else if (content.kind === "enum") this.#put(name, "string", value as string);
    else if (value instanceof Uint8Array) this.#put(name, "string", Buffer.from(value).toString("base64"));
    else if (typeof value === "bigint") this.#putInteger(name, content.scalar, value);
    else if (typeof value === "number") this.#put(name, "float", Number.isFinite(value) ? value : undefined);
    else this.#put(name, typeof value === "boolean" ? "boolean" : "string", value as boolean | string);
  }

  /** As from structs, only what may need 64 bits is an integer: another number may have a fraction one day. */
  #putInteger(name: string, scalar: Scalar, value: bigint): void {
    const type = scalar === "uint64" || scalar === "fixed64" ? "unsigned" : "integer";
    if (scalar.endsWith("64")) this.#put(name, type, value);
    else this.#put(name, "float", Number(value));
  }

  #put(name: string, type: TypedValue["type"], value: TypedValue["value"]): void {
    // As in other bodies, an empty text counts as a missing value.
    if (value !== "") this.#values.push({ name, type, value });
  }

  #addMessage(name: string, message: ReadMessage): void {
    const { type } = message;
    if (type.name === TIMESTAMP) this.#put(name, "string", formatNs(nsOf(message)));
    else if (type.name === `${GOOGLE}Duration`) this.#put(name, "float", Number(nsOf(message)) / 1e9);
    else if (STANDS_FOR_ITS_FIELD.test(type.name)) this.#addOnly(name, message);
    else if (type.name === `${GOOGLE}Struct`) this.#addStruct(name, message);
    else if (type.name === `${GOOGLE}ListValue`) this.#addList(name, message);
    else if (type.name === `${GOOGLE}Any`) this.#addAny(name, message);
    else this.message(message, `${name}.`);
  }

  /** A message of one field stands for that. */
  #addOnly(name: string, { type, values }: ReadMessage): void {
    for (const plan of type.fields.values()) {
      const value = values.get(plan);
      if (value !== undefined && !NULL.test(plan.name)) this.#add(name, plan.content, value as Value);
    }
  }

  #addStruct(name: string, { type, values }: ReadMessage): void {
    for (const plan of type.fields.values())
      for (const [key, value] of (values.get(plan) as ReadonlyMap<string, Value> | undefined) ?? [])
        this.#add(`${name}.${key}`, plan.content, value);
  }

  #addList(name: string, { type, values }: ReadMessage): void {
    for (const plan of type.fields.values())
      ((values.get(plan) as readonly Value[] | undefined) ?? []).forEach((value, index) =>
        this.#add(`${name}.${index}`, plan.content, value),
      );
  }

  #addAny(name: string, message: ReadMessage): void {
    const { typeUrl, type_url: url = typeUrl, value } = byName(message);
    const typeName = typeof url === "string" ? url.slice(url.lastIndexOf("/") + 1) : "";
    const inner = value instanceof Uint8Array ? this.#options.open?.(typeName, value) : undefined;
    if (inner === undefined) {
      this.message(message, `${name}.`);
      return;
    }
    this.#put(`${name}.type`, "string", typeName);
    this.#addMessage(name, inner);
  }
}

function byName({ type, values }: ReadMessage): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...type.fields.values()].map((plan) => [plan.name, values.get(plan)]));
}

/** The nanoseconds of a Timestamp or a Duration. */
function nsOf(message: ReadMessage): bigint {
  const { seconds = 0n, nanos = 0n } = byName(message) as { readonly seconds?: bigint; readonly nanos?: bigint };
  return seconds * S + nanos;
}
