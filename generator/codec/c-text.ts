/** C fragments shared by the parts of a channel's link. */

import { sentSize as plainSize } from "../../runtime/frames/build-frame.ts";
import { type Locator, locatorEnd } from "../../runtime/frames/locator.ts";
import type { Arrangement } from "./arrangement.ts";
import type { ChannelModel, Message } from "./model.ts";
import { payloadSizes } from "./payload-sizes.ts";

export function prefixOf(channel: ChannelModel, message: Message): string {
  return `${channel.identifier}_${message.identifier}`;
}

export function frameSize(channel: ChannelModel, message: Message): number {
  const { payloadOffset, trailer } = channel.frames;
  return payloadOffset + sentSize(channel, message) + trailer;
}

/** Size of a message without what surrounds it; a plain one may have its tail padding. */
export function sentSize({ channel }: ChannelModel, message: Message): number {
  return channel.plan.frames === undefined ? plainSize(message) : message.wireSize;
}

/**
 * Sizes of a frame. Devices send a struct with or without its tail padding [D13].
 * @param followed the optional parts that the definition follows
 */
export function sizesOf(
  channel: ChannelModel,
  message: Message,
  followed?: Arrangement,
): readonly [least: number, most: number | undefined] {
  const { payloadOffset, trailer, id } = channel.frames;
  const { least, most } = payloadSizes(channel, message, followed);
  const around = payloadOffset + trailer;
  return [
    Math.max(around + least, id === undefined ? 0 : locatorEnd(id)),
    most === undefined ? undefined : around + most,
  ];
}

export function functionText(returns: string, head: string, body: readonly string[], doc?: string): string {
  const comment = doc === undefined ? "" : `/* ${doc} */\n`;
  return `${comment}static inline ${returns} ${head} {\n${body.map((line) => `  ${line}`).join("\n")}\n}`;
}

/** @param value a text is an expression of type size_t */
export function writeText(locator: Locator, value: number | string): string {
  const { byteOffset, byteLength, byteOrder, mask, shift, addend } = locator;
  if (typeof value === "string") {
    const number = `((uint32_t)${value} ${addend < 0 ? "+" : "-"} UINT32_C(${Math.abs(addend)})) << ${shift}`;
    return `structline_write_number(frame, ${byteOffset}, ${byteLength}, ${Number(byteOrder === "big")}, UINT32_C(${mask}), ${number});`;
  }
  const placed = (((value - addend) << shift) & mask) >>> 0;
  if (byteLength === 1 && mask === 0xff) return `frame[${byteOffset}] = ${placed};`;
  return `structline_write_number(frame, ${byteOffset}, ${byteLength}, ${Number(byteOrder === "big")}, UINT32_C(${mask}), UINT32_C(${placed}));`;
}

export function readText({ byteOffset, byteLength, byteOrder, mask, shift, addend }: Locator): string {
  const read = readNumberText(String(byteOffset), byteLength, byteOrder);
  const masked = mask === 2 ** (8 * byteLength) - 1 ? read : `((${read} & UINT32_C(${mask})) >> ${shift})`;
  return addend === 0 ? masked : `(${masked} ${addend < 0 ? "-" : "+"} ${Math.abs(addend)}u)`;
}

/** Reads bytes of a frame as an unsigned number of at most 32 bits. */
export function readNumberText(place: string, byteLength: number, byteOrder: "little" | "big"): string {
  if (byteLength === 1) return `frame[${place}]`;
  const isBig = Number(byteOrder === "big");
  if (byteLength === 2) return `structline_read_two(frame + (${place}), ${isBig})`;
  return `structline_read_number(frame, ${place}, ${byteLength}, ${isBig})`;
}
