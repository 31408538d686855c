/** Alarms over HTTP. To change them, a user needs the right to write. */

import type { Context, Hono } from "hono";
import type { ZodType } from "zod";
import { ChangeNumbers, rightsOf, SINCE } from "../../api/change-numbers.ts";
import { DATABASE, JSON_TYPE, limit } from "../../api/common-parameters.ts";
import { atMost, exactJson } from "../../http/answers.ts";
import type { Caller, Callers } from "../../http/caller.ts";
import { count, integer, needed, oneOf, word } from "../../http/parameters.ts";
import { type Grant, USERS, writers } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import { INTEGER, listOf, NUMBER, orNull, record, TEXT, TIME, TRUTH, words } from "../../http/schema.ts";
import { csvCells } from "../../lib/csv-cell.ts";
import { isRecord } from "../../lib/foreign-json.ts";
import type { AlarmEntry, AlarmReceiver, OwnAlarms, REQUESTS } from "../../model/alarms.ts";
import type { AlarmBook } from "./alarm-book.ts";

export interface AlarmsApiOptions extends Callers {
  /** Undefined if another process checks the limits. */
  readonly book: () => AlarmBook | undefined;
  readonly receivers?: () => readonly AlarmReceiver[];
}

interface WithChanges extends AlarmsApiOptions {
  readonly changes: ChangeNumbers;
}

const ELSEWHERE = "Alarms are with the process that takes messages in";
const DENIED = "This takes the right to write to the device";
const UNKNOWN = "There is no such alarm";

