/**
 * Everything that decoding depends on, as one immutable value. An epoch is built from its text alone, in every process
 * that decodes: nothing outside the text can change what a message means. Its number is computed from the text, so the
 * same configuration has the same number everywhere. The log stores the number with the messages
 * (`journal/segment-header.ts`) and the text beside them (`journal/epoch-texts.ts`). So a message is decoded with the
 * epoch of its arrival, also after a reload, after a restart, or on another node.
 *
 * Codecs are code: the text names each one by its layout's number and the digest of its module. The generated folder
 * keeps the modules.
 */

import type { ChannelSettings } from "../channels/channel-settings.ts";
import { codecDigest } from "../channels/load-codecs.ts";
import type { ChannelCodecs, StructCodec } from "../codec/struct-codec.ts";
import type { FrameFormat } from "../frames/frame-format.ts";
import { epochNumber } from "../journal/epoch-texts.ts";
import { receiptStepNs } from "../model/clock-face.ts";
import type { DecodedRealm, RealmSettings, TopicMap } from "../model/realm-settings.ts";
import { ZONE_VERSION } from "../model/time-zone.ts";
import { type ChannelDirectory, DatagramDecoder } from "./datagram-decoder.ts";

/** The epoch of messages logged before epochs existed: they are decoded with the current one. */
export const NO_EPOCH = 0;

export interface DecodingEpoch {
  readonly number: number;
  readonly text: string;
  /** Empty: every realm is accepted. */
  readonly realms: readonly DecodedRealm[];
  /** Fields that sources delete from messages. */
  readonly dropFields: readonly string[];
  /** Time between rows of one message that have no time of their own, ns. */
  readonly receiptStepNs: number;
  readonly channels: ChannelDirectory;
  /** One sentence for each codec that could not be restored as the text names it. */
  readonly problems: readonly string[];
}

interface NamedCodec {
  readonly layout: string;
  /** Absent if the codec comes from no file. */
  readonly codec?: string;
}

interface EpochChannel extends Pick<ChannelSettings, "name" | "wampTopic"> {
  readonly frames?: FrameFormat;
  /** Sender's address, version. */
  readonly pins?: readonly (readonly [string, string])[];
  /** Newest first; a single one without a name if the channel has no versions. */
  readonly versions: readonly { readonly name: string; readonly version?: string; readonly structs: NamedCodec[] }[];
}

interface EpochText extends Pick<DecodingEpoch, "realms" | "dropFields" | "receiptStepNs"> {
  /** Version of the zones' tables [D60]; absent in texts that were written with those of the system. */
  readonly zones?: string;
  readonly channels: readonly EpochChannel[];
}

/** Codecs available for each channel, of all versions. */
export type KnownCodecs = ReadonlyMap<string, readonly StructCodec[]>;

/** The epoch that a configuration begins. */
export function epochOf(settings: EpochSettings, codecs: ReadonlyMap<string, ChannelCodecs>): DecodingEpoch {
  return restoreEpoch(JSON.stringify(describe(settings, codecs)), knownCodecs(codecs));
}

/** The settings that decoding uses. */
export interface EpochSettings {
  readonly realms: readonly RealmSettings[];
  readonly channels: readonly ChannelSettings[];
  readonly http?: { readonly dropFields?: readonly string[] };
  readonly cluster?: { readonly nodes: number };
}

/**
 * Channels in an epoch's text, with the digests of the modules that it names. @throws Error if it is not an epoch's
 * text
 */
export function codecsNamed(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const { channels } = JSON.parse(text) as EpochText;
  const digestsOf = ({ versions }: EpochChannel) =>
    versions.flatMap(({ structs }) => structs.flatMap(({ codec }) => codec ?? []));
  return new Map(channels.map((channel) => [channel.name, new Set(digestsOf(channel))]));
}

/**
 * `exact`: messages of a missing codec cannot be decoded; `layout`: they are decoded with another codec of the same
 * layout, if there is one, whatever its rules.
 */
export type CodecChoice = "exact" | "layout";

/**
 * Restores the epoch of a stored text with those of its codecs that still exist. @throws Error if it is not an epoch's
 * text
 */
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
    number: epochNumber(text),
    text,
    realms,
    dropFields,
    receiptStepNs,
    channels: { decoder: (name) => byName.get(name) },
    problems,
  };
}

/** The number's form in file names and messages. */
export function epochName(number: number): string {
  return number.toString(16).padStart(8, "0");
}

/** All loaded codecs. */
function knownCodecs(codecs: ReadonlyMap<string, ChannelCodecs>): KnownCodecs {
  return new Map(Array.from(codecs, ([name, of]) => [name, allOf(of)]));
}

/** What becomes the epoch's text, in its order: JSON leaves out what is undefined. */
type Described<Of> = { readonly [Key in keyof Required<Of>]: unknown };

function describe(settings: EpochSettings, codecs: ReadonlyMap<string, ChannelCodecs>): Described<EpochText> {
  const { realms, channels, http, cluster } = settings;
  return {
    realms: realms.map(describeRealm),
    dropFields: http?.dropFields ?? [],
    receiptStepNs: receiptStepNs(cluster?.nodes),
    zones: ZONE_VERSION,
    channels: channels.map((channel) => describeChannel(channel, codecs.get(channel.name)!)),
  };
}

/** Leaves out limits and display settings of a realm, which do not affect decoding. */
function describeRealm(realm: DecodedRealm): Described<DecodedRealm> {
  const { name, networks, timezone, binary, time, times, text, tags } = realm;
  const { arrays, compat, names, addresses, directNetworks, decimal, dates, series } = realm;
  const maps = realm.maps?.map(describeMap);
  const forms = { decimal, dates, series };
  return {
    name,
    networks,
    timezone,
    binary,
    time,
    times,
    text,
    tags,
    arrays,
    compat,
    names,
    addresses,
    maps,
    directNetworks,
    ...forms,
  };
}

function describeMap({ topic, more, address, dialect, field, time }: TopicMap): Described<TopicMap> {
  return { topic, more, address, dialect, field, time };
}

function describeChannel(channel: ChannelSettings, codecs: ChannelCodecs): Described<EpochChannel> {
  const { name, wampTopic, frames, pins } = channel;
  const versions = [codecs, ...(codecs.older ?? [])].map(({ name: of, version, structs }) => {
    return {
      name: of,
      version,
      structs: structs.map((codec) => ({ layout: codec.schema, codec: codecDigest(codec) })),
    };
  });
  return { name, wampTopic, frames, pins: pins && [...pins], versions };
}

function allOf({ structs, older = [], former = [] }: ChannelCodecs): StructCodec[] {
  return [...structs, ...older.flatMap((version) => version.structs), ...former];
}

interface FoundCodecs {
  /** In the order of the channel's versions. */
  readonly versions: readonly ChannelCodecs[];
  /** Layouts that the channel does not name. */
  readonly former: readonly StructCodec[];
  /** Layout → why its codec differs from the one that the channel names. */
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
