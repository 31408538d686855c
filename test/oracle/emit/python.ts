/** Python as an oracle. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import { sentSize } from "../../../runtime/frames/build-frame.ts";
import { fileText, viewOf } from "../../support/compiled-channels.ts";
import { run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { differences, type EmittedChannel, type SampleMessage } from "./messages.ts";

const PEER = fileURLToPath(new URL("python-peer.py", import.meta.url));
/** Python's and JavaScript's mathematical functions may differ in the last digit. */
const RELATIVE = 1e-14;

/** All differences, including messages that are encoded to other bytes. One interpreter for all channels. */
export function pythonDifferences(
  channels: readonly (readonly [EmittedChannel, readonly SampleMessage[]])[],
  program: string,
  more: readonly string[] = [],
): string[] {
  const folder = temporaryFolder();
  try {
    for (const [index, [{ files }]] of channels.entries()) {
      writeFileSync(join(folder, `emitted${index}.py`), fileText(files, /\.py$/));
    }
    const input = channels.flatMap(([channel, messages], index) =>
      messages.map((message) => `emitted${index} ${Buffer.from(channel.frame(message)).toString("hex")}\n`),
    );
    const lines = run(program, [PEER, folder, ...more], input.join(""))
      .trim()
      .split("\n");
    const answers = lines.map((line) => JSON.parse(line) as Answer);
    return channels.flatMap(([channel, messages]) => compared(channel, messages, answers.splice(0, messages.length)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compared(channel: EmittedChannel, messages: readonly SampleMessage[], answers: readonly Answer[]): string[] {
  const absent = new Set(channel.limits.map(({ message }) => /'([^']*)'/.exec(message)?.[1] ?? ""));
  return messages.flatMap((message, index) => {
    const { raw, stored, hex, frame } = answers[index]!;
    const paths = fieldsOf(message.codec).map(({ path }) => path);
    const columns = new Set(
      fieldsOf(message.codec)
        .filter(({ path }) => absent.has(path))
        .map(({ column }) => column),
    );
    const seen = {
      raw: Object.fromEntries(raw.map((value, at) => [paths[at] ?? "", revived(value)])),
      stored: Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, revived(value)])),
    };
    // A plain message has the padding that its length byte counts.
    const { frames } = channel.compiled.plan;
    const isWhole = frames !== undefined || frame.length / 2 === sentSize(message.codec);
    return [
      ...differences(message, seen, { relative: RELATIVE, absent: columns }),
      ...(holdsNaN(message) ? [] : encodedDifferences(message, hex)),
      ...(isWhole || message.codec.variable !== undefined ? [] : [`${message.codec.name}: its frame is ${frame}`]),
    ];
  });
}

/** Text at the end of a message that may lack parts has no padding: such a message must have the same values, apart from its length byte. */
function encodedDifferences({ codec, bytes }: SampleMessage, hex: string): string[] {
  const again = new Uint8Array(codec.wireSize);
  codec.encode(codec.decode(viewOf(bytes)), viewOf(again));
  const valuesOf = (data: Uint8Array) => ({ ...codec.decode(viewOf(data)), length: 0 });
  const expected = Buffer.from(again).toString("hex");
  const isEqual =
    codec.variable === undefined
      ? hex === expected
      : isDeepStrictEqual(valuesOf(Buffer.from(hex, "hex")), valuesOf(again));
  return isEqual ? [] : [`${codec.name}: encoded ${hex}, not ${expected}`];
}

interface Answer {
  readonly raw: readonly (string | number | boolean)[];
  readonly stored: Readonly<Record<string, string | number | boolean>>;
  readonly hex: string;
  /** Of `encode`. */
  readonly frame: string;
}

/** The bits of a NaN are not specified. */
function holdsNaN({ raw }: SampleMessage): boolean {
  return Object.values(raw).some((value) => Number.isNaN(value));
}

/** A value as the peers write it. */
export function revived(value: string | number | boolean): ColumnValue {
  if (typeof value !== "string") return value;
  const rest = value.slice(1);
  if (value.startsWith("i")) return BigInt(rest);
  if (value.startsWith("s")) return rest;
  return rest === "inf" ? Number.POSITIVE_INFINITY : rest === "-inf" ? Number.NEGATIVE_INFINITY : Number(rest);
}
