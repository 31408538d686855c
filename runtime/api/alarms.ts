/** Alarms as the read API and the page tell them. */

import type { FieldLimits } from "../codec/struct-codec.ts";

export interface AlarmPlace {
  readonly database: string;
  readonly measurement: string;
  readonly column: string;
}

export interface AlarmEntry extends AlarmPlace {
  readonly id: number;
  readonly level: "warn" | "alarm";
  /** When it was raised, ISO 8601. */
  readonly time: string;
  readonly value: number;
  readonly unit?: string;
  /** A sentence for a person. */
  readonly message: string;
  readonly cleared?: string;
  readonly seen?: { readonly by: string; readonly time: string; readonly note: string };
}

export interface Mute extends AlarmPlace {
  readonly by: string;
  /** ISO 8601; absent: until it clears. */
  readonly until?: string;
}

/** Limits that somebody set on the page: they take the place of those of the header or the configuration. */
export interface PlacedLimits extends AlarmPlace {
  /** Without `warn` and `alarm` nothing is watched. */
  readonly limits: FieldLimits;
  readonly by: string;
}

export interface Alarms {
  readonly active: readonly AlarmEntry[];
  /** Newest first. */
  readonly history: readonly AlarmEntry[];
  readonly muted: readonly Mute[];
}

/** The same for who asks. */
export interface OwnAlarms extends Alarms {
  /** Databases among them whose alarms may be acknowledged and muted. */
  readonly mayChange: readonly string[];
  /** False: another process keeps them. */
  readonly isHere: boolean;
}
