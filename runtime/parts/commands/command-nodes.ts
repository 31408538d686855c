/** Questions about commands between the nodes of a cluster, and their answers. */

import { randomUUID } from "node:crypto";
import * as z from "zod";
import { RequestError } from "../../lib/request-error.ts";
import { type CommandEntry, type Commander, type Order, OrderError, type Overview } from "../../model/command.ts";
import type { Nodes } from "../../model/nodes.ts";
import type { CommandDispatcher } from "./command-dispatcher.ts";
import { orderOf } from "./read-order.ts";

/** A node's questions to another one, with their answers. */
export interface Questions {
  readonly overview: { readonly asks: { readonly place?: string }; readonly answer: Overview };
  /** Permits one order within some seconds: an order that is late, or comes again, is not taken. */
  readonly ticket: { readonly asks: object; readonly answer: string };
  readonly order: {
    readonly asks: {
      readonly ticket: string;
      readonly place: string;
      readonly order: Order;
      readonly by: Commander;
    };
    readonly answer: CommandEntry;
  };
  readonly entry: { readonly asks: { readonly id: number }; readonly answer: CommandEntry | undefined };
  readonly ended: {
    readonly asks: { readonly id: number; readonly mostMs: number };
    readonly answer: CommandEntry | undefined;
  };
  readonly cancel: { readonly asks: { readonly id: number; readonly by: Commander }; readonly answer: CommandEntry };
}

const BY = z.object({ user: z.string(), generation: z.string().optional() });
const QUESTION = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("overview"), place: z.string().optional() }),
  z.object({ kind: z.literal("ticket") }),
  z.object({
    kind: z.literal("order"),
    ticket: z.string(),
    place: z.string(),
    order: z.looseObject({ key: z.string().optional(), isNew: z.literal(true).optional() }),
    by: BY,
  }),
  z.object({ kind: z.literal("entry"), id: z.number() }),
  z.object({ kind: z.literal("ended"), id: z.number(), mostMs: z.number().max(60_000) }),
  z.object({ kind: z.literal("cancel"), id: z.number(), by: BY }),
]);

/** An overview is shortened to fit into one message. */
const MOST_LISTED = 100;
const MOST_BYTES = 512 << 10;
/** Longer than an order waits for its node. */
const TICKET_MS = 15_000;
const MOST_TICKETS = 10_000;

/** Each permits one order, by this process's own clock: a question that comes late or twice orders nothing. */
class Tickets {
  readonly #until = new Map<string, number>();

  issue(): string {
    const nowMs = performance.now();
    for (const [ticket, untilMs] of this.#until) {
      if (untilMs > nowMs && this.#until.size < MOST_TICKETS) break;
      this.#until.delete(ticket);
    }
    const ticket = randomUUID();
    this.#until.set(ticket, nowMs + TICKET_MS);
    return ticket;
  }

  use(ticket: string): boolean {
    const untilMs = this.#until.get(ticket) ?? 0;
    this.#until.delete(ticket);
    return untilMs > performance.now();
  }
}

/** What other nodes use of a node's own dispatcher. */
export interface RemoteDispatcher extends Pick<CommandDispatcher, "overview" | "order" | "entry" | "cancel"> {
  readonly states: Pick<CommandDispatcher["states"], "ended">;
}

export function answersOf(dispatcher: RemoteDispatcher): (question: unknown) => Promise<unknown> {
  const tickets = new Tickets();
  return (question) => answerTo(dispatcher, tickets, QUESTION.parse(question));
}

async function answerTo(
  dispatcher: RemoteDispatcher,
  tickets: Tickets,
  question: z.infer<typeof QUESTION>,
): Promise<unknown> {
  switch (question.kind) {
    case "overview":
      return shortened(dispatcher.overview(question.place));
    case "ticket":
      return tickets.issue();
    case "order": {
      const { key, isNew, ...body } = question.order;
      if (!tickets.use(question.ticket))
        throw new OrderError(503, "The order came too late, or twice: nothing was sent");
      const order = { ...orderOf(body).order, ...(key !== undefined && { key }), ...(isNew && { isNew }) };
      return dispatcher.order(question.place, order, commanderOf(question.by));
    }
    case "entry":
      return dispatcher.entry(question.id);
    case "ended":
      return dispatcher.states.ended(question.id, question.mostMs);
    case "cancel":
      return dispatcher.cancel(question.id, commanderOf(question.by));
  }
}

function commanderOf({ user, generation }: z.infer<typeof BY>): Commander {
  return { user, ...(generation !== undefined && { generation }) };
}

function shortened({ places, history }: Overview): Overview {
  for (let most = MOST_LISTED; ; most = Math.floor(most / 2)) {
    const short = {
      places: most === MOST_LISTED ? places : places.slice(0, 10 * most),
      history: history.slice(0, most),
    };
    if (most === 0 || JSON.stringify(short).length <= MOST_BYTES) return short;
  }
}

/** @throws OrderError the node's own refusal; `Unreached` if the node did not get the question; Error if that is unknown */
export async function ask<Kind extends keyof Questions>(
  nodes: Pick<Nodes, "ask">,
  node: string,
  kind: Kind,
  asks: Questions[Kind]["asks"],
  timeoutMs: number,
): Promise<Questions[Kind]["answer"]> {
  const answer = await nodes.ask(node, { kind, ...asks }, timeoutMs).catch((error: unknown) => {
    if (error instanceof RequestError && error.status !== 501) throw new OrderError(error.status, error.message);
    throw error;
  });
  return answer as Questions[Kind]["answer"];
}

/** Beside the hexadecimal names of messages with keys. */
export function orderKey(key: string): string {
  return `order-${Buffer.from(key, "base64").toString("base64url")}`;
}
