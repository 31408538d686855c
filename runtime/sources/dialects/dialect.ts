/**
 * A dialect is how devices of another service say what ours hear: it recognises the end of an address and turns the body into
 * our own reading. Nothing behind a source knows of dialects. Those that change what is stored are switched on by realm [D43].
 */

import type { AddressKind } from "../../telemetry/address.ts";
import type { JsonValue } from "../../telemetry/json-value.ts";

/** What the end of an address means: behind the device's own parts, `+` being the field of a plain value. */
export interface Ending {
  readonly kind: AddressKind;
  /** How the body is read; without it as JSON of ours. */
  readonly reading?: string;
}

/** Endings by their parts: `tele/SENSOR`. */
export type Endings = Readonly<Record<string, Ending>>;

/** A device that sends by GET, its values in the query. */
export interface Query {
  /** Parameters that are never kept, without regard to case. */
  readonly secrets: readonly string[];
  /** What the device wants to hear. */
  readonly answer: string;
}

export interface Dialect {
  /** As `compat` has it. */
  readonly name: string;
  /** One sentence for the documentation. */
  readonly meaning: string;
  /** Of MQTT topics. */
  readonly topics?: Endings;
  /** Of paths behind `/api/`. */
  readonly paths?: Endings;
  /** Bodies to rows, by the names that endings give. @throws ValueError where a body is not in this dialect */
  readonly readings?: Readonly<Record<string, (body: JsonValue) => JsonValue>>;
  /** Readings that come by GET too. */
  readonly queries?: Readonly<Record<string, Query>>;
}
