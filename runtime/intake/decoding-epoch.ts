/**
 * All that decoding depends on, as one immutable value. An epoch is made from its text alone, wherever messages are decoded: what the text
 * does not say cannot change what a message means. Its number is computed from the text, so that the same configuration has the same
 * number in every process. The log keeps the number with the messages (`journal/segment-header.ts`) and the text beside them
 * (`journal/epoch-texts.ts`): a message is decoded with the epoch that it came in, also after a reload, a restart, or on another node.
 *
 * Codecs are code. The text names each by its layout's number and by the digest of its module; the generated folder keeps them.
 */

import { createHash } from "node:crypto";
import type { ChannelCodecs, StructCodec } from "../codec/struct-codec.ts";
import { codecDigest } from "../config/load-codecs.ts";
import type { ChannelSettings, DecodedRealm, Settings } from "../config/settings.ts";
import type { TopicMap } from "../config/topic-maps.ts";
import type { FrameFormat } from "../frames/frame-format.ts";
import { receiptStepNs } from "../telemetry/clock-face.ts";
import { DatagramDecoder } from "./datagram-decoder.ts";
import type { ChannelDirectory } from "./frame-messages.ts";

/** What the log calls messages of a time before there were epochs: they are decoded as messages are now. */
export const NO_EPOCH = 0;

export interface DecodingEpoch {
  readonly number: number;
  readonly text: string;
  /** Empty: every realm is accepted. */
  readonly realms: readonly DecodedRealm[];
  /** Fields that sources delete from messages. */
  readonly dropFields: readonly string[];
  /** Between rows of one message that have no time of their own, ns. */
  readonly receiptStepNs: number;
  readonly channels: ChannelDirectory;
  /** Why some of its codecs are not those that it names, one sentence each. */
  readonly problems: readonly string[];
}

interface NamedCodec {
  readonly layout: string;
  /** Absent where the codec is of no file. */
  readonly codec?: string;
}

interface EpochChannel extends Pick<ChannelSettings, "name" | "wampTopic"> {
  readonly frames?: FrameFormat;
  /** Sender's address, version. */
  readonly pins?: readonly (readonly [string, string])[];
  /** Newest first; one without a name where there are no versions. */
  readonly versions: readonly { readonly name: string; readonly version?: string; readonly structs: NamedCodec[] }[];
}

interface EpochText extends Pick<DecodingEpoch, "realms" | "dropFields" | "receiptStepNs"> {
  readonly channels: readonly EpochChannel[];
}

/** Codecs that there are of each channel, whatever version they are of. */
export type KnownCodecs = ReadonlyMap<string, readonly StructCodec[]>;

/** The epoch that a configuration begins. */
export function epochOf(settings: EpochSettings, codecs: ReadonlyMap<string, ChannelCodecs>): DecodingEpoch {
  return restoreEpoch(JSON.stringify(describe(settings, codecs)), knownCodecs(codecs));
}

/** All that decoding takes of the settings. */
export type EpochSettings = Pick<Settings, "realms" | "channels"> & {
  readonly http?: Pick<Settings["http"], "dropFields">;
  readonly cluster?: Pick<NonNullable<Settings["cluster"]>, "nodes">;
};

/** Channels of an epoch's text, and the digests of modules that it names. @throws Error where it is not an epoch's text */
export function codecsNamed(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const { channels } = JSON.parse(text) as EpochText;
  const digestsOf = ({ versions }: EpochChannel) =>
    versions.flatMap(({ structs }) => structs.flatMap(({ codec }) => codec ?? []));
  return new Map(channels.map((channel) => [channel.name, new Set(digestsOf(channel))]));
}

/**
 * `exact`: what is of a codec that is gone cannot be decoded; `layout`: it is decoded with another one of the same layout, if there is
 * one, whatever its rules.
 */
export type CodecChoice = "exact" | "layout";

/** The epoch of a text that a log kept, with such of its codecs as there still are. @throws Error where it is not an epoch's text */
export function restoreEpoch(text: string, known: KnownCodecs, choice: CodecChoice = "exact"): DecodingEpoch {
  const { realms, dropFields, receiptStepNs, channels } = JSON.parse(text) as EpochText;
  const problems: string[] = [];
  const decoders = channels.map((channel) => {
    const found = findCodecs(channel, known);
    problems.push(...found.lost.values());
    return [channel.name, decoderOf(channel, found, choice)] as const;
  });
  const byName = new Map(decoders);
  return {
    number: numberOf(text),
    text,
    realms,
    dropFields,
    receiptStepNs,
    channels: { decoder: (name) => byName.get(name) },
    problems,
  };
}

/** As file names and people have it. */
export function epochName(number: number): string {
  return number.toString(16).padStart(8, "0");
}

