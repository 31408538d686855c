/** The LoRaWAN formatter in a bare JavaScript context, as network servers run it. */

import { createContext, Script } from "node:vm";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { agrees, type EmittedChannel, neutral, type SampleMessage } from "./messages.ts";

/** Every difference of what `decodeUplink` gives, and of the bytes that `encodeDownlink` makes of it. */
export function lorawanDifferences(channel: EmittedChannel, messages: readonly SampleMessage[]): string[] {
  const context = createContext({ input: undefined as unknown });
  const script = fileText(channel.files, /\.lorawan\.js$/);
  new Script(script).runInContext(context);
  const nameKey = /input\.data\.(\w+);/.exec(script)?.[1] ?? "";
  const ask = (call: string, input: object) => {
    context["input"] = input;
    return JSON.parse(new Script(`JSON.stringify(${call}(input))`).runInContext(context)) as Answer;
  };
  const inexpressible = new Set(
    channel.limits
      .filter(({ message }) => message.includes("needs"))
      .map(({ message }) => /'([^']*)'/.exec(message)?.[1]),
  );
  return messages.flatMap((message) => {
    const bytes = [...channel.frame(message)];
    const { data } = ask("decodeUplink", { bytes, fPort: 1 });
    const found: string[] = [];
    for (const { path, column, scalar } of fieldsOf(message.codec)) {
      const value = message.stored[column]!;
      // A JSON number: 64-bit integers are rounded, what is not finite is left out.
      const expected: ColumnValue | undefined = typeof value === "bigint" ? Number(value) : value;
      const absent = inexpressible.has(path) || (typeof expected === "number" && !Number.isFinite(expected));
      const seen = valueAt(data ?? {}, column);
      if (absent ? (seen ?? undefined) !== undefined : !agrees(Object.is(expected, -0) ? 0 : expected, seen)) {
        found.push(`${message.codec.name} ${column} (${scalar}): ${neutral(expected)}, not ${neutral(seen)}`);
      }
    }
    return [...found, ...downlinkDifference(message, nameKey, (call, input) => bareStruct(channel, ask(call, input)))];
  });
}

/** Elements of arrays are in arrays, however deep; where something is not finite there is null. */
function valueAt(data: object, column: string): ColumnValue | undefined {
  const [, name = column, indices = ""] = /^(.+?)((?:\.\d+)+)$/.exec(column) ?? [];
  const steps = [name, ...indices.split(".").slice(1)];
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    data,
  ) as ColumnValue;
}

/** As the uplink has it. */
function inArrays(entries: readonly (readonly [string, ColumnValue])[]): object {
  const data: Record<string, unknown> = Object.create(null);
  for (const [column, value] of entries) {
    const [, name = column, indices = ""] = /^(.+?)((?:\.\d+)+)$/.exec(column) ?? [];
    const steps = [name, ...indices.split(".").slice(1)];
    let holder: Record<string, unknown> = data;
    for (const step of steps.slice(0, -1)) {
      holder[step] ??= [];
      holder = holder[step] as Record<string, unknown>;
    }
    holder[steps.at(-1) ?? ""] = value;
  }
  return data;
}

/** A downlink is a whole frame. */
function bareStruct({ compiled: { plan } }: EmittedChannel, answer: Answer): Answer {
  const { payloadOffset = 0, trailer = 0 } = plan.frames ?? {};
  const { bytes = [] } = answer;
  return { ...answer, bytes: bytes.slice(payloadOffset, bytes.length - trailer) };
}

interface Answer {
  readonly data?: Readonly<Record<string, ColumnValue>>;
  readonly bytes?: readonly number[];
  readonly errors?: readonly string[];
}

/** Stored values (raw ones where a rule has no inverse) to bytes, as our codec does it; what JSON lacks is left out by both. */
function downlinkDifference(
  { codec, raw, stored }: SampleMessage,
  nameKey: string,
  ask: (call: string, input: object) => Answer,
): string[] {
  const entries: [string, ColumnValue][] = [];
  for (const { path, column, rawKey } of fieldsOf(codec)) {
    const value = rawKey === undefined ? stored[column] : raw[path];
    // A rounded integer of 64 bits is another one.
    if (typeof value === "bigint" && !Number.isSafeInteger(Number(value))) continue;
    if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) continue;
    entries.push([rawKey ?? column, value!]);
  }
  const plain = inArrays(entries.map(([key, value]) => [key, typeof value === "bigint" ? Number(value) : value]));
  const { bytes, errors } = ask("encodeDownlink", { data: Object.assign(plain, { [nameKey]: codec.name }) });
  const expected = new Uint8Array(codec.wireSize);
  codec.encode(codec.fromStored(Object.fromEntries(entries)), new DataView(expected.buffer));
  const hex = Buffer.from(bytes ?? []).toString("hex");
  if (hex === Buffer.from(expected).toString("hex")) return [];
  return [`${codec.name}: encoded ${hex}, not ${Buffer.from(expected).toString("hex")} ${errors?.join() ?? ""}`];
}
