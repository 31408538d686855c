/** The states of all devices over HTTP: one short answer, then only what has changed. */

import { setTimeout as pause } from "node:timers/promises";
import type { Hono } from "hono";
import { SINCE } from "../../api/change-numbers.ts";
import { ExportSlots } from "../../api/export-slots.ts";
import { nowNs } from "../../api/now.ts";
import { textStream } from "../../api/text-stream.ts";
import { exactJson } from "../../http/answers.ts";
import type { Callers } from "../../http/caller.ts";
import { oneOf, word } from "../../http/parameters.ts";
import { USERS } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import {
  either,
  INTEGER,
  listOf,
  mapOf,
  NUMBER,
  orNull,
  record,
  TEXT,
  TRUTH,
  tuple,
  VALUE,
  words,
} from "../../http/schema.ts";
import { stringifyExact } from "../../lib/exact-json.ts";
import type { Log } from "../../lib/log.ts";
import type { StatesAnswer } from "../../model/device-state.ts";
import type { StatesReader } from "./read-states.ts";

export interface StatesApiOptions extends Callers {
  readonly reader: StatesReader;
  readonly log: Log;
  readonly slots: ExportSlots;
}

/** Pause between two events of a stream, ms. */
const EVERY_MS = 1000;
const MOST_STREAMS = { all: 64, ofOne: 8 };
const TOO_MANY = "Too many streams of states are open: close one, or read single answers";

const AS = oneOf(
  "as",
  "One answer, or a stream of events (`text/event-stream`), one for each change",
  ["answer", "events"],
  "events",
);

const STATE = words("fine", "warning", "alarm", "refused", "silent", "waiting", "unknown");
const DEVICE = [TEXT, STATE, orNull(TEXT), VALUE, orNull(NUMBER), orNull(NUMBER), orNull(TEXT)];
const MISSING = [...DEVICE, VALUE, NUMBER];
const REFUSED = tuple([TEXT, INTEGER, NUMBER, TEXT]);
const ROUTES: readonly Route<StatesApiOptions>[] = [
  {
    method: "get",
    path: "/read/state",
    summary:
      "The state of every device with its main column's newest value: measurement, state (fine, warning, alarm, refused, silent, waiting, unknown), column, value, time of its last message (epoch ms), interval (ms), address; and addresses with refused messages since the start: their number, the time of the newest one, its reason. A struct's field that is not a number any more has the value null, and behind the address its last value with the time (epoch ms)",
    answer: record({
      now: NUMBER,
      change: TEXT,
      all: TRUTH,
      complete: TRUTH,
      received: INTEGER,
      annotations: INTEGER,
      devices: mapOf(listOf(either(tuple(DEVICE), tuple(MISSING)))),
      "refused?": listOf(REFUSED),
    }),
    parameters: [SINCE, AS],
    answers: ["application/json", "text/event-stream"],
    may: { ...USERS, kind: "readers", who: "Shows only devices that you may read" },
    condensed: true,
    handle: async (context, { reader, log, slots, client }, grant) => {
      const { caller } = grant;
      const query = new URL(context.req.url).searchParams;
      const since = query.get("since") ?? undefined;
      const read = (after: string | undefined) => reader.read(caller, after, Number(nowNs() / 1_000_000n));
      if (word(query, AS) === "answer") return exactJson(context, await read(since));
      const slot = slots.take(client?.(context) ?? "");
      if (typeof slot === "string") return context.text(TOO_MANY, 429);
      const body = textStream(eventsOf(read, since, slot.release), { grant, context, slot, log });
      return context.body(body, 200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    },
  },
];

export function statesApi(parts: Omit<StatesApiOptions, "slots">): Hono {
  return routed(ROUTES, { ...parts, slots: new ExportSlots(MOST_STREAMS) });
}

async function* eventsOf(
  read: (after: string | undefined) => Promise<StatesAnswer>,
  since: string | undefined,
  release: () => void,
): AsyncGenerator<string> {
  try {
    for (let after = since; ; await pause(EVERY_MS)) {
      const answer = await read(after);
      const isNews = answer.all || Object.keys(answer.devices).length > 0 || answer.refused !== undefined;
      after = answer.change;
      // A comment shows whether the client is still there.
      yield isNews ? `id: ${answer.change}\ndata: ${stringifyExact(answer)}\n\n` : ":\n\n";
    }
  } finally {
    release();
  }
}
