/** The channels of a configuration, with what decodes their frames. */

import type { ChannelCodecs } from "../codec/struct-codec.ts";
import type { ChannelSettings } from "../config/settings.ts";
import { DatagramDecoder } from "./datagram-decoder.ts";
import type { ChannelDirectory } from "./frame-messages.ts";

export class ChannelCatalogue implements ChannelDirectory {
  readonly #decoders: ReadonlyMap<string, DatagramDecoder>;

  /** @param before what of it is not configured any more is decoded as it was last: the log may still hold some */
  constructor(
    channels: readonly ChannelSettings[],
    codecs: ReadonlyMap<string, ChannelCodecs>,
    before?: ChannelCatalogue,
  ) {
    const decoders = channels.map((channel) => [channel.name, decoderOf(channel, codecs.get(channel.name)!)] as const);
    this.#decoders = new Map([...(before === undefined ? [] : before.#decoders), ...decoders]);
  }

  decoder(channel: string): DatagramDecoder | undefined {
    return this.#decoders.get(channel);
  }
}

export function decoderOf({ name, wampTopic, frames, pins }: ChannelSettings, codecs: ChannelCodecs): DatagramDecoder {
  return new DatagramDecoder({ name, wampTopic, codecs, ...(frames && { frames }), ...(pins && { pins }) });
}
