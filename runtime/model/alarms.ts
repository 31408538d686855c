/** Alarms in the form of the read API, the page, requests and the alarm book's file. */

import * as z from "zod";
import type { FieldLimits, ValueRange } from "../codec/struct-codec.ts";

const PLACE_TEXT = "'database', 'measurement' and 'column' are texts";
const NAME = z.string(PLACE_TEXT).min(1, PLACE_TEXT).max(1000, PLACE_TEXT);
/** In requests. */
const PLACE = z.object({ database: NAME, measurement: NAME, column: NAME });
/** In the file: devices choose their names, and may choose longer ones. */
const NOTED = z.object({ database: z.string(), measurement: z.string(), column: z.string() });
const LONGEST_HOLD_MS = 365 * 86_400_000;
const MOST_MINUTES = 60 * 24 * 365;

export interface AlarmPlace extends Readonly<z.infer<typeof NOTED>> {}

const ENTRY = NOTED.extend({
  id: z.int(),
  level: z.enum(["warn", "alarm"]),
  /** Start of the alarm, ISO 8601. */
  time: z.string(),
  // JSON has no infinity; 64-bit integers keep their digits.
  value: z
    .number()
    .or(z.bigint())
    .or(z.null().transform(() => Number.NaN)),
  /** The value farthest beyond the limit, if it is not the one that raised the alarm. */
  worst: z.number().or(z.bigint()).exactOptional(),
  /** How often it was raised, if that was soon again and again; the first time is `time`, the last one `again`. */
  count: z.int().exactOptional(),
  again: z.string().exactOptional(),
  unit: z.string().exactOptional(),
  /** A sentence for the user. */
  message: z.string(),
  cleared: z.string().exactOptional(),
  seen: z.object({ by: z.string(), time: z.string(), note: z.string() }).exactOptional(),
});
export interface AlarmEntry extends Readonly<z.infer<typeof ENTRY>> {}

/** `until` is ISO 8601; absent: until the alarm clears. */
const MUTE = NOTED.extend({ by: z.string(), until: z.string().exactOptional() });
export interface Mute extends Readonly<z.infer<typeof MUTE>> {}

function range(name: string) {
  const text = `'${name}' is an object with 'min', 'max' or both, numbers, 'min' the smaller one`;
  const end = z.number(text).exactOptional();
  const isOrdered = ({ min, max }: ValueRange) => min === undefined || max === undefined || min < max;
  return z.object({ min: end, max: end }, text).refine(isOrdered, text).exactOptional();
}

const BACK_TEXT = "'hysteresis' is a number, at least 0";
const HOLD_TEXT = "'holdMs' is a number of milliseconds, at most a year";
/** Without `warn` and `alarm`, values are not checked. */
const LIMITS = z
  .object(
    {
      warn: range("warn"),
      alarm: range("alarm"),
      holdMs: z.number(HOLD_TEXT).min(0, HOLD_TEXT).max(LONGEST_HOLD_MS, HOLD_TEXT).exactOptional(),
      hysteresis: z.number(BACK_TEXT).min(0, BACK_TEXT).exactOptional(),
    },
    "'limits' is null, or an object with 'warn', 'alarm', 'holdMs' and 'hysteresis'",
  )
  .transform(({ warn = {}, alarm = {}, holdMs = 0, hysteresis = 0 }): FieldLimits => {
    const isGiven = ({ min, max }: ValueRange) => min !== undefined || max !== undefined;
    return {
      ...(isGiven(warn) && { warn }),
      ...(isGiven(alarm) && { alarm }),
      ...(holdMs > 0 && { holdMs }),
      ...(hysteresis > 0 && { hysteresis }),
    };
  });

/** Limits set on the page: they replace those of the header or the configuration. */
const PLACED = PLACE.extend({ limits: LIMITS, by: z.string() });
export interface PlacedLimits extends Readonly<z.infer<typeof PLACED>> {}

/** The alarm book's file. */
export const BOOK = z.object({
  next: z.int().exactOptional(),
  entries: z.array(ENTRY),
  muted: z.array(MUTE),
  limits: z.array(PLACED).exactOptional(),
});

const ACKNOWLEDGE_TEXT = "'id' is an alarm's number, 'note' a text of at most 1000 characters";
const MINUTES_TEXT = `${PLACE_TEXT}, 'minutes' is a number or left out`;

/** Bodies of requests. */
export const REQUESTS = {
  limits: PLACE.extend({ limits: LIMITS.nullable() }),
  acknowledge: z.object({
    id: z.number(ACKNOWLEDGE_TEXT),
    note: z.string(ACKNOWLEDGE_TEXT).max(1000, ACKNOWLEDGE_TEXT).default(""),
  }),
  mute: PLACE.extend({
    minutes: z.number(MINUTES_TEXT).min(0, MINUTES_TEXT).max(MOST_MINUTES, MINUTES_TEXT).exactOptional(),
  }),
};

export interface Alarms {
  readonly active: readonly AlarmEntry[];
  /** Newest first. */
  readonly history: readonly AlarmEntry[];
  readonly muted: readonly Mute[];
}

/** Where alarms are sent. Addresses and secrets stay in the configuration. */
export interface AlarmReceiver {
  readonly kind: "webhook" | "e-mail";
  /** The webhook's name; of e-mail, none. */
  readonly name?: string;
  /** Patterns of databases whose alarms it gets. */
  readonly databases: readonly string[];
  /** The number of addresses of an e-mail. */
  readonly addresses?: number;
  readonly sent: number;
  readonly waiting: number;
  readonly lost: number;
  /** The last attempt failed. */
  readonly failed?: { readonly message: string; readonly time: string };
}

/** A page of alarms, or what has changed. */
export interface AlarmsPage extends Pick<Alarms, "history"> {
  /** False: only what has changed since the answer that the request names. */
  readonly all: boolean;
  /** Number of alarms that are kept. */
  readonly total: number;
  /** All of them on the first page; of changes, those that changed. */
  readonly active: readonly AlarmEntry[];
  /** On the first page, and where they have changed. */
  readonly muted?: readonly Mute[];
  /** IDs of alarms that are no longer kept. */
  readonly gone?: readonly number[];
  /** `after` of the page that follows. */
  readonly next?: number;
}

/** The same with the sender's rights. */
export interface OwnAlarms extends AlarmsPage {
  /** For `since` in the next request. */
  readonly change: string;
  /** Databases among them whose alarms the sender may acknowledge and mute. */
  readonly mayChange: readonly string[];
  /** False: another process keeps the alarms. */
  readonly isHere: boolean;
}
