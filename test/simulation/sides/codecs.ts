/** Replaces `runtime/channels/load-codecs.ts` in a simulated machine: two codecs of one layout with different rules, by the header's name. */

import type { ChannelCodecs, ColumnValues, StructCodec } from "../../../runtime/codec/struct-codec.ts";
import type { Settings } from "../../../runtime/settings/settings.ts";

export class CodecError extends Error {}

const FIELDS = [
  { path: "length", ctype: "uint8_t", scalar: "uint8", byteOffset: 0 },
  { path: "ID", ctype: "uint8_t", scalar: "uint8", byteOffset: 1 },
  { path: "n", ctype: "uint32_t", scalar: "uint32", byteOffset: 2 },
  { path: "v", ctype: "uint16_t", scalar: "uint16", byteOffset: 6 },
] as const;

/** @param times factor from the raw `v` to the stored one */
function codec(times: number): StructCodec {
  const raw = (view: DataView, at = 0) => ({
    length: view.getUint8(at),
    ID: view.getUint8(at + 1),
    n: view.getUint32(at + 2, true),
    v: view.getUint16(at + 6, true),
  });
  const unused = (): never => {
    throw new Error("nobody encodes here");
  };
  const made = {
    ...{ name: "struct_probe", id: 7, length: 8, wireSize: 8, size: 8, measurement: "07_probe", schema: "00000007" },
    fields: FIELDS,
    decode: raw,
    decodeInto: (view: DataView, at: number, into: object) => void Object.assign(into, raw(view, at)),
    encode: unused,
    fromStored: unused,
    toStored: (given: object) => ({ ...given, v: (given as { v: number }).v * times }),
    storedValues(view: DataView, at: number, into: ColumnValues) {
      const { length, ID, n, v } = raw(view, at);
      into[0] = length;
      into[1] = ID;
      into[2] = n;
      into[3] = v * times;
    },
  };
  return made as unknown as StructCodec;
}

const CODECS: Readonly<Record<string, StructCodec>> = { "one.h": codec(1), "ten.h": codec(10) };

export function codecDigest(of: StructCodec): string | undefined {
  return Object.keys(CODECS).find((name) => CODECS[name] === of);
}

/** No browser reads them here. */
export async function codecText(): Promise<undefined> {}

export async function loadCodecs({ channels }: Settings): Promise<ReadonlyMap<string, ChannelCodecs>> {
  return new Map(
    channels.map(({ name, headerFiles: [header = ""] }) => {
      const found = CODECS[header]!;
      return [name, { name, structs: [found], byId: { [found.id]: found } }];
    }),
  );
}

export async function loadKnownCodecs(
  _settings: object,
  channels: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, readonly StructCodec[]>> {
  return new Map(Array.from(channels.keys(), (name) => [name, Object.values(CODECS)]));
}

export function servedSettings(settings: Settings): Settings {
  return settings;
}

export function codecsHash(): undefined {
  return undefined;
}

export function generateCommand(): string {
  return "structline gen";
}
