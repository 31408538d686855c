/** Alarms in the form of the read API and the page. */

import type { FieldLimits } from "../codec/struct-codec.ts";

export interface AlarmPlace {
  readonly database: string;
  readonly measurement: string;
  readonly column: string;
}

export interface AlarmEntry extends AlarmPlace {
  readonly id: number;
  readonly level: "warn" | "alarm";
  /** Start of the alarm, ISO 8601. */
  readonly time: string;
  readonly value: number;
  readonly unit?: string;
  /** A sentence for the user. */
  readonly message: string;
  readonly cleared?: string;
  readonly seen?: { readonly by: string; readonly time: string; readonly note: string };
}

export interface Mute extends AlarmPlace {
  readonly by: string;
  /** ISO 8601; absent: until the alarm clears. */
  readonly until?: string;
}

/** Limits set on the page: they replace those of the header or the configuration. */
export interface PlacedLimits extends AlarmPlace {
  /** Without `warn` and `alarm`, values are not checked. */
  readonly limits: FieldLimits;
  readonly by: string;
}

export interface Alarms {
  readonly active: readonly AlarmEntry[];
  /** Newest first. */
  readonly history: readonly AlarmEntry[];
  readonly muted: readonly Mute[];
}

/** The same with the sender's rights. */
export interface OwnAlarms extends Alarms {
  /** Databases among them whose alarms the sender may acknowledge and mute. */
  readonly mayChange: readonly string[];
  /** False: another process keeps the alarms. */
  readonly isHere: boolean;
}
