/** Alarms over HTTP. To change them, a user needs the right to write. */

import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { FieldLimits, ValueRange } from "../codec/struct-codec.ts";
import { needed } from "../http/parameters.ts";
import { type Route, routed } from "../http/route.ts";
import { senderOf } from "../http/sender-of.ts";
import type { AlarmBook } from "../signals/alarm-book.ts";
import type { AlarmPlace, OwnAlarms } from "./alarms.ts";
import { DATABASE, JSON_TYPE } from "./common-parameters.ts";
import { EVERYBODY, type Viewer } from "./viewer.ts";

export interface AlarmsApiParts {
  /** Undefined if another process checks the limits. */
  readonly book: () => AlarmBook | undefined;
  readonly viewer?: (request: object) => Viewer;
  /** Whether the sender may change alarms of this database; absent: no access control. */
  readonly mayWrite?: (request: object, database: string) => boolean;
  readonly user?: (request: object) => string | undefined;
}

const MAX_BYTES = 4096;
const MOST_MINUTES = 60 * 24 * 365;
const ELSEWHERE = "Alarms are with the process that takes messages in";
const DENIED = "This takes the right to write to the device";

const LIMIT = bodyLimit({ maxSize: MAX_BYTES });
const COLUMN = { database: "lab_rig_telemetry", measurement: "01_mount", column: "t" };
const ROUTES: readonly Route<AlarmsApiParts>[] = [
  {
    method: "get",
    path: "/alarms",
    summary: "Active alarms, the newest thousand, muted columns, and whether this process keeps alarms",
    answers: [JSON_TYPE],
    errors: [],
    handle: (context, parts) => {
      const book = parts.book();
      const alarms = book?.list(viewer(context, parts).mayReadDatabase) ?? { active: [], history: [], muted: [] };
      // The page offers only permitted changes.
      const databases = new Set([...alarms.history, ...alarms.muted].map(({ database }) => database));
      const mayChange = [...databases].filter((database) => mayWrite(context, parts, database));
      return context.json({ ...alarms, mayChange, isHere: book !== undefined } satisfies OwnAlarms);
    },
  },
  {
    method: "get",
    path: "/alarms/limits",
    summary: "Whether you may set limits of a database",
    parameters: [needed(DATABASE)],
    answers: [JSON_TYPE],
    errors: [],
    handle: (context, parts) => {
      const database = context.req.query("database") ?? "";
      const isKnown = parts.book() !== undefined && viewer(context, parts).mayReadDatabase(database);
      return context.json({ mayChange: isKnown && mayWrite(context, parts, database) });
    },
  },
  {
    method: "put",
    path: "/alarms/limits",
    summary: "Replaces the limits of a column's rule; null restores them, {} turns them off",
    body: { [JSON_TYPE]: { ...COLUMN, limits: { warn: { min: 5, max: 40 }, alarm: { max: 60 }, holdMs: 3000 } } },
    answers: [],
    errors: [400, 403, 409, 413, 501, 503],
    limit: LIMIT,
    handle: (context, parts) =>
      change(context, parts, ({ database, measurement, column, limits }, book) => {
        const place = { database, measurement, column };
        if (!isPlace(place)) return context.text("'database', 'measurement' and 'column' are texts", 400);
        const read = limits === null ? undefined : readLimits(limits);
        if (typeof read === "string") return context.text(read, 400);
        if (!mayWrite(context, parts, place.database)) return context.text(DENIED, 403);
        book.setLimits(place, by(context, parts), read);
        return undefined;
      }),
  },
  {
    method: "post",
    path: "/alarms/acknowledge",
    summary: "Acknowledges an alarm, with a note",
    body: { [JSON_TYPE]: { id: 1, note: "pump ordered" } },
    answers: [],
    errors: [400, 403, 404, 413, 501, 503],
    limit: LIMIT,
    handle: (context, parts) =>
      change(context, parts, ({ id, note = "" }, book) => {
        if (typeof id !== "number" || typeof note !== "string" || note.length > 1000) {
          return context.text("'id' is an alarm's number, 'note' a text of at most 1000 characters", 400);
        }
        const entry = book.entry(id);
        // Answers as if the entry did not exist if the sender may not read it.
        if (entry === undefined || !viewer(context, parts).mayReadDatabase(entry.database)) {
          return context.text("There is no such alarm", 404);
        }
        if (!mayWrite(context, parts, entry.database)) return context.text(DENIED, 403);
        book.acknowledge(id, by(context, parts), note.trim());
        return undefined;
      }),
  },
  {
    method: "post",
    path: "/alarms/mute",
    summary: "Mutes a column's alarms for some minutes, or until the alarm clears; 0 minutes ends it",
    body: { [JSON_TYPE]: { ...COLUMN, minutes: 60 } },
    answers: [],
    errors: [400, 403, 413, 501, 503],
    limit: LIMIT,
    handle: (context, parts) =>
      change(context, parts, ({ database, measurement, column, minutes }, book) => {
        const place = { database, measurement, column };
        const isTime =
          minutes === undefined || (typeof minutes === "number" && minutes >= 0 && minutes <= MOST_MINUTES);
        if (!isTime || !isPlace(place)) {
          return context.text(
            "'database', 'measurement' and 'column' are texts, 'minutes' is a number or left out",
            400,
          );
        }
        if (!mayWrite(context, parts, place.database)) return context.text(DENIED, 403);
        book.mute(place, by(context, parts), minutes as number | undefined);
        return undefined;
      }),
  },
];

