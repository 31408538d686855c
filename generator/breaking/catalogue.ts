/** What a comparison reads of `catalogue.json`, whichever version of structline wrote it. */

export interface OldField {
  readonly path: string;
  readonly ctype: string;
  readonly scalar: string;
  readonly byteOffset: number;
  readonly bitOffset: number;
  readonly bitWidth: number;
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

/** @throws Error (one sentence) for what is no catalogue */
export function parseCatalogue(text: string, shown: string): Channels {
  let value: { readonly version?: unknown; readonly channels?: Channels };
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${shown} is not JSON`);
  }
  if (value.version !== 1 || typeof value.channels !== "object")
    throw new Error(`${shown} is no catalogue of version 1`);
  return value.channels;
}