/** All that are loaded. */
export function knownCodecs(codecs: ReadonlyMap<string, ChannelCodecs>): KnownCodecs {
  return new Map(Array.from(codecs, ([name, of]) => [name, allOf(of)]));
}

function describe(settings: EpochSettings, codecs: ReadonlyMap<string, ChannelCodecs>): EpochText {
  const { realms, channels, http, cluster } = settings;
  return {
    realms: realms.map(describeRealm),
    dropFields: http?.dropFields ?? [],
    receiptStepNs: receiptStepNs(cluster?.nodes),
    channels: channels.map((channel) => describeChannel(channel, codecs.get(channel.name)!)),
  };
}

/** How a realm's fields are judged and shown decodes nothing. */
function describeRealm(realm: EpochSettings["realms"][number]): DecodedRealm {
  const { name, networks, timezone, binary, time, text, tags, arrays, compat, names, addresses, maps, directNetworks } =
    realm;
  return {
    name,
    networks,
    timezone,
    ...(binary !== undefined && { binary }),
    ...(time && { time }),
    ...(text && { text }),
    ...(tags && { tags }),
    ...(arrays && { arrays }),
    ...(compat && { compat }),
    ...(names && { names }),
    ...(addresses && { addresses }),
    ...(maps && { maps: maps.map(describeMap) }),
    ...(directNetworks && { directNetworks }),
  };
}

function describeMap({ topic, address, dialect, field, time }: TopicMap): TopicMap {
  return { topic, address, dialect, ...(field !== undefined && { field }), ...(time !== undefined && { time }) };
}

function describeChannel({ name, wampTopic, frames, pins }: ChannelSettings, codecs: ChannelCodecs): EpochChannel {
  const versions = [codecs, ...(codecs.older ?? [])].map(({ name: of, version, structs }) => {
    return { name: of, ...(version !== undefined && { version }), structs: structs.map(named) };
  });
  return { name, wampTopic, ...(frames && { frames }), ...(pins && { pins: [...pins] }), versions };
}

function named(codec: StructCodec): NamedCodec {
  const digest = codecDigest(codec);
  return { layout: codec.schema, ...(digest !== undefined && { codec: digest }) };
}

function numberOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32LE() || 1;
}

function allOf({ structs, older = [], former = [] }: ChannelCodecs): StructCodec[] {
  return [...structs, ...older.flatMap((version) => version.structs), ...former];
}

interface FoundCodecs {
  /** In the order of the channel's versions. */
  readonly versions: readonly ChannelCodecs[];
  /** Of layouts that the channel does not name. */
  readonly former: readonly StructCodec[];
  /** Layout → why its codec is not the one that the channel names. */
  readonly lost: ReadonlyMap<string, string>;
}

function findCodecs({ name, versions }: EpochChannel, known: KnownCodecs): FoundCodecs {
  const there = known.get(name) ?? [];
  const lost = new Map<string, string>();
  const find = ({ layout, codec }: NamedCodec): StructCodec | undefined => {
    const same = there.filter(({ schema }) => schema === layout);
    const exact = codec === undefined ? same[0] : same.find((each) => codecDigest(each) === codec);
    if (exact === undefined) lost.set(layout, whyLost(layout, same[0], name));
    return exact ?? same[0];
  };
  const found = versions.map(({ name: of, version, structs }): ChannelCodecs => {
    const codecs = structs.flatMap((struct) => find(struct) ?? []);
    const byId = Object.fromEntries(codecs.map((codec) => [codec.id, codec]));
    return { name: of, structs: codecs, byId, ...(version !== undefined && { version }) };
  });
  const named = new Set(versions.flatMap(({ structs }) => structs.map(({ layout }) => layout)));
  return { versions: found, former: there.filter(({ schema }) => !named.has(schema)), lost };
}

function whyLost(layout: string, other: StructCodec | undefined, channel: string): string {
  return other === undefined
    ? `channel '${channel}': the codec of layout ${layout} is not in the generated folder any more`
    : `channel '${channel}': the rules of ${other.name} (layout ${layout}) have changed since`;
}

function decoderOf(channel: EpochChannel, { versions, former, lost }: FoundCodecs, choice: CodecChoice) {
  const { name, wampTopic, frames, pins } = channel;
  const [newest, ...older] = versions as [ChannelCodecs, ...ChannelCodecs[]];
  const codecs = { ...newest, ...(older.length > 0 && { older }), ...(former.length > 0 && { former }) };
  return new DatagramDecoder({
    name,
    wampTopic,
    codecs,
    ...(frames && { frames }),
    ...(pins && { pins: new Map(pins) }),
    ...(choice === "exact" && lost.size > 0 && { lost }),
  });
}
