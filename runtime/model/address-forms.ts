/**
 * What a part adds to our own addresses and bodies: those of other services' devices, in the realms that accept them. Code after the sources does
 * not know them.
 */

import type { JsonValue } from "../lib/json-value.ts";
import type { AddressResult } from "./address.ts";
import type { DecodedRealm } from "./realm-settings.ts";

/** A device that sends its values in the query of a GET request. */
export interface Query {
  /** Parameters that are never stored; case is ignored. */
  readonly secrets: readonly string[];
  /** The answer that the device expects. */
  readonly answer: string;
}

/** How the bodies of a realm's devices are read where they differ from ours. */
export interface BodyForms {
  /** The order of dates with slashes, unless the realm sets one. */
  readonly dates?: DecodedRealm["dates"];
  /** If a form repeats a field, the first value counts. */
  readonly forms?: "first";
  /** JSON bodies may have one row per line. */
  readonly lines?: "rows";
  /** A comma is decimal in tables with semicolons. */
  readonly tables?: "comma";
}

/** How HTTP speaks with the devices of a realm where that differs from our own way. */
export interface HttpManners {
  /** Blanks before a line of the answer in JSON. */
  readonly indent?: number;
  /** PUT is POST. */
  readonly put?: true;
  /** Rewrites tables to our form while they arrive. */
  readonly table?: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/** What a realm's section says by the keys that a part adds. */
export interface RealmForms {
  /** Names of forms that its devices may use. */
  readonly compat: readonly string[];
  /** Defaults of keys of the core. */
  readonly defaults?: { readonly tags?: readonly string[]; readonly republish?: "on" };
}

/** Pure: a replay gives the same. */
export interface AddressForms {
  /** Words for `dialect` in sections of vendors' topics. */
  readonly dialects: readonly string[];
  /** Absent: the part adds no keys to realms. @param get a value of the realm's section, or of the one for all */
  realm?(get: (key: string) => unknown): RealmForms;
  /** Undefined: the address has another form. */
  parse(text: string, realms: readonly DecodedRealm[], over: "topics" | "paths"): AddressResult | undefined;
  /** Converts a body to our form by the name that the address gives it; undefined: the name is of no body here. @throws ValueError */
  read(reading: string, body: JsonValue): JsonValue | undefined;
  /** Endings of topics to subscribe to. */
  topicEndings(realm: DecodedRealm): readonly string[];
  /** Undefined for a body that arrives only by POST. */
  query(reading: string): Query | undefined;
  bodies(realm: DecodedRealm): BodyForms;
  manners(realm: DecodedRealm): HttpManners;
}
