/** Readers of ground systems as oracles: space-packet-parser for XTCE, OpenC3 for COSMOS. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { channelModels } from "../../../generator/emitters/emit.ts";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { PYTHON_PROGRAM, run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { differences, type EmittedChannel, messageOf, type SampleMessage } from "./messages.ts";
import { revived } from "./python.ts";

const PEER = fileURLToPath(new URL("ground-peer.py", import.meta.url));
/** A polynomial is computed in another order than the rule. */
const RELATIVE = 1e-12;

export interface GroundResult {
  readonly differences: readonly string[];
  /** Number of compared values. */
  readonly values: number;
}

export function groundDifferences(
  kind: "xtce" | "cosmos",
  channel: EmittedChannel,
  given: readonly SampleMessage[],
): GroundResult {
  const [model] = channelModels([channel.compiled]);
  const messages = given.map((message) => readable(message, model!));
  return compared(kind, channel, messages, answersOf(kind, channel, messages));
}

/** The names of enumerators by path, for each message. */
export function groundLabels(kind: "xtce" | "cosmos", channel: EmittedChannel, messages: readonly SampleMessage[]) {
  return answersOf(kind, channel, messages).map(({ labels }) => labels);
}

function answersOf(kind: "xtce" | "cosmos", channel: EmittedChannel, messages: readonly SampleMessage[]): Answer[] {
  const [model] = channelModels([channel.compiled]);
  const folder = temporaryFolder();
  try {
    const file = join(folder, kind === "xtce" ? "channel.xml" : "tlm.txt");
    writeFileSync(file, fileText(channel.files, kind === "xtce" ? /\.xtce\.xml$/ : /tlm\.txt$/));
    const names = new Map(model!.messages.map(({ id, identifier }) => [id, cosmosName(identifier)]));
    const input = messages
      .map((message) => `${names.get(message.codec.id)} ${Buffer.from(channel.frame(message)).toString("hex")}`)
      .join("\n");
    return run(PYTHON_PROGRAM, [PEER, kind, file, cosmosName(model!.identifier)], `${input}\n`)
      .split("\n")
      .filter((line) => line.startsWith("@"))
      .map((line) => JSON.parse(line.slice(1)) as Answer);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Values = Readonly<Record<string, string | number | boolean>>;

interface Answer {
  readonly raw: Values;
  readonly stored: Values;
  readonly labels: Readonly<Record<string, string>>;
}

function compared(
  kind: string,
  channel: EmittedChannel,
  messages: readonly SampleMessage[],
  answers: readonly Answer[],
): GroundResult {
  const told = channel.limits.filter(({ message }) => message.startsWith(`${kind}:`));
  const rules = fieldsOfNotes(told.filter(({ message }) => message.includes("not a polynomial")));
  const missing = fieldsOfNotes(told.filter(({ message }) => !message.includes("not a polynomial")));
  let values = 0;
  const found = messages.flatMap((message, index) => {
    const answer = answers[index];
    if (answer === undefined) return [`${message.codec.name}: no answer`];
    const fields = fieldsOf(message.codec);
    const headed = kind === "xtce" ? new Set(["length", "ID"]) : new Set<string>();
    const lost = fields.filter(({ path }) => !(path in answer.raw) && !missing.has(path) && !headed.has(path));
    const present = fields.filter(({ path }) => path in answer.raw && !missing.has(path));
    values += present.length;
    const keyOf = (path: string, column: string) => (kind === "xtce" ? column : path);
    const expected = {
      ...message,
      raw: Object.fromEntries(present.map(({ path }) => [path, message.raw[path]!])),
      stored: Object.fromEntries(
        present.filter(({ path }) => !rules.has(path)).map(({ column }) => [column, message.stored[column]!]),
      ),
    };
    const seen = {
      raw: mapped(answer.raw),
      stored: Object.fromEntries(
        present.map(({ path, column }) => [column, revived(answer.stored[keyOf(path, column)] ?? "s")]),
      ),
    };
    return [
      ...lost.map(({ path }) => `${message.codec.name}.${path} is neither there nor told of`),
      ...("?size" in answer.raw ? [`${message.codec.name} has ${String(answer.raw["?size"])} bytes there`] : []),
      ...("?identified" in answer.raw ? [`${message.codec.name} is not identified`] : []),
      ...differences(expected, seen, { relative: RELATIVE }),
    ];
  });
  return { differences: found, values };
}

function fieldsOfNotes(notes: readonly { readonly message: string }[]): ReadonlySet<string> {
  return new Set(notes.map(({ message }) => /'([^']*)'/.exec(message)?.[1] ?? ""));
}

function mapped(values: Values): Record<string, ColumnValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, revived(value)]));
}

/** The messages whose values ground systems accept. */
export function readableByGround(channel: EmittedChannel, messages: readonly SampleMessage[]): SampleMessage[] {
  const [model] = channelModels([channel.compiled]);
  return messages.map((message) => readable(message, model!));
}

/** Texts that end before their last byte; the readers reject others. */
function readable({ codec, bytes }: SampleMessage, model: ReturnType<typeof channelModels>[number]): SampleMessage {
  const changed = bytes.slice();
  const message = model.messages.find(({ id }) => id === codec.id)!;
  const again = new Uint8Array(codec.wireSize);
  const raw = codec.decode(new DataView(changed.buffer)) as Record<string, unknown>;
  for (const { path, type, bitWidth } of message.fields) {
    if (type === "text") assign(raw, path, bitWidth > 8 ? "é☂x".slice(0, Math.min(2, (bitWidth / 8 - 1) >> 2)) : "");
  }
  codec.encode(raw, new DataView(again.buffer));
  return messageOf(codec, again);
}

function assign(record: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  let inner: Record<string, unknown> = record;
  for (const step of steps.slice(0, -1)) inner = inner[step] as Record<string, unknown>;
  inner[steps.at(-1) ?? ""] = value;
}

function cosmosName(identifier: string): string {
  return identifier.replace(/_+/g, "_").replace(/_$/, "").toUpperCase();
}
