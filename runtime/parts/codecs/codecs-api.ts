/** The codecs in force over HTTP: the list of channels, and the module of each struct. */

import type { Hono } from "hono";
import { READERS, type ReadableOptions } from "../../api/readable.ts";
import type { ChannelSettings } from "../../channels/channel-settings.ts";
import { codecDigest, codecText } from "../../channels/load-codecs.ts";
import type { ChannelCodecs } from "../../codec/struct-codec.ts";
import { framingOf, PLAIN_FORMAT } from "../../frames/frame-format.ts";
import type { Callers } from "../../http/caller.ts";
import { inPath, ParameterError } from "../../http/parameters.ts";
import { type Route, routed } from "../../http/route.ts";
import { ANYTHING, listOf, record, TEXT, TRUTH } from "../../http/schema.ts";
import type { DatagramChannel } from "../../intake/datagram-decoder.ts";
import type { ServedChannel } from "../../model/measurement.ts";
import type { OfferedChannel, OfferedVersion } from "../../model/offered-channel.ts";

interface CodecsOptions extends ReadableOptions {
  readonly channels: () => readonly ServedChannel[];
  readonly channel: (name: string) => DatagramChannel | undefined;
  readonly channelSettings: () => readonly ChannelSettings[];
}

const STRUCT = record({ schema: TEXT, module: TEXT });
const ROUTES: readonly Route<CodecsOptions>[] = [
  {
    method: "get",
    path: "/codecs",
    summary: "The channels with codecs: how their frames are cut, and the JavaScript module of each struct's codec",
    answer: listOf(
      record({
        name: TEXT,
        database: TEXT,
        mayWrite: TRUTH,
        isNumbered: TRUTH,
        format: ANYTHING,
        framing: ANYTHING,
        versions: listOf(record({ "version?": TEXT, structs: listOf(STRUCT) })),
      }),
    ),
    may: READERS,
    condensed: true,
    handle: (context, { channels, channel, channelSettings }, { caller }) => {
      const settings = new Map(channelSettings().map((one) => [one.name, one]));
      const offered = channels().flatMap(({ name, database }): OfferedChannel[] => {
        const found = channel(name);
        if (found === undefined) return [];
        const { framing, acknowledges: isNumbered = false } = settings.get(name) ?? {};
        const format = found.frames ?? PLAIN_FORMAT;
        const mayWrite = caller.mayDatabase("write", database);
        const versions = versionsOf(found.codecs);
        return [{ name, database, mayWrite, isNumbered, format, framing: framingOf(format, framing), versions }];
      });
      return context.json(plain(offered));
    },
  },
  {
    method: "get",
    path: "/codecs/{channel}/{digest}",
    summary: "The module of a struct's codec, as the service uses it",
    parameters: [inPath("channel", "A channel", "rig"), inPath("digest", "From the list", "0f1e2d3c4b5a6978")],
    answers: ["text/javascript"],
    errors: [404],
    may: READERS,
    handle: async (context, { channels, channel }) => {
      const [name, digest] = [context.req.param("channel"), context.req.param("digest")];
      const served = channels().find((one) => one.name === name);
      const all = served === undefined ? [] : structsOf(channel(served.name)?.codecs);
      const codec = all.find((one) => codecDigest(one) === digest);
      const text = codec && (await codecText(codec));
      if (text === undefined) throw new ParameterError("There is no such codec (any more)", 404);
      return context.body(text, 200, {
        "Content-Type": "text/javascript; charset=utf-8",
        "Cache-Control": "private, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
      });
    },
  },
];

export function codecsApi(parts: CodecsOptions & Callers): Hono {
  return routed(ROUTES, parts);
}

function versionsOf(codecs: ChannelCodecs): OfferedVersion[] {
  return [codecs, ...(codecs.older ?? [])].map(({ version, structs }) => ({
    ...(version !== undefined && { version }),
    structs: structs.flatMap((codec) => {
      const digest = codecDigest(codec);
      return digest === undefined ? [] : [{ schema: codec.schema, module: `codecs/${codecs.name}/${digest}` }];
    }),
  }));
}

function structsOf(codecs: ChannelCodecs | undefined) {
  return codecs === undefined ? [] : [codecs, ...(codecs.older ?? [])].flatMap(({ structs }) => structs);
}

/** Bytes as arrays of numbers. */
function plain(value: unknown): object {
  return JSON.parse(JSON.stringify(value, (_key, inner) => (inner instanceof Uint8Array ? [...inner] : inner)));
}
