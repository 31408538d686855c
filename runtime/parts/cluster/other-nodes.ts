/** Questions of one node to another: requests on one plain subject for each node and part, and the holders of keys. */

import { errors, type Msg, type NatsConnection } from "@nats-io/transport-node";
import * as z from "zod";
import { RequestError } from "../../lib/request-error.ts";
import { type Nodes, type Numbering, Unreached } from "../../model/nodes.ts";
import { type Cluster, ensureStream } from "./connection.ts";
import { insist } from "./insist.ts";
import { isRefusal } from "./jetstream-errors.ts";
import { listenTo } from "./listen-to.ts";
import type { Members } from "./members.ts";
import { firstOf, knownText } from "./shared-times.ts";

const STATUS = z.union([
  z.literal(400),
  z.literal(403),
  z.literal(404),
  z.literal(409),
  z.literal(501),
  z.literal(503),
]);
const ANSWER = z.object({
  value: z.unknown(),
  refused: z.object({ status: STATUS, message: z.string() }).optional(),
});

/** A node that was killed and is silent for this long is no longer asked. One that restarts is back sooner. */
const GONE_S = 60;

function answerOthers(
  connection: NatsConnection,
  subject: string,
  answerTo: (question: unknown) => Promise<unknown>,
): void {
  const answered = async (data: Uint8Array) => answerTo(JSON.parse(Buffer.from(data).toString()));
  const hear = (message: Msg) => {
    answered(message.data).then(
      (value) => message.respond(JSON.stringify({ value })),
      (error: unknown) => {
        // The question comes from another version or program: an answer would not help it.
        if (error instanceof RequestError)
          message.respond(JSON.stringify({ refused: { status: error.status, message: error.message } }));
      },
    );
  };
  listenTo(connection, subject, hear);
}

export interface OtherNodesOptions {
  readonly self: string;
  /** The part whose questions these are: of the subjects' names. */
  readonly part: string;
  /** Resolves once the node is connected, however long that takes. */
  readonly connected: Promise<Cluster>;
  /** @throws Error if no server has answered yet */
  readonly servers: () => Promise<Cluster>;
  readonly members: () => Members | undefined;
  readonly numbering: () => Numbering | undefined;
}

export class OtherNodes implements Nodes {
  readonly self: string;
  readonly #options: OtherNodesOptions;

  constructor(options: OtherNodesOptions) {
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

  numbering(): Numbering | undefined {
    return this.#options.numbering();
  }

  async ask(node: string, question: object, timeoutMs: number): Promise<unknown> {
    const { connection, names } = await this.#options.servers();
    const subject = names.questionsTo(this.#options.part, node);
    const message = await connection
      .request(subject, JSON.stringify(question), { timeout: timeoutMs })
      .catch((error: Error) => {
        throw error instanceof errors.RequestError && error.isNoResponders() ? new Unreached(error.message) : error;
      });
    const { value, refused } = ANSWER.parse(JSON.parse(message.string()));
    if (refused !== undefined) throw new RequestError(refused.message, refused.status);
    return value;
  }

  answer(answerTo: (question: unknown) => Promise<unknown>): void {
    const { connected, part } = this.#options;
    connected
      .then(({ connection, names }) => answerOthers(connection, names.questionsTo(part, this.self), answerTo))
      .catch(() => {}); // The node itself reports that it is not connected.
  }

  async holderOf(key: string): Promise<string | undefined> {
    return knownText(await this.#options.servers(), key).catch((error: unknown) => {
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
      await insist((_, timeout) => jetstream.publish(names.keySubject(key), node, { expect, timeout }));
      return node;
    }
    const holder = await firstOf(cluster, key, node);
    if (holder === undefined) throw new Error("the servers have just forgotten the key");
    return holder;
  }
}
