/** Text or bytes that are read as fast as its receiver takes it, and ended when nobody takes them. */

import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { FOLLOW_NOTHING, type Follow } from "../telemetry/open-act.ts";
import type { Slot } from "./export-slots.ts";

/** Longest time that a receiver may take nothing, ms. */
const IDLE_MS = 60_000;
const WITHDRAWN = "you may no longer read this";

export interface TextStreamOptions {
  /** Asked before each piece; false breaks the answer off. */
  readonly isAllowed?: () => boolean;
  /** Breaks it off as soon as it is not allowed, also while its receiver reads nothing. */
  readonly follow?: Follow;
  /** Of the request that is answered: to break an answer off is to close its connection. */
  readonly context?: Context;
  /** Given to others while its receiver takes nothing. */
  readonly slot?: Pick<Slot, "waits" | "goesOn">;
  readonly idleMs?: number;
}

/**
 * A body for a Response; when the receiver goes away, `texts` is ended. An answer that is broken off is an error for its
 * receiver: it must not pass for a whole one.
 */
export function textStream(
  texts: AsyncGenerator<string | Uint8Array>,
  { isAllowed = () => true, follow = FOLLOW_NOTHING, context, slot, idleMs = IDLE_MS }: TextStreamOptions = {},
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
  const end = (controller: ReadableStreamDefaultController<Uint8Array>, why: string): void => {
    over();
    const { outgoing } = (context?.env ?? {}) as Partial<HttpBindings>;
    // Told of an error, hono's server would print it where the log goes.
    if (outgoing === undefined) controller.error(new Error(why));
    else outgoing.destroy();
    void texts.return(undefined);
  };
  return new ReadableStream({
    start(controller) {
      unfollow = follow({ isAllowed, end: () => end(controller, WITHDRAWN) });
      if (isOver) unfollow();
    },
    async pull(controller) {
      clearTimeout(idle);
      slot?.goesOn();
      if (!isAllowed()) {
        end(controller, WITHDRAWN);
        return;
      }
      const { done, value } = await texts.next();
      if (isOver) return;
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
