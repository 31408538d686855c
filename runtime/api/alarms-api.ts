/** Alarms over HTTP: `GET /alarms` lists them, `POST /alarms/acknowledge` and `POST /alarms/mute` are for those who may write. */

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { senderOf } from "../http/sender-of.ts";
import type { AlarmBook } from "../signals/alarm-book.ts";
import type { AlarmPlace } from "./alarms.ts";
import { EVERYBODY, type Viewer } from "./viewer.ts";

export interface AlarmsApiParts {
  /** Undefined where another process watches the limits. */
  readonly book: () => AlarmBook | undefined;
  readonly viewer?: (request: object) => Viewer;
  /** Who may change something of this database; absent: everybody. */
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
    return context.json({ ...alarms, isHere: book !== undefined });
  });
  api.post("/alarms/acknowledge", limit, async (context) => {
    const book = parts.book();
    if (book === undefined) return context.text(ELSEWHERE, 501);
    const { id, note = "" } = await bodyOf(context);
    if (typeof id !== "number" || typeof note !== "string" || note.length > 1000) {
      return context.text("'id' is an alarm's number, 'note' a text of at most 1000 characters", 400);
    }
    const entry = book.entry(id);
    // What one may not read is not there.
    if (entry === undefined || !viewer(context).mayReadDatabase(entry.database)) {
      return context.text("There is no such alarm", 404);
    }
    if (!mayWrite(context, entry.database)) return context.text(DENIED, 403);
    book.acknowledge(id, by(context), note.trim());
    return context.body(null, 204);
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
    return context.body(null, 204);
  });
  return api;
}

async function bodyOf(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await context.req.json().catch(() => undefined);
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}

function isPlace(place: Readonly<Record<keyof AlarmPlace, unknown>>): place is AlarmPlace {
  return Object.values(place).every((one) => typeof one === "string" && one !== "" && one.length <= 1000);
}
