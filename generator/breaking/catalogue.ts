/** The parts of `catalogue.json` and `history` that a comparison needs. Reads the formats of all structline versions. */

import { dictionary } from "../../runtime/lib/dictionary.ts";
import { type FieldOrArray, fieldsIn } from "../codec/array-entries.ts";

export interface OldField {
  readonly path: string;
  readonly ctype: string;
  readonly scalar: string;
  readonly byteOffset: number;
  readonly bitOffset: number;
  readonly bitWidth: number;
  /** Where it is not the channel's. */
  readonly byteOrder?: string;
  readonly column: string;
  readonly kind: string;
  readonly unsigned?: boolean;
  readonly excluded?: boolean;
  readonly unit?: string;
  readonly expr?: string;
}

export interface OldStruct {
  readonly name: string;
  readonly id: number;
  readonly wireSize: number;
  readonly size: number;
  readonly measurement: string;
  readonly fields: readonly OldField[];
}

export interface OldChannel {
  readonly byteOrder: string;
  readonly versionOf?: string;
  readonly wampTopic?: string;
  readonly structs: readonly OldStruct[];
}

export type Channels = Readonly<Record<string, OldChannel>>;

/** As stored in the file. */
type WrittenStruct = Omit<OldStruct, "fields"> & {
  readonly fields: readonly FieldOrArray<OldField>[];
};

type WrittenChannel = Omit<OldChannel, "structs"> & { readonly structs: readonly WrittenStruct[] };

/** @throws Error (one sentence) if the text is not a catalogue */
export function parseCatalogue(text: string, shown: string): Channels {
  let value: { readonly version?: unknown; readonly channels?: Readonly<Record<string, WrittenChannel>> };
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${shown} is not JSON`);
  }
  // Version 1 has no array entries.
  if ((value.version !== 1 && value.version !== 2) || typeof value.channels !== "object")
    throw new Error(`${shown} is not a catalogue of version 1 or 2`);
  const channels = Object.entries(value.channels).map(([name, channel]) => [
    name,
    { ...channel, structs: channel.structs.map((struct) => readStruct(struct, channel.byteOrder)) },
  ]);
  return dictionary(Object.fromEntries(channels));
}

export function readStruct(struct: WrittenStruct, byteOrder: string): OldStruct {
  const fields = fieldsIn(struct.fields).map((field) => {
    const { byteOrder: own, ...plain } = field;
    return own === byteOrder ? plain : field;
  });
  return { ...struct, fields };
}
