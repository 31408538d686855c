/** Dead letters over HTTP: list, show, retry, drop. `channel-message rejects` is its client. */

import type { Context, Hono } from "hono";
import { JSON_TYPE, limit } from "../../api/common-parameters.ts";
import { jsonBody } from "../../http/answers.ts";
import type { Callers } from "../../http/caller.ts";
import { inPath, integer, NUMBER_IN_PATH, ParameterError, query as parameter } from "../../http/parameters.ts";
import { administrators, type Grant } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import { INTEGER, listOf, record, TEXT, TIME } from "../../http/schema.ts";
import { DeadLettersAway } from "../../journal/dead-letter-access.ts";
import type { DeadLetter } from "../../journal/dead-letters.ts";
import { retryLetters } from "../../journal/retry-letters.ts";
import { formatNs } from "../../model/clock.ts";
import { plainError } from "../../model/plain-error.ts";
import { MOST_LETTERS, type RejectDetails, type RejectList, type RejectSummary } from "../../model/reject-details.ts";
import type { Rejected } from "../part-kind.ts";

export interface RejectsApiOptions extends Callers, Omit<Rejected, "explain">, Partial<Pick<Rejected, "explain">> {}

export interface RetryOutcome {
  readonly stored: number;
  readonly failed: readonly { readonly id: number; readonly reason: string }[];
}

const LISTED = limit(MOST_LETTERS, 100);

const SELECTION_EXAMPLE = '{"ids": [1, 2]} or {"all": true}, with "address" and "code" as filters';

const ADMINISTRATORS = administrators("Rejected messages are for administrators");
const SUMMARY = {
  id: INTEGER,
  time: TIME,
  source: TEXT,
  address: TEXT,
  sender: TEXT,
  code: TEXT,
  message: TEXT,
  bytes: INTEGER,
  "output?": TEXT,
};
const DETAILS = { contentType: TEXT, signal: TEXT, type: TEXT, description: TEXT, payload: TEXT, "explanation?": TEXT };
const ROUTES: readonly Route<RejectsApiOptions>[] = [
  {
    method: "get",
    path: "/rejects",
    summary: "Lists rejected messages",
    answer: record({ rejects: listOf(record(SUMMARY)), "missing?": TEXT }),
    parameters: [
      parameter("address", "Only of this address", "rig"),
      parameter("code", "Only of this kind", "unknown-id"),
      LISTED,
    ],
    errors: [503],
    may: ADMINISTRATORS,
    handle: list,
  },
  {
    method: "get",
    path: "/rejects/{id}",
    summary: "One rejected message with its payload",
    answer: record({ ...SUMMARY, ...DETAILS }),
    parameters: [inPath("id", "Its number", "1", NUMBER_IN_PATH)],
    errors: [404, 503],
    may: ADMINISTRATORS,
    handle: show,
  },
  {
    method: "post",
    path: "/rejects/retry",
    summary: "Retries rejected messages at their original times",
    answer: record({ stored: INTEGER, failed: listOf(record({ id: INTEGER, reason: TEXT })) }),
    body: { [JSON_TYPE]: { ids: [1] } },
    errors: [409, 503],
    may: ADMINISTRATORS,
    handle: async (context, parts, grant) => {
      const answer = await parts.deadLetters.retrying((goOn) => retry(parts, context, grant, goOn));
      return answer ?? context.text("A retry is running; wait for its end", 409);
    },
  },
  {
    method: "post",
    path: "/rejects/drop",
    summary: "Deletes rejected messages",
    answer: record({ dropped: INTEGER }),
    body: { [JSON_TYPE]: { all: true, address: "rig" } },
    errors: [503],
    may: ADMINISTRATORS,
    handle: async (context, parts, grant) => {
      const letters = await selected(parts, context);
      grant.insist();
      return context.json({ dropped: await parts.deadLetters.drop(letters.map(({ id }) => id)) });
    },
  },
];

export function rejectsApi(parts: RejectsApiOptions): Hono {
  return routed(ROUTES, parts);
}

/** Newest last. */
async function list(context: Context, parts: RejectsApiOptions): Promise<Response> {
  const query = new URL(context.req.url).searchParams;
  const limit = integer(query, LISTED);
  const wanted = { limit, ...filter(query.get("address"), query.get("code")) };
  const { letters, missing } = await parts.deadLetters.list(wanted);
  const answer: RejectList = { rejects: letters.map(summary), ...(missing !== undefined && { missing }) };
  return context.json(answer);
}

async function show(context: Context, parts: RejectsApiOptions): Promise<Response> {
  const [letter] = await parts.deadLetters.find([Number(context.req.param("id"))]);
  if (letter === undefined) throw new ParameterError(`There is no rejected message ${context.req.param("id")}`, 404);
  const { message, error } = letter;
  const explanation = parts.explain?.(message);
  const details: RejectDetails = {
    ...summary(letter),
    contentType: message.contentType,
    signal: error.message,
    type: error.type,
    description: error.description,
    payload: parts.show(message),
    ...(explanation !== undefined && { explanation }),
  };
  return context.json(details);
}

async function retry(
  parts: RejectsApiOptions,
  context: Context,
  grant: Grant,
  goOn: () => Promise<void>,
): Promise<Response> {
  const waiting = await selected(parts, context);
  const before = async () => {
    await goOn();
    grant.insist();
  };
  const { stored, failed } = await retryLetters(waiting, { ...parts, goOn: before });
  const outcome: RetryOutcome = {
    stored,
    failed: failed.map(({ id, error }) => ({ id, reason: plainError(error.message) })),
  };
  return context.json(outcome);
}

async function selected(parts: RejectsApiOptions, context: Context): Promise<DeadLetter[]> {
  const data = await jsonBody(
    context,
    async () => (await import("../../api/request-bodies.ts")).SELECTION,
    SELECTION_EXAMPLE,
  );
  if (data.ids === undefined) {
    const found = await parts.deadLetters.list({ limit: MOST_LETTERS, ...filter(data.address, data.code) });
    if (found.missing !== undefined) throw new DeadLettersAway(`Nothing was done: ${found.missing}`);
    return [...found.letters];
  }
  // Repeated IDs are retried once.
  const letters = await parts.deadLetters.find([...new Set(data.ids)]);
  const there = new Set(letters.map(({ id }) => id));
  const missing = data.ids.find((id) => !there.has(id));
  if (missing !== undefined) throw new ParameterError(`There is no rejected message ${missing}`, 404);
  return [...letters];
}

function filter(address: string | null | undefined, code: string | null | undefined) {
  return { ...(address && { address }), ...(code && { code }) };
}

function summary({ id, message, code, error, output }: DeadLetter): RejectSummary {
  const { source, address, sender, receivedNs, payload } = message;
  return {
    id,
    time: formatNs(receivedNs),
    source,
    address,
    sender,
    code,
    message: plainError(error.message),
    bytes: payload.length,
    ...(output !== undefined && { output }),
  };
}
