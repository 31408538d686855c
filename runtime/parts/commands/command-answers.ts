/** The commands of a place, and how answers change a command's state: acknowledgements by a struct of the device, and reports of a network server. */

import type { CommandInfo, StructCodec } from "../../codec/struct-codec.ts";
import type { DatagramDecoder } from "../../intake/datagram-decoder.ts";
import type { Decoded } from "../../intake/intake.ts";
import { didYouMean } from "../../lib/nearest.ts";
import { type Commander, type CommandState, type NetworkEvent, type Order, OrderError } from "../../model/command.ts";
import type { CommandDescription } from "../../model/command-form.ts";
import type { DeviceNetworks } from "../../model/device-network.ts";
import { commandName, fieldsOfForm, sequenceField } from "./command-frame.ts";
import { holds, valueIn } from "./interlock.ts";
import type { KeptCommand } from "./kept-command.ts";

export type Change = { readonly state?: CommandState; readonly reason?: string; readonly more?: Partial<KeptCommand> };

export type CommandStruct = StructCodec & { readonly command: CommandInfo };

export function commandStructs(decoder: DatagramDecoder | undefined): CommandStruct[] {
  const structs = decoder?.channel.codecs.structs ?? [];
  return structs.filter((codec): codec is CommandStruct => codec.command !== undefined);
}

/** Empty if the place takes no commands. */
export function describeCommands(decoder: DatagramDecoder | undefined): CommandDescription[] {
  return commandStructs(decoder).map((codec) => {
    const { ack, timeoutMs, confirm, interlock } = codec.command;
    return {
      command: commandName(codec),
      struct: codec.name,
      fields: fieldsOfForm(codec, decoder?.channel.frames),
      confirm: confirm === true,
      ...(ack !== undefined && { ack }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(interlock && {
        interlock: interlock.map(({ column, is, value }) => `${column} ${is} ${value}`).join(" and "),
      }),
    };
  });
}

export interface Permitting {
  readonly decoderOf: (place: string) => DatagramDecoder | undefined;
  readonly mayCommand: (by: Commander, place: string, command: string) => boolean;
  /** Networks with servers of their own. */
  readonly networks: Pick<DeviceNetworks, "has" | "isPosted" | "reaches">;
}

/** @throws OrderError if the place has no such command, or the sender may not send it */
export function permittedCommand(
  { decoderOf, mayCommand }: Pick<Permitting, "decoderOf" | "mayCommand">,
  place: string,
  { command: wanted }: Pick<Order, "command">,
  by: Commander,
): CommandStruct {
  const structs = commandStructs(decoderOf(place));
  const codec = structs.find((one) => commandName(one) === wanted || one.name === wanted);
  const names = structs.map(commandName);
  if (names.length === 0)
    throw new OrderError(404, `'${place}' takes no commands: no struct of its channel has @command`);
  if (codec === undefined)
    throw new OrderError(
      404,
      `'${place}' has no command '${wanted}'${didYouMean(wanted, names)}; known are ${names.join(", ")}`,
    );
  if (!mayCommand(by, place, commandName(codec)))
    throw new OrderError(403, `This takes the permission to command '${place}:${commandName(codec)}'`);
  return codec;
}

export function ackOf(
  decoder: DatagramDecoder | undefined,
  { command: { ack } }: CommandStruct,
): StructCodec | undefined {
  return ack === undefined ? undefined : decoder?.channel.codecs.structs.find(({ name }) => name === ack);
}

/** The acknowledged sequence number. A column that is excluded or scaled is read from the frame's bytes. */
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

/** The state after the device's acknowledgement. */
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

/** The state after each outcome that a network server reports. */
export const NEWS: Readonly<Record<NetworkEvent["outcome"], (reason: string) => Change>> = {
  acknowledged: () => ({ state: "acknowledged" }),
  failed: (reason) => ({
    state: "refused",
    reason: `the network server did not send it: ${reason || "it says no reason"}`,
  }),
  silent: () => ({ state: "timed out", reason: "the device did not confirm it to the network server" }),
};
