/**
 * A dialect supports the devices of another service: it recognises the end of an address and converts the body to our
 * format. Code after the sources does not know dialects. Dialects that change what is stored are enabled by realm
 * [D43].
 */

import { isObject, type JsonObject, type JsonValue } from "../../lib/json-value.ts";
import type { AddressKind } from "../../model/address.ts";
import type { Query } from "../../model/address-forms.ts";
import { ValueError } from "../../model/error-signal.ts";

/** The meaning of an address's end, after the device's own parts; `+` is the field of a plain value. */
export interface Ending {
  readonly kind: AddressKind;
  /** How to read the body; absent: as our JSON. */
  readonly reading?: string;
}

/** Endings by their text: `tele/SENSOR`. */
export type Endings = Readonly<Record<string, Ending>>;

export interface Dialect {
  /** Name in `compat`. */
  readonly name: string;
  /** One sentence for the documentation. */
  readonly meaning: string;
  /** Endings of MQTT topics. */
  readonly topics?: Endings;
  /** Endings of paths after `/api/`. */
  readonly paths?: Endings;
  /** Converts bodies to rows, by the names in the endings. @throws ValueError if a body is not in this dialect */
  readonly readings?: Readonly<Record<string, (body: JsonValue) => JsonValue>>;
  /** Readings that also arrive by GET. */
  readonly queries?: Readonly<Record<string, Query>>;
}

/** A body that must be one JSON object, or a form. @throws ValueError (code `bad-value`) */
export function objectOf(body: JsonValue): JsonObject {
  if (!isObject(body)) throw new ValueError("Expected a JSON object", "bad-value");
  return body;
}
