/**
 * The newest deletions of measurements, as one text among the facts of all nodes. A message that was in the cluster's log before a deletion
 * may come again, by `cluster resend` or after a failure: its rows stay deleted. It came before if its node put it into its journal before, by that node's clock.
 */

import type { KV, KvEntry } from "@nats-io/kv";
import * as z from "zod";
import { parseForeign } from "../../lib/foreign-json.ts";
import type { Message } from "../../model/message.ts";
import type { Removal } from "../../model/removal.ts";
import { placeKey } from "../../store/listed.ts";
import { isRefusal } from "./jetstream-errors.ts";

const NS = z.string().regex(/^\d+$/);
const KEPT = z.object({
  database: z.string(),
  measurement: z.string(),
  /** When it was deleted, ns, by the clocks of the nodes. */
  atNs: z.record(z.string(), NS),
  /** By the clock of the node that was asked; for nodes that were away. */
  elseNs: NS,
});
export type KeptRemoval = Readonly<z.infer<typeof KEPT>>;

const KEY = Buffer.from("removals").toString("base64url");
const MOST_ATTEMPTS = 10;
/** Maximum size of the text. The oldest go: what was received before them comes again if it is sent again. */
const MOST_BYTES = 512 << 10;

/** As in the IDs of a node's messages. */
export function nodePrefix(node: string): string {
  return node.slice(0, 8);
}

export class Removals {
  readonly #bucket: () => Promise<KV>;
  #revision = 0;
  #known: ReadonlyMap<string, KeptRemoval> = new Map();
  /** Those that `news` has returned. */
  #sent: ReadonlyMap<string, KeptRemoval> = new Map();

  constructor(bucket: () => Promise<KV>) {
    this.#bucket = bucket;
  }

  /** @throws Error */
  async read(): Promise<void> {
    this.#take(await (await this.#bucket()).get(KEY));
  }

  /** Those that were not there at the last call. @throws Error */
  async news(): Promise<readonly KeptRemoval[]> {
    await this.read();
    const sent = this.#sent;
    this.#sent = this.#known;
    return [...this.#known].flatMap(([key, one]) => (sent.get(key)?.elseNs === one.elseNs ? [] : [one]));
  }

  /** Whether rows of the measurement are deleted that the node's message had. A retry of an older version says not when it came. */
  isGone(database: string, measurement: string, node: string, { receivedNs, isRetry, loggedNs }: Message): boolean {
    const removal = this.#known.get(placeKey(database, measurement));
    const atNs = isRetry === true ? loggedNs : receivedNs;
    return removal !== undefined && atNs !== undefined && atNs <= timeAt(removal, nodePrefix(node));
  }

  /** Resolves when all nodes have it at their next look. @returns takes it back. @throws Error */
  async note(removal: KeptRemoval): Promise<() => Promise<void>> {
    const key = placeKey(removal.database, removal.measurement);
    let before: KeptRemoval | undefined;
    await this.#change((known) => {
      before = known.get(key);
      known.delete(key);
      known.set(key, before === undefined ? removal : later(before, removal));
    });
    return () =>
      this.#change((known) => {
        if (before === undefined) known.delete(key);
        else known.set(key, before);
      });
  }

  async #change(change: (known: Map<string, KeptRemoval>) => void): Promise<void> {
    const bucket = await this.#bucket();
    for (let attempt = 1; ; attempt++) {
      const entry = await bucket.get(KEY);
      this.#take(entry);
      const known = new Map(this.#known);
      change(known);
      const text = textOf(known);
      try {
        if (entry === null) await bucket.create(KEY, text);
        else await bucket.update(KEY, text, entry.revision);
        this.#take(await bucket.get(KEY));
        return;
      } catch (error) {
        // Another node was faster.
        if (attempt >= MOST_ATTEMPTS || !isRefusal(error, "wrongLastSequence")) throw error;
      }
    }
  }

  #take(entry: KvEntry | null): void {
    const revision = entry?.revision ?? 0;
    if (revision === this.#revision) return;
    this.#revision = revision;
    const kept = entry?.operation === "PUT" ? z.array(KEPT).safeParse(parseForeign(entry.string())).data : [];
    this.#known = new Map((kept ?? []).map((each) => [placeKey(each.database, each.measurement), each]));
  }
}

function textOf(known: ReadonlyMap<string, KeptRemoval>): string {
  const all = [...known.values()];
  for (;;) {
    const text = JSON.stringify(all);
    if (Buffer.byteLength(text) <= MOST_BYTES) return text;
    all.splice(0, Math.ceil(all.length / 8));
  }
}

/** When it was deleted by a node's clock. */
export function timeAt({ atNs, elseNs }: Pick<KeptRemoval, "atNs" | "elseNs">, prefix: string): bigint {
  return BigInt((Object.hasOwn(atNs, prefix) ? atNs[prefix] : undefined) ?? elseNs);
}

/** Deleted twice: the later time of each node. */
function later(one: KeptRemoval, other: KeptRemoval): KeptRemoval {
  const latest = (of: (removal: KeptRemoval) => bigint) => String(of(one) > of(other) ? of(one) : of(other));
  const nodes = Object.keys({ ...one.atNs, ...other.atNs });
  return {
    ...other,
    atNs: Object.fromEntries(nodes.map((node) => [node, latest((removal) => timeAt(removal, node))])),
    elseNs: latest(({ elseNs }) => BigInt(elseNs)),
  };
}

/** A deletion in the own journal of a node, from before it was in the cluster. */
export function ownRemoval({ database, measurement }: Removal, node: string, atNs: bigint): KeptRemoval {
  return { database, measurement, atNs: { [nodePrefix(node)]: String(atNs) }, elseNs: "0" };
}
