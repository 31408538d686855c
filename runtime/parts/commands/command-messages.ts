/** Each state of a command as a message of the log: an annotation event of its channel or device. [D30, D52] */

import type { DecodingEpoch } from "../../intake/decoding-epoch.ts";
import type { Decoded } from "../../intake/intake.ts";
import { type MessageKind, type MessageOrigin, type RefusedRow, showBytes } from "../../intake/message-kind.ts";
import { parsePath } from "../../model/address.ts";
import type { CommandEntry } from "../../model/command.ts";
import { ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import type { PointColumn } from "../../model/point.ts";

/** Part of the log's format: never change it. */
export const COMMANDS = "commands";
/** The place of a channel, such as `lab/rig`. */
export const CHANNEL_PLACE = /^lab\/([^/]+)$/;

const NAMES = [
  "title",
  "text",
  "tags",
  "command",
  "command_id",
  "command_state",
  "command_by",
  "command_to",
  "command_hex",
  "command_reason",
];
const COLUMNS: readonly PointColumn[] = NAMES.map((name) => ({ name, type: "string" }));

/** The state as a payload; `text` and `title` may be shown as HTML by dashboards. */
export function eventPayload(entry: CommandEntry): Uint8Array {
  const { id, command, state, reason = "", by, to, hex, fields } = entry;
  const given = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const parts = [given.join(" "), `to ${to}`, by === "" ? "" : `by ${by}`, reason].filter((part) => part !== "");
  const values = [
    `${command} ${state}`,
    parts.join(", "),
    `command,${state}`,
    command,
    String(id),
    state,
    by,
    to,
    hex,
    reason,
  ];
  return Buffer.from(JSON.stringify(values.map((value, index) => (index < 2 ? harmless(value) : value))));
}

function harmless(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export class CommandMessages implements MessageKind {
  readonly source = COMMANDS;
  readonly signals = "limited";
  readonly keepsEmpty = false;
  readonly #epoch: DecodingEpoch;

  constructor(epoch: DecodingEpoch) {
    this.#epoch = epoch;
  }

  decode(message: Message): Decoded {
    const table = this.#table(message.address);
    const values = valuesOf(message.payload);
    if (table === undefined || values === undefined) {
      const why = values === undefined ? "is not a state of a command" : `is of '${message.address}', which is gone`;
      return { points: [], rejections: [{ message, error: new ValueError(`The message ${why}`, "unknown-address") }] };
    }
    const point = { ...table, timeNs: message.receivedNs, timeSource: "receipt" as const, columns: COLUMNS, values };
    return { points: [point], rejections: [] };
  }

  #table(place: string): { readonly database: string; readonly measurement: string } | undefined {
    const [, channel] = CHANNEL_PLACE.exec(place) ?? [];
    if (channel === undefined) return parsePath(`${place}/event`, this.#epoch.realms).address;
    const database = this.#epoch.channels.decoder(channel)?.database;
    return database === undefined ? undefined : { database, measurement: "network_events" };
  }

  addressOf({ address }: Message): string {
    return CHANNEL_PLACE.exec(address)?.[1] ?? address;
  }

  show(payload: Uint8Array, most: number): string {
    return Buffer.from(payload.subarray(0, most)).toString() || showBytes(payload, most);
  }

  place({ address }: Message): MessageOrigin {
    return { transport: "command", kind: "channel", name: address };
  }

  errorTopics(): readonly string[] {
    return [];
  }

  rowOf({ origin }: Parameters<MessageKind["rowOf"]>[0]): RefusedRow {
    return { message: origin.message };
  }

  publish(): void {}
}

function valuesOf(payload: Uint8Array): string[] | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(payload).toString());
    const isWhole =
      Array.isArray(values) && values.length === NAMES.length && values.every((one) => typeof one === "string");
    return isWhole ? values : undefined;
  } catch {
    return undefined;
  }
}
