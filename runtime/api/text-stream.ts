/** Streams text or bytes as fast as the client reads, and aborts if it stops reading. */

import { setTimeout as pause } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Grant } from "../http/permission.ts";
import type { Log } from "../lib/log.ts";
import { FOLLOW_NOTHING } from "../model/open-act.ts";
import type { Slot } from "./export-slots.ts";

/** Longest time without a read of the client, ms. */
const IDLE_MS = 60_000;
/** For the client to read what was sent before an error. */
const LAST_WORDS_MS = 5000;
const EVERYTHING: Pick<Grant, "isAllowed" | "follow"> = { isAllowed: () => true, follow: FOLLOW_NOTHING };
const WITHDRAWN = "you may no longer read this";

export async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Waits until the server has written what was enqueued. */
async function taken(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
  const untilMs = performance.now() + LAST_WORDS_MS;
  while ((controller.desiredSize ?? 1) < 1 && performance.now() < untilMs) await pause(5);
  await pause(0);
}

export interface TextStreamOptions {
  /** Checked before each piece; the answer is aborted when it ends, even while the client does not read. */
  readonly grant?: Pick<Grant, "isAllowed" | "follow">;
  /** Context of the request: aborting an answer means closing its connection. */
  readonly context?: Context;
  /** Given to other clients while this one does not read. */
  readonly slot?: Pick<Slot, "waits" | "goesOn">;
  readonly idleMs?: number;
  /** Reports why an answer ended early, since its status was sent long before. */
  readonly log?: Log | undefined;
}

/**
 * A Response body; ends `texts` when the client disconnects. An aborted answer is an error for the client: it must not
 * look complete.
 */
export function textStream(
  texts: AsyncGenerator<string | Uint8Array>,
  { grant = EVERYTHING, context, slot, log, idleMs = IDLE_MS }: TextStreamOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let idle: NodeJS.Timeout | undefined;
  let unfollow = () => {};
  let isOver = false;
  const over = (): void => {
    isOver = true;
    clearTimeout(idle);
    unfollow();
  };
  const end = (
    controller: ReadableStreamDefaultController<Uint8Array>,
    why: string,
    waiting: "sent" | "dropped" = "dropped",
  ): void => {
    over();
    const { outgoing } = (context?.env ?? {}) as Partial<HttpBindings>;
    // hono's server would print an error to standard error, between the log's lines.
    if (outgoing === undefined) controller.error(new Error(why));
    else if (waiting === "dropped" || !outgoing.socket) outgoing.destroy();
    else {
      // Without the mark of a complete answer.
      outgoing.socket.destroySoon();
      setTimeout(() => outgoing.destroy(), LAST_WORDS_MS).unref();
    }
    void texts.return(undefined);
  };
  return new ReadableStream({
    start(controller) {
      unfollow = grant.follow({ isAllowed: () => grant.isAllowed(), end: () => end(controller, WITHDRAWN) });
      if (isOver) unfollow();
    },
    async pull(controller) {
      clearTimeout(idle);
      slot?.goesOn();
      if (!grant.isAllowed()) {
        end(controller, WITHDRAWN);
        return;
      }
      const next = await texts.next().catch((error: Error) => error);
      if (isOver) return;
      if (next instanceof Error) {
        log?.warn({ event: "http.cut", path: context?.req.path }, `an answer ended early: ${next.message}`);
        // The body's last words may say why.
        await taken(controller);
        end(controller, next.message, "sent");
        return;
      }
      const { done, value } = next;
      if (done) {
        over();
        controller.close();
        return;
      }
      controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      const nobodyReads = () => end(controller, "the client does not read the answer");
      slot?.waits(nobodyReads);
      idle = setTimeout(nobodyReads, idleMs);
      idle.unref();
    },
    async cancel() {
      over();
      await texts.return(undefined);
    },
  });
}