export function alarmsApi(parts: AlarmsApiParts): Hono {
  const api = routed(ROUTES, parts);
  api.onError((error, context) => {
    if (error instanceof RangeError) return context.text(error.message, 409);
    throw error;
  });
  return api;
}

function viewer(context: Context, { viewer }: AlarmsApiParts): Viewer {
  return viewer?.(senderOf(context)) ?? EVERYBODY;
}

function mayWrite(context: Context, parts: AlarmsApiParts, database: string): boolean {
  return parts.mayWrite?.(senderOf(context), database) ?? true;
}

function by(context: Context, { user }: AlarmsApiParts): string {
  return user?.(senderOf(context)) ?? "";
}

/** @param make changes the book, or answers with a refusal */
async function change(
  context: Context,
  { book: bookOf }: AlarmsApiParts,
  make: (body: Readonly<Record<string, unknown>>, book: AlarmBook) => Response | undefined,
): Promise<Response> {
  const book = bookOf();
  if (book === undefined) return context.text(ELSEWHERE, 501);
  return make(await bodyOf(context), book) ?? saved(context, book);
}

/** Answers after the change is on disk. */
async function saved(context: Context, book: AlarmBook): Promise<Response> {
  try {
    await book.saved();
  } catch (error) {
    const sentence = `The change applies until the service ends. It cannot be saved: ${(error as Error).message}`;
    return context.text(sentence, 503);
  }
  return context.body(null, 204);
}

async function bodyOf(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await context.req.json().catch(() => undefined);
  return isObject(body) ? body : {};
}

function isPlace(place: Readonly<Record<keyof AlarmPlace, unknown>>): place is AlarmPlace {
  return Object.values(place).every((one) => typeof one === "string" && one !== "" && one.length <= 1000);
}

const LONGEST_HOLD_MS = 365 * 86_400_000;

/** A sentence if they are invalid. */
function readLimits(value: unknown): FieldLimits | string {
  if (!isObject(value)) return "'limits' is null, or an object with 'warn', 'alarm' and 'holdMs'";
  const [warn, alarm] = [readRange("warn", value["warn"]), readRange("alarm", value["alarm"])];
  if (typeof warn === "string") return warn;
  if (typeof alarm === "string") return alarm;
  const { holdMs } = value;
  const isHeld = typeof holdMs === "number" && holdMs >= 0 && holdMs <= LONGEST_HOLD_MS;
  if (holdMs !== undefined && !isHeld) return "'holdMs' is a number of milliseconds, at most a year";
  return { ...(warn && { warn }), ...(alarm && { alarm }), ...(isHeld && holdMs > 0 && { holdMs }) };
}

function readRange(name: string, value: unknown): ValueRange | undefined | string {
  if (value === undefined) return undefined;
  const wrong = `'${name}' is an object with 'min', 'max' or both, numbers, 'min' the smaller one`;
  if (!isObject(value)) return wrong;
  const { min, max } = value;
  if ([min, max].some((one) => one !== undefined && !Number.isFinite(one))) return wrong;
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined && !((min as number) < (max as number))) return wrong;
  return { ...(min !== undefined && { min: min as number }), ...(max !== undefined && { max: max as number }) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
