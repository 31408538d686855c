/** What answers to a command make of it: its acknowledgement by a struct of the device, and a network server's news. */

import type { CommandInfo, StructCodec } from "../codec/struct-codec.ts";
import type { DatagramDecoder } from "../intake/datagram-decoder.ts";
import type { Decoded } from "../intake/intake.ts";
import type { CommandState, KeptCommand, NetworkEvent } from "./command.ts";
import { sequenceField } from "./command-frame.ts";
import { holds, valueIn } from "./interlock.ts";

export type Change = { readonly state?: CommandState; readonly reason?: string; readonly more?: Partial<KeptCommand> };

export type CommandStruct = StructCodec & { readonly command: CommandInfo };

export function commandStructs(decoder: DatagramDecoder | undefined): CommandStruct[] {
  const structs = decoder?.channel.codecs.structs ?? [];
  return structs.filter((codec): codec is CommandStruct => codec.command !== undefined);
}

export function ackOf(
  decoder: DatagramDecoder | undefined,
  { command: { ack } }: CommandStruct,
): StructCodec | undefined {
  return ack === undefined ? undefined : decoder?.channel.codecs.structs.find(({ name }) => name === ack);
}

/** As it is stored; where the column is left out of rows or scaled, as it came. */
export function sequenceIn(
  ack: StructCodec,
  point: Decoded["points"][number],
  decoder: DatagramDecoder | undefined,
): number | undefined {
  const field = sequenceField(ack);
  if (field === undefined) return undefined;
  if (field.excluded !== true && field.expr === undefined) return Number(valueIn(point, field.column));
  const frame = Buffer.from(String(valueIn(point, "_hex_") ?? ""), "hex");
  const at = decoder?.table.formatOf(frame).payloadOffset ?? 0;
  if (frame.length < at + ack.wireSize) return undefined;
  const record = ack.decode(new DataView(frame.buffer, frame.byteOffset, frame.length), at);
  return Number((record as Readonly<Record<string, unknown>>)[field.path]);
}

/** What the device's own answer makes of it. */
export function answerOf({ command: { accepted } }: CommandStruct, point: Decoded["points"][number]): Change {
  const isRefused = accepted !== undefined && !holds(accepted, point);
  return isRefused ? { state: "refused", reason: refusal(point, accepted) } : { state: "acknowledged" };
}

function refusal(point: Decoded["points"][number], accepted: NonNullable<CommandInfo["accepted"]>): string {
  return accepted.map(({ column }) => `the device answered ${column} = ${valueIn(point, column)}`).join(", ");
}

export function unknown(reason: string): Change {
  return { state: "unknown", reason };
}

/** What a network server's news make of a command. */
export const NEWS: Readonly<Record<NetworkEvent["outcome"], (reason: string) => Change>> = {
  acknowledged: () => ({ state: "acknowledged" }),
  failed: (reason) => ({
    state: "refused",
    reason: `the network server did not send it: ${reason || "it says no reason"}`,
  }),
  silent: () => ({ state: "timed out", reason: "the device did not confirm it to the network server" }),
};