const LIMIT = atMost(4096);
const COLUMN = { database: "lab_rig_telemetry", measurement: "01_mount", column: "t" };
const PLACED = { database: TEXT, measurement: TEXT, column: TEXT };
const ENTRY = record({
  ...PLACED,
  id: INTEGER,
  level: words("warn", "alarm"),
  time: TIME,
  value: orNull(NUMBER),
  "worst?": NUMBER,
  "count?": INTEGER,
  "again?": TIME,
  "unit?": TEXT,
  message: TEXT,
  "cleared?": TIME,
  "seen?": record({ by: TEXT, time: TIME, note: TEXT }),
});
const MUTED = record({ ...PLACED, by: TEXT, "until?": TIME });
const AS = oneOf("as", "JSON, or a table of all alarms", ["json", "csv"], "csv");
const LISTED = limit(2000, 1000);
const AFTER = count("after", "`next` of the page before", 1000, { minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const ROUTES: readonly Route<WithChanges>[] = [
  {
    method: "get",
    path: "/alarms",
    summary:
      "The newest thousand alarms of each realm, by pages; the first page also has all active ones and muted columns. With `since`: only what has changed, and the IDs of alarms no longer kept (`gone`). `isHere`: this process keeps alarms. As CSV one line for each alarm",
    parameters: [SINCE, LISTED, AFTER, AS],
    answers: [JSON_TYPE, "text/csv"],
    answer: record({
      all: TRUTH,
      change: TEXT,
      total: INTEGER,
      active: listOf(ENTRY),
      history: listOf(ENTRY),
      "muted?": listOf(MUTED),
      "gone?": listOf(INTEGER),
      "next?": INTEGER,
      mayChange: listOf(TEXT),
      isHere: TRUTH,
    }),
    may: { ...USERS, kind: "readers", who: "Shows only alarms of databases that you may read" },
    condensed: true,
    handle: readAlarms,
  },
  {
    method: "get",
    path: "/alarms/receivers",
    summary:
      "Where alarms are sent, without addresses and secrets: webhooks and e-mail, with what was sent, waits, was lost or failed",
    answer: record({
      receivers: listOf(
        record({
          kind: words("webhook", "e-mail"),
          "name?": TEXT,
          databases: listOf(TEXT),
          "addresses?": INTEGER,
          sent: INTEGER,
          waiting: INTEGER,
          lost: INTEGER,
          "failed?": record({ message: TEXT, time: TIME }),
        }),
      ),
      isHere: TRUTH,
    }),
    may: USERS,
    handle: (context, parts) =>
      context.json({ receivers: parts.receivers?.() ?? [], isHere: parts.book() !== undefined }),
  },
  {
    method: "get",
    path: "/alarms/limits",
    summary: "Whether you may set limits of a database",
    answer: record({ mayChange: TRUTH }),
    parameters: [needed(DATABASE)],
    may: USERS,
    handle: (context, parts, { caller }) => {
      const database = context.req.query("database") ?? "";
      const isKnown = parts.book() !== undefined && caller.mayDatabase("read", database);
      return context.json({ mayChange: isKnown && caller.mayDatabase("write", database) });
    },
  },
  {
    method: "put",
    path: "/alarms/limits",
    summary: "Replaces the limits of a column's rule; null restores them, {} turns them off",
    body: { [JSON_TYPE]: { ...COLUMN, limits: { warn: { min: 5, max: 40 }, alarm: { max: 60 }, holdMs: 3000 } } },
    answers: [],
    errors: [409, 501, 503],
    may: writers(namedDatabase, DENIED),
    limit: LIMIT,
    handle: (context, parts, { caller }) =>
      change(context, parts, "limits", ({ limits, ...place }, book) => {
        book.setLimits(place, by(caller), limits ?? undefined);
        return undefined;
      }),
  },
  {
    method: "post",
    path: "/alarms/acknowledge",
    summary: "Acknowledges an alarm, with a note",
    body: { [JSON_TYPE]: { id: 1, note: "pump ordered" } },
    answers: [],
    errors: [404, 501, 503],
    may: writers(databaseOfEntry, DENIED, UNKNOWN),
    limit: LIMIT,
    handle: (context, parts, { caller }) =>
      change(context, parts, "acknowledge", ({ id, note }, book) => {
        if (book.entry(id) === undefined) return context.text(UNKNOWN, 404);
        book.acknowledge(id, by(caller), note.trim());
        return undefined;
      }),
  },
  {
    method: "post",
    path: "/alarms/mute",
    summary: "Mutes a column's alarms for some minutes, or until the alarm clears; 0 minutes ends it",
    body: { [JSON_TYPE]: { ...COLUMN, minutes: 60 } },
    answers: [],
    errors: [409, 501, 503],
    may: writers(namedDatabase, DENIED),
    limit: LIMIT,
    handle: (context, parts, { caller }) =>
      change(context, parts, "mute", ({ minutes, ...place }, book) => {
        book.mute(place, by(caller), minutes);
        return undefined;
      }),
  },
];

export function alarmsApi(parts: AlarmsApiOptions): Hono {
  return routed(ROUTES, { ...parts, changes: new ChangeNumbers() });
}

const NONE = { all: true, total: 0, active: [], history: [], muted: [] };

function readAlarms(context: Context, { book: bookOf, changes }: WithChanges, { caller }: Grant): Response {
  const query = new URL(context.req.url).searchParams;
  const book = bookOf();
  const mayRead = (database: string) => caller.mayDatabase("read", database);
  if (word(query, AS) === "csv") {
    context.header("Content-Disposition", 'attachment; filename="alarms.csv"');
    const type = { "Content-Type": "text/csv; charset=utf-8" };
    return context.body(alarmsCsv(book?.list(mayRead).history ?? []), 200, type);
  }
  const databases = book?.databases ?? new Set();
  const rights = rightsOf(databases, mayRead);
  const change = changes.written(book?.change ?? 0, rights);
  const [since, after] = [changes.read(query.get("since"), rights), integer(query, AFTER)];
  const page = book?.page(mayRead, { since, after, limit: integer(query, LISTED) }) ?? NONE;
  // The page offers only permitted changes.
  const mayChange = [...databases].filter((database) => mayRead(database) && caller.mayDatabase("write", database));
  return exactJson(context, { ...page, change, mayChange, isHere: book !== undefined } satisfies OwnAlarms);
}

function by({ credential }: Caller): string {
  return credential?.user ?? "";
}

async function namedDatabase(context: Context): Promise<string | undefined> {
  const { database } = await bodyOf(context);
  return typeof database === "string" ? database : undefined;
}

async function databaseOfEntry(context: Context, parts: AlarmsApiOptions): Promise<string | undefined> {
  const { id } = await bodyOf(context);
  return typeof id === "number" ? parts.book()?.entry(id)?.database : undefined;
}

type Requests = typeof REQUESTS;
type BodyOf<What extends keyof Requests> = Requests[What] extends ZodType<infer Body> ? Body : never;

/** @param make changes the book, or answers with a refusal */
async function change<What extends keyof Requests>(
  context: Context,
  { book: bookOf }: AlarmsApiOptions,
  what: What,
  make: (body: BodyOf<What>, book: AlarmBook) => Response | undefined,
): Promise<Response> {
  const book = bookOf();
  if (book === undefined) return context.text(ELSEWHERE, 501);
  const { REQUESTS: requests } = await import("../../model/alarms.ts");
  const { data, error } = requests[what].safeParse(await bodyOf(context));
  if (data === undefined) return context.text(error?.issues[0]?.message ?? "", 400);
  return make(data as BodyOf<What>, book) ?? saved(context, book);
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
  return isRecord(body) ? body : {};
}

const quoted = csvCells(",");

type Cell = string | number | bigint | undefined;

const COLUMNS: readonly (readonly [name: string, of: (entry: AlarmEntry) => Cell])[] = [
  ["id", ({ id }) => id],
  ["time", ({ time }) => time],
  ["cleared", ({ cleared }) => cleared],
  ["level", ({ level }) => level],
  ["database", ({ database }) => database],
  ["measurement", ({ measurement }) => measurement],
  ["column", ({ column }) => column],
  ["value", ({ value }) => known(value)],
  ["worst", ({ worst, value }) => worst ?? known(value)],
  ["unit", ({ unit }) => unit],
  ["count", ({ count = 1 }) => count],
  ["again", ({ again }) => again],
  ["seen_by", ({ seen }) => seen?.by],
  ["seen", ({ seen }) => seen?.time],
  ["note", ({ seen }) => seen?.note],
  ["message", ({ message }) => message],
];

/** Alarms as a table for other programs: one line for each, the newest first. */
function alarmsCsv(entries: readonly AlarmEntry[]): string {
  const lines = entries.map((entry) => COLUMNS.map(([, of]) => cell(of(entry))).join(","));
  return `${[COLUMNS.map(([name]) => name).join(","), ...lines].join("\r\n")}\r\n`;
}

function known(value: AlarmEntry["value"]): Cell {
  return typeof value === "bigint" || Number.isFinite(value) ? value : undefined;
}

/** A text that a spreadsheet would calculate is marked as a text: notes and names come from others. */
function cell(value: Cell): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  const text = /^[=+\-@\t\r]/.test(value ?? "") ? `'${value}` : (value ?? "");
  return quoted(text);
}
