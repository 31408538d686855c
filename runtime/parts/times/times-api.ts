/**
 * Jumps of the system clock that the times of receipt followed, and the rows before them. `channel-message times` is
 * its client.
 */

import type { Context, Hono } from "hono";
import { JSON_TYPE } from "../../api/common-parameters.ts";
import { jsonBody } from "../../http/answers.ts";
import type { Callers } from "../../http/caller.ts";
import { ParameterError } from "../../http/parameters.ts";
import { administrators } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import { INTEGER, listOf, record, TEXT, TIME, TRUTH } from "../../http/schema.ts";
import { type ClockJumps, durationText, type KnownJump } from "../../journal/clock-jumps.ts";
import type { Log } from "../../lib/log.ts";
import { formatNs } from "../../model/clock.ts";
import type { ReceivedQuery, Store } from "../../model/store.ts";

export interface TimesApiOptions extends Callers {
  readonly jumps: ClockJumps;
  readonly store: Pick<Store, "measurements" | "extent" | "countReceived" | "moveReceived">;
  /** Resolves when everything received so far is stored; to false if that takes too long. */
  readonly settled: () => Promise<boolean>;
  readonly log: Log;
}

export interface JumpRows {
  readonly database: string;
  readonly measurement: string;
  readonly rows: number;
}

export interface JumpSummary {
  readonly id: number;
  /** Times of receipt before the jump that may be wrong, RFC 3339. */
  readonly from: string;
  readonly to: string;
  /** The correction, ns; and in words. */
  readonly byNs: string;
  readonly by: string;
  readonly isMoved: boolean;
  /** Rows with these times, as far as the database can tell; undefined if it cannot. */
  readonly rows?: readonly JumpRows[];
}

const CANNOT =
  "This database cannot distinguish times of receipt from others, so its rows cannot be moved: use its own tools";

const ADMINISTRATORS = administrators("Only administrators may see and change times of stored rows");
const JUMP = { [JSON_TYPE]: { id: 1 } };
const JUMP_OF = record({
  id: INTEGER,
  from: TIME,
  to: TIME,
  byNs: TEXT,
  by: TEXT,
  isMoved: TRUTH,
  "rows?": listOf(record({ database: TEXT, measurement: TEXT, rows: INTEGER })),
});
const ROUTES: readonly Route<TimesApiOptions>[] = [
  {
    method: "get",
    path: "/times",
    summary: "Jumps of the system clock that times of receipt followed, and the rows before them",
    answer: record({ jumps: listOf(JUMP_OF) }),
    may: ADMINISTRATORS,
    handle: async (context, parts) => {
      const jumps: JumpSummary[] = [];
      for (const jump of parts.jumps.list) jumps.push(await summary(parts, jump));
      return context.json({ jumps });
    },
  },
  {
    method: "post",
    path: "/times/move",
    summary: "Moves the rows received before a clock jump to their times by the corrected clock",
    answer: record({ moved: INTEGER }),
    body: JUMP,
    errors: [404, 409, 501, 503],
    may: ADMINISTRATORS,
    handle: async (context, parts) => move(parts, context, await jumpOf(parts, context)),
  },
  {
    method: "post",
    path: "/times/drop",
    summary: "Removes a clock jump from the list; its rows do not change",
    answer: record({ dropped: INTEGER }),
    body: JUMP,
    errors: [404],
    may: ADMINISTRATORS,
    handle: async (context, parts) => {
      const { id } = await jumpOf(parts, context);
      await parts.jumps.drop(id);
      return context.json({ dropped: id });
    },
  },
];

export function timesApi(parts: TimesApiOptions): Hono {
  return routed(ROUTES, parts);
}

async function jumpOf({ jumps }: TimesApiOptions, context: Context): Promise<KnownJump> {
  const data = await jsonBody(context, async () => (await import("../../api/request-bodies.ts")).JUMP, '{"id": 1}');
  const jump = jumps.get(data.id);
  if (jump === undefined) throw new ParameterError(`There is no jump ${data.id} of the clock`, 404);
  return jump;
}

async function summary(parts: TimesApiOptions, jump: KnownJump): Promise<JumpSummary> {
  const { id, fromNs, toNs, byNs, isMoved } = jump;
  const rows = isMoved ? [] : await rowsOf(parts, jump);
  return {
    id,
    from: formatNs(fromNs),
    to: formatNs(toNs),
    byNs: `${byNs}`,
    by: `${byNs < 0n ? "-" : "+"}${durationText(byNs)}`,
    isMoved,
    ...(rows !== undefined && { rows }),
  };
}

async function rowsOf({ store }: TimesApiOptions, jump: KnownJump): Promise<JumpRows[] | undefined> {
  const found: JumpRows[] = [];
  for (const place of await store.measurements()) {
    const query = queryOf(jump, place);
    const rows = (await store.extent(query)) === undefined ? 0 : await store.countReceived(query);
    if (rows === "unsupported") return undefined;
    if (rows > 0) found.push({ database: place.database, measurement: place.measurement, rows });
  }
  return found;
}

/** Measurement by measurement: after a failure, rows already moved stay moved and are not moved again. */
async function move(parts: TimesApiOptions, context: Context, jump: KnownJump): Promise<Response> {
  if (jump.isMoved) return context.text(`The rows before jump ${jump.id} were moved already`, 409);
  if (!(await parts.settled())) return context.text("The store is behind; move when it has caught up", 503);
  const rows = await rowsOf(parts, jump);
  if (rows === undefined) return context.text(CANNOT, 501);
  let moved = 0;
  for (const place of rows) {
    const count = await parts.store.moveReceived(queryOf(jump, place), jump.byNs);
    if (count !== "unsupported") moved += count;
  }
  await parts.jumps.moved(jump.id);
  const sentence = `${moved} rows were moved by ${jump.byNs < 0n ? "-" : ""}${durationText(jump.byNs)}`;
  parts.log.warn({ event: "clock.rows-moved", jump: jump.id, moved }, sentence);
  return context.json({ moved });
}

function queryOf({ fromNs, toNs, era, nodes }: KnownJump, place: Omit<JumpRows, "rows">): ReceivedQuery {
  const { database, measurement } = place;
  return { database, measurement, fromNs: fromNs + 1n, toNs: toNs + 1n, era, nodes };
}
