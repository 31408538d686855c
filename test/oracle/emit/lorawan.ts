/** The LoRaWAN formatter in an empty JavaScript context, as network servers run it. */

import { createContext, Script } from "node:vm";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { agrees, type EmittedChannel, neutral, type SampleMessage } from "./messages.ts";

/** All differences in the result of `decodeUplink`, and in the bytes that `encodeDownlink` makes of it. */
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
    const found = fieldsOf(message.codec).flatMap(({ path, column, scalar }) => {
      const value = message.stored[column]!;
      // As a JSON number: 64-bit integers are rounded, -0 is 0, non-finite values are left out.
      const expected = typeof value === "bigint" || typeof value === "number" ? Number(value) + 0 : value;
      const isAbsent = inexpressible.has(path) || (typeof expected === "number" && !Number.isFinite(expected));
      const seen = valueAt(data ?? {}, column);
      const isRight = isAbsent ? (seen ?? undefined) === undefined : agrees(expected, seen);
      if (isRight) return [];
      return [`${message.codec.name} ${column} (${scalar}): ${neutral(expected)}, not ${neutral(seen)}`];
    });
    return [...found, ...downlinkDifference(message, nameKey, (call, input) => bareStruct(channel, ask(call, input)))];
  });
}

/** Array elements are in nested arrays; non-finite ones are null. */
function valueAt(data: object, column: string): ColumnValue | undefined {
  const [, name = column, indices = ""] = /^(.+?)((?:\.\d+)+)$/.exec(column) ?? [];
  const steps = [name, ...indices.split(".").slice(1)];
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    data,
  ) as ColumnValue;
}

/** In the uplink's form. */
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

/** Encodes stored values (raw ones if a rule has no inverse) like our codec; both leave out what JSON lacks. */
function downlinkDifference(
  { codec, raw, stored }: SampleMessage,
  nameKey: string,
  ask: (call: string, input: object) => Answer,
): string[] {
  const entries: [string, ColumnValue][] = [];
  for (const { path, column, rawKey } of fieldsOf(codec)) {
    const value = rawKey === undefined ? stored[column] : raw[path];
    // A rounded 64-bit integer is a different one.
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
