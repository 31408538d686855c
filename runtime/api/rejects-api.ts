/** Dead letters over HTTP: list, show, retry, drop. `channel-message rejects` is its client. */

import { type Context, Hono } from "hono";
import { senderOf } from "../http/sender-of.ts";
import type { DeadLetter } from "../journal/dead-letters.ts";
import { formatNs } from "../telemetry/clock.ts";
import type { Message } from "../telemetry/message.ts";
import { answerParameterError, jsonBody } from "./answers.ts";
import { type Letters, LettersAway } from "./letters.ts";
import { integer, ParameterError } from "./parameters.ts";
import type { RejectDetails, RejectList, RejectSummary } from "./reject-details.ts";

export type { RejectDetails, RejectList, RejectSummary };

export interface RejectsApiParts {
  readonly letters: Letters;
  /** A payload in readable form. */
  readonly show: (message: Message) => string;
  /** Explains the bytes of a channel's frame and why it may not decode; undefined for other messages. */
  readonly explain?: (message: Message) => string | undefined;
  /** Accepts the message again, at its original time. @throws Error with the reason */
  readonly retry: (letter: DeadLetter) => Promise<void>;
  /** Whether the sender may see and change letters; absent: no access control. */
  readonly mayManage?: (request: object) => boolean | Promise<boolean>;
}

export interface RetryOutcome {
  readonly stored: number;
  readonly failed: readonly { readonly id: number; readonly reason: string }[];
}

/** Number of letters retried, and dropped, at a time. */
const RETRY_AT_ONCE = 100;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 100_000;

const SELECTION_EXAMPLE = '{"ids": [1, 2]} or {"all": true}, with "address" and "code" as filters';

export function rejectsApi(parts: RejectsApiParts): Hono {
  const api = new Hono();
  api.use("/rejects/*", async (context, next) => {
    await permitted(parts, context);
    await next();
    context.header("Cache-Control", "no-store");
  });
  api.get("/rejects", (context) => list(parts, context));
  api.get("/rejects/:id{[0-9]+}", (context) => show(parts, context));
  api.post("/rejects/retry", async (context) => {
    const answer = await parts.letters.retrying((goOn) => retry(parts, context, goOn));
    return answer ?? context.text("A retry is running; wait for its end", 409);
  });
  api.post("/rejects/drop", async (context) => {
    const letters = await selected(parts, context);
    await permitted(parts, context);
    return context.json({ dropped: await parts.letters.drop(letters.map(({ id }) => id)) });
  });
  api.onError((error, context) => {
    if (error instanceof NotPermitted) return context.text(error.message, 403);
    if (error instanceof LettersAway) return context.text(error.message, 503);
    return answerParameterError(error, context);
  });
  return api;
}

class NotPermitted extends Error {}

/**
 * Checked before reading a request and before each of its actions: a body or a long list takes time. @throws
 * NotPermitted
 */
async function permitted({ mayManage }: RejectsApiParts, context: Context): Promise<void> {
  if (mayManage === undefined || (await mayManage(senderOf(context)))) return;
  throw new NotPermitted("Rejected messages are for administrators");
}

/** Newest last. */
async function list(parts: RejectsApiParts, context: Context): Promise<Response> {
  const query = new URL(context.req.url).searchParams;
  const limit = integer(query, "limit", { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT;
  const wanted = { limit, ...filter(query.get("address"), query.get("code")) };
  const { letters, missing } = await parts.letters.list(wanted);
  const answer: RejectList = { rejects: letters.map(summary), ...(missing !== undefined && { missing }) };
  return context.json(answer);
}

async function show(parts: RejectsApiParts, context: Context): Promise<Response> {
  const [letter] = await parts.letters.find([Number(context.req.param("id"))]);
  if (letter === undefined) throw new ParameterError(`There is no rejected message ${context.req.param("id")}`, 404);
  const { message, error } = letter;
  const explanation = parts.explain?.(message);
  const details: RejectDetails = {
    ...summary(letter),
    contentType: message.contentType,
    type: error.type,
    description: error.description,
    payload: parts.show(message),
    ...(explanation !== undefined && { explanation }),
  };
  return context.json(details);
}

/** Oldest first. Drops accepted letters block by block; the others stay unchanged. */
async function retry(parts: RejectsApiParts, context: Context, goOn: () => Promise<void>): Promise<Response> {
  const failed: { id: number; reason: string }[] = [];
  const letters = await selected(parts, context);
  let stored = 0;
  for (let from = 0; from < letters.length; from += RETRY_AT_ONCE) {
    await permitted(parts, context);
    const block = letters.slice(from, from + RETRY_AT_ONCE);
    const reasons = await Promise.all(block.map((letter) => parts.retry(letter).then(() => undefined, reasonOf)));
    block.forEach(({ id }, index) => {
      const reason = reasons[index];
      if (reason !== undefined) failed.push({ id, reason });
    });
    const kept = block.filter((_, index) => reasons[index] === undefined).map(({ id }) => id);
    stored += kept.length;
    await parts.letters.drop(kept).catch((error: Error) => {
      if (error instanceof LettersAway) throw error;
      throw new LettersAway(`${stored} messages were accepted again, but not yet removed on disk: ${error.message}`);
    });
    await goOn();
  }
  const outcome: RetryOutcome = { stored, failed };
  return context.json(outcome);
}

function reasonOf(error: Error): string {
  return error.message;
}

async function selected(parts: RejectsApiParts, context: Context): Promise<DeadLetter[]> {
  const { readSelection } = await import("./request-bodies.ts");
  const data = await jsonBody(context, (body) => readSelection(body, MAX_LIMIT), SELECTION_EXAMPLE);
  if (data.ids === undefined) {
    const found = await parts.letters.list({ limit: MAX_LIMIT, ...filter(data.address, data.code) });
    if (found.missing !== undefined) throw new LettersAway(`Nothing was done: ${found.missing}`);
    return [...found.letters];
  }
  // Repeated IDs are retried once.
  const letters = await parts.letters.find([...new Set(data.ids)]);
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
    message: error.message,
    bytes: payload.length,
    ...(output !== undefined && { output }),
  };
}
