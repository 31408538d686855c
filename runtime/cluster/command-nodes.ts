/** Questions about commands between nodes: requests on one plain subject for each node, and the holders of orders' keys. */

import { randomUUID } from "node:crypto";
import { errors, type Msg, type NatsConnection } from "@nats-io/transport-node";
import * as z from "zod";
import { type AskedDesk, type OtherNodes, type Questions, Unheard } from "../commands/cluster-desk.ts";
import { type Commander, OrderError, type Overview } from "../model/command.ts";
import { orderOf } from "../model/read-order.ts";
import { type Cluster, ensureStream } from "./connection.ts";
import { insist } from "./insist.ts";
import { isRefusal } from "./jetstream-errors.ts";
import { listenTo } from "./listen-to.ts";
import type { Members } from "./members.ts";
import { firstOf, knownText } from "./shared-times.ts";

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
const STATUS = z.union([z.literal(400), z.literal(403), z.literal(404), z.literal(409), z.literal(503)]);
const ANSWER = z.object({
  value: z.unknown(),
  refused: z.object({ status: STATUS, message: z.string() }).optional(),
});

/** An overview is shortened to fit into one message. */
const MOST_LISTED = 100;
const MOST_BYTES = 512 << 10;
/** Longer than an order waits for its node. */
const TICKET_MS = 15_000;
const MOST_TICKETS = 10_000;

/** A node that was killed and is silent for this long is no longer asked. One that restarts is back sooner. */
const GONE_S = 60;

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

export function takeCommands(connection: NatsConnection, subject: string, desk: AskedDesk): void {
  const tickets = new Tickets();
  const hear = (message: Msg) => {
    answerTo(desk, tickets, message.data).then(
      (value) => message.respond(JSON.stringify({ value })),
      (error: unknown) => {
        // The question comes from another version or program: an answer would not help it.
        if (error instanceof OrderError)
          message.respond(JSON.stringify({ refused: { status: error.status, message: error.message } }));
      },
    );
  };
  listenTo(connection, subject, hear);
}

async function answerTo(desk: AskedDesk, tickets: Tickets, data: Uint8Array): Promise<unknown> {
  const question = QUESTION.parse(JSON.parse(Buffer.from(data).toString()));
  switch (question.kind) {
    case "overview":
      return shortened(desk.overview(question.place));
    case "ticket":
      return tickets.issue();
    case "order": {
      const { key, isNew, ...body } = question.order;
      if (!tickets.use(question.ticket))
        throw new OrderError(503, "The order came too late, or twice: nothing was sent");
      const order = { ...orderOf(body).order, ...(key !== undefined && { key }), ...(isNew && { isNew }) };
      return desk.order(question.place, order, commanderOf(question.by));
    }
    case "entry":
      return desk.entry(question.id);
    case "ended":
      return desk.states.ended(question.id, question.mostMs);
    case "cancel":
      return desk.cancel(question.id, commanderOf(question.by));
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

export interface CommandNodesOptions {
  readonly self: string;
  readonly servers: () => Promise<Cluster>;
  readonly members: () => Members | undefined;
}

export class CommandNodes implements OtherNodes {
  readonly self: string;
  readonly #options: CommandNodesOptions;

  constructor(options: CommandNodesOptions) {
    this.self = options.self;
    this.#options = options;
  }

  list(): readonly string[] {
    const all = this.#options.members()?.list() ?? [];
    const receives = all.filter(({ role }) => role === "all" || role === "ingest");
    return receives.flatMap(({ node, silentSeconds }) => (node === this.self || silentSeconds > GONE_S ? [] : [node]));
  }

  get isComplete(): boolean {
    return this.#options.members()?.isComplete === true;
  }

  nameOf(node: string): string {
    const known = this.#options
      .members()
      ?.list()
      .find((one) => one.node === node);
    return known === undefined ? node : known.url || `${node} on ${known.host}`;
  }

  async ask<Kind extends keyof Questions>(
    node: string,
    kind: Kind,
    asks: Questions[Kind]["asks"],
    timeoutMs: number,
  ): Promise<Questions[Kind]["answer"]> {
    const { connection, names } = await this.#options.servers();
    const subject = names.commandsOf(node);
    const message = await connection
      .request(subject, JSON.stringify({ kind, ...asks }), { timeout: timeoutMs })
      .catch((error: Error) => {
        throw error instanceof errors.RequestError && error.isNoResponders() ? new Unheard(error.message) : error;
      });
    const { value, refused } = ANSWER.parse(JSON.parse(message.string()));
    if (refused !== undefined) throw new OrderError(refused.status, refused.message);
    return value as Questions[Kind]["answer"];
  }

  async holderOf(key: string): Promise<string | undefined> {
    return knownText(await this.#options.servers(), keyName(key)).catch((error: unknown) => {
      if (isRefusal(error, "streamNotFound")) return undefined;
      throw error;
    });
  }

  async hold(key: string, node: string, how: "first" | "newest"): Promise<string> {
    const cluster = await this.#options.servers();
    const { jetstream, names } = cluster;
    await ensureStream(cluster, "keys");
    if (how === "newest") {
      const expect = { streamName: names.keys };
      await insist((_, timeout) => jetstream.publish(names.keySubject(keyName(key)), node, { expect, timeout }));
      return node;
    }
    const holder = await firstOf(cluster, keyName(key), node);
    if (holder === undefined) throw new Error("the servers have just forgotten the order's key");
    return holder;
  }
}

/** Beside the hexadecimal names of messages with keys. */
function keyName(key: string): string {
  return `order-${Buffer.from(key, "base64").toString("base64url")}`;
}
