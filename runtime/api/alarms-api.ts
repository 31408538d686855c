/**
 * Alarms over HTTP: `GET /alarms` lists them. `POST /alarms/acknowledge`, `POST /alarms/mute` and `PUT /alarms/limits`
 * need the right to write.
 */

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { FieldLimits, ValueRange } from "../codec/struct-codec.ts";
import { senderOf } from "../http/sender-of.ts";
import type { AlarmBook } from "../signals/alarm-book.ts";
import type { AlarmPlace, OwnAlarms } from "./alarms.ts";
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

export function alarmsApi(parts: AlarmsApiParts): Hono {
  const api = new Hono();
  const viewer = (context: Context) => parts.viewer?.(senderOf(context)) ?? EVERYBODY;
  const mayWrite = (context: Context, database: string) => parts.mayWrite?.(senderOf(context), database) ?? true;
  const by = (context: Context) => parts.user?.(senderOf(context)) ?? "";
  const limit = bodyLimit({ maxSize: MAX_BYTES });

  api.get("/alarms", (context) => {
    const book = parts.book();
    const { mayReadDatabase } = viewer(context);
    const alarms = book?.list(mayReadDatabase) ?? { active: [], history: [], muted: [] };
    context.header("Cache-Control", "no-store");
    // The page offers only permitted changes.
    const databases = new Set([...alarms.history, ...alarms.muted].map(({ database }) => database));
    const mayChange = [...databases].filter((database) => mayWrite(context, database));
    return context.json({ ...alarms, mayChange, isHere: book !== undefined } satisfies OwnAlarms);
  });
  api.get("/alarms/limits", (context) => {
    const database = context.req.query("database") ?? "";
    const isKnown = parts.book() !== undefined && viewer(context).mayReadDatabase(database);
    context.header("Cache-Control", "no-store");
    return context.json({ mayChange: isKnown && mayWrite(context, database) });
  });
  api.put("/alarms/limits", limit, async (context) => {
    const book = parts.book();
    if (book === undefined) return context.text(ELSEWHERE, 501);
    const { database, measurement, column, limits } = await bodyOf(context);
    const place = { database, measurement, column };
    if (!isPlace(place)) return context.text("'database', 'measurement' and 'column' are texts", 400);
    const read = limits === null ? undefined : readLimits(limits);
    if (typeof read === "string") return context.text(read, 400);
    if (!mayWrite(context, place.database)) return context.text(DENIED, 403);
    book.setLimits(place, by(context), read);
    return saved(context, book);
  });
  api.onError((error, context) => {
    if (error instanceof RangeError) return context.text(error.message, 409);
    throw error;
  });
  api.post("/alarms/acknowledge", limit, async (context) => {
    const book = parts.book();
    if (book === undefined) return context.text(ELSEWHERE, 501);
    const { id, note = "" } = await bodyOf(context);
    if (typeof id !== "number" || typeof note !== "string" || note.length > 1000) {
      return context.text("'id' is an alarm's number, 'note' a text of at most 1000 characters", 400);
    }
    const entry = book.entry(id);
    // Answers as if the entry did not exist if the sender may not read it.
    if (entry === undefined || !viewer(context).mayReadDatabase(entry.database)) {
      return context.text("There is no such alarm", 404);
    }
    if (!mayWrite(context, entry.database)) return context.text(DENIED, 403);
    book.acknowledge(id, by(context), note.trim());
    return saved(context, book);
  });
  api.post("/alarms/mute", limit, async (context) => {
    const book = parts.book();
    if (book === undefined) return context.text(ELSEWHERE, 501);
    const { database, measurement, column, minutes } = await bodyOf(context);
    const place = { database, measurement, column };
    const isTime = minutes === undefined || (typeof minutes === "number" && minutes >= 0 && minutes <= MOST_MINUTES);
    if (!isTime || !isPlace(place)) {
      return context.text("'database', 'measurement' and 'column' are texts, 'minutes' is a number or left out", 400);
    }
    if (!mayWrite(context, place.database)) return context.text(DENIED, 403);
    book.mute(place, by(context), minutes as number | undefined);
    return saved(context, book);
  });
  return api;
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
