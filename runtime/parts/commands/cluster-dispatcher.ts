/**
 * Commands at any node of a cluster. Each command lives at the node that heard its device: only that node's log knows what
 * became of it, and only that node sends it and stores its states. All other nodes ask that node.
 */

import type { CommandEntry, Commander, Commands, NetworkEvent, Order, Overview } from "../../model/command.ts";
import { OrderError } from "../../model/command.ts";
import type { CommandDescription } from "../../model/command-form.ts";
import { type Nodes, Unreached } from "../../model/nodes.ts";
import { commandStructs, describeCommands, type Permitting, permittedCommand } from "./command-answers.ts";
import type { CommandDispatcher } from "./command-dispatcher.ts";
import { hasEnded } from "./command-log.ts";
import { ask, orderKey, type Questions } from "./command-nodes.ts";
import { keyOf } from "./order-keys.ts";
import { peerFor } from "./peers.ts";

/** What people read instead of the names of nodes that are not known yet. */
const NOT_YET_KNOWN = "those that this one does not know yet";

const LOOK_MS = 1500;
/** An interlock may wait for the store. */
const ORDER_MS = 12_000;
const WAIT_MS = 5000;
/** A node that restarts is waited for. */
const SILENT_MS = 15_000;
const AGAIN_MS = 250;

export class ClusterDispatcher implements Commands {
  readonly #own: CommandDispatcher | undefined;
  readonly #nodes: Nodes;
  readonly #parts: Permitting;

  /** @param own absent if this node receives no messages */
  constructor(own: CommandDispatcher | undefined, nodes: Nodes, parts: Permitting) {
    this.#own = own;
    this.#nodes = nodes;
    this.#parts = parts;
  }

  takes(place: string): boolean {
    return commandStructs(this.#parts.decoderOf(place)).length > 0;
  }

  commandsOf(place: string): CommandDescription[] {
    return describeCommands(this.#parts.decoderOf(place));
  }

  get awaitsNews(): boolean {
    return this.#own?.awaitsNews === true;
  }

  get hasFetched(): boolean {
    return this.#own?.hasFetched === true;
  }

  async fetch(place: string, to?: string): Promise<Uint8Array | undefined> {
    return this.#own?.fetch(place, to);
  }

  networkSays(place: string, event: NetworkEvent): void {
    this.#own?.networkSays(place, event);
  }

  async order(place: string, order: Order, by: Commander): Promise<CommandEntry> {
    // A node tells nothing about devices to those who may not command them.
    permittedCommand(this.#parts, place, order, by);
    const node = await this.#nodeOf(place, order, by);
    if (node === this.#nodes.self) return this.#ownDispatcher().order(place, order, by);
    const name = this.#nodes.nameOf(node);
    const silent = (what: string) =>
      new OrderError(503, `${place} is commanded by the node ${name}, which does not answer: ${what}`);
    const ticket = await ask(this.#nodes, node, "ticket", {}, LOOK_MS).catch((error: unknown) => {
      throw error instanceof OrderError ? error : silent("nothing was sent");
    });
    return ask(this.#nodes, node, "order", { ticket, place, order, by }, ORDER_MS).catch((error: unknown) => {
      if (error instanceof OrderError) throw error;
      const isSure = error instanceof Unreached;
      throw silent(
        isSure ? "nothing was sent" : "it may have taken the command, so look there before you order it again",
      );
    });
  }

  /** A key's order stays at one node, even if its device moves or a node ends in between. */
  async #nodeOf(place: string, order: Order, by: Commander): Promise<string> {
    const { key } = keyOf(place, order, by);
    if (key === undefined) return this.#hearing(place, order.to);
    try {
      const holder = order.isNew === true ? undefined : await this.#nodes.holderOf(orderKey(key));
      if (holder !== undefined) return holder;
      const node = await this.#hearing(place, order.to);
      return await this.#nodes.hold(orderKey(key), node, order.isNew === true ? "newest" : "first");
    } catch (error) {
      if (error instanceof OrderError) throw error;
      throw new OrderError(503, `The servers do not keep the order's key: ${(error as Error).message}`);
    }
  }

  /** The node that heard the wanted device last. @throws OrderError (409) if no device fits, or several do */
  async #hearing(place: string, wanted: string | undefined): Promise<string> {
    const { all, missing } = await this.#askAll(place);
    const peers = newestOf(
      all.flatMap(({ node, overview }) =>
        overview.places.flatMap((one) => one.peers.map((peer) => ({ ...peer, node }))),
      ),
    ).map((peer) => ({ ...peer, seenMs: Date.parse(peer.seen) }));
    try {
      const to = peerFor(place, wanted, { reachable: peers, seen: peers, networks: this.#parts.networks });
      if (wanted === undefined && missing.length > 0)
        throw new OrderError(409, `Say to whom: ${to} may not be the only one`);
      return peers.find((peer) => peer.to === to)!.node;
    } catch (error) {
      // Its own dispatcher knows more about devices without a way back.
      if (missing.length > 0 && error instanceof OrderError)
        throw new OrderError(error.status, `${error.message}; of the nodes, ${missing.join(", ")} did not answer`);
      if (peers.length === 0 && this.#own !== undefined) return this.#nodes.self;
      throw error;
    }
  }

  async entry(id: number): Promise<CommandEntry | undefined> {
    return this.#own?.entry(id) ?? (await this.#find(id))?.entry;
  }

  async cancel(id: number, by: Commander): Promise<CommandEntry> {
    if (this.#own?.entry(id) !== undefined) return this.#own.cancel(id, by);
    const found = await this.#find(id);
    if (found === undefined) throw new OrderError(404, "There is no such command");
    return ask(this.#nodes, found.node, "cancel", { id, by }, ORDER_MS).catch((error: unknown) => {
      if (error instanceof OrderError) throw error;
      throw new OrderError(503, `The node ${this.#nodes.nameOf(found.node)} has this command, and does not answer`);
    });
  }

  readonly states = { ended: (id: number, mostMs: number) => this.#ended(id, mostMs) };

  async #ended(id: number, mostMs: number): Promise<CommandEntry | undefined> {
    if (this.#own?.entry(id) !== undefined) return this.#own.states.ended(id, mostMs);
    const found = await this.#find(id);
    if (found === undefined) return undefined;
    const untilMs = performance.now() + mostMs;
    let heardMs = performance.now();
    for (let { entry } = found; ; ) {
      const leftMs = untilMs - performance.now();
      if (hasEnded(entry) || leftMs <= 0) return entry;
      try {
        const most = Math.min(WAIT_MS, leftMs);
        entry = (await ask(this.#nodes, found.node, "ended", { id, mostMs: most }, most + LOOK_MS)) ?? entry;
        heardMs = performance.now();
      } catch {
        if (performance.now() - heardMs > SILENT_MS)
          throw new OrderError(
            503,
            `The node ${this.#nodes.nameOf(found.node)} has command ${id}, and does not answer: its last known state is '${entry.state}'`,
          );
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
      }
    }
  }

  async overview(place?: string): Promise<Overview> {
    const { all, missing } = await this.#askAll(place);
    const overviews = all.flatMap(({ overview }) => overview.places);
    const places = [...new Set(overviews.map((one) => one.place))].map((name) => {
      const peers = overviews.flatMap((one) => (one.place === name ? one.peers : []));
      return { place: name, peers: newestOf(peers) };
    });
    const history = all.flatMap(({ overview }) => overview.history).sort((a, b) => b.id - a.id);
    return { places, history, missing };
  }

  /** The node with a command of another node. @throws OrderError (503) if a node that did not answer may have it */
  async #find(id: number): Promise<{ readonly node: string; readonly entry: CommandEntry } | undefined> {
    const { answers, missing } = await this.#askOthers("entry", { id });
    for (const { node, answer: entry } of answers) if (entry !== undefined) return { node, entry };
    if (missing.length === 0) return undefined;
    throw new OrderError(503, `Of the nodes that may have this command, ${missing.join(", ")} did not answer`);
  }

  async #askAll(place?: string): Promise<{
    readonly all: readonly { readonly node: string; readonly overview: Overview }[];
    readonly missing: readonly string[];
  }> {
    const { answers, missing } = await this.#askOthers("overview", place === undefined ? {} : { place });
    const others = answers.map(({ node, answer: overview }) => ({ node, overview }));
    const own = this.#own === undefined ? [] : [{ node: this.#nodes.self, overview: this.#own.overview(place) }];
    return { all: [...own, ...others], missing };
  }

  async #askOthers<Kind extends keyof Questions>(
    kind: Kind,
    asks: Questions[Kind]["asks"],
  ): Promise<{
    readonly answers: readonly { readonly node: string; readonly answer: Questions[Kind]["answer"] }[];
    readonly missing: readonly string[];
  }> {
    const missing = this.#nodes.isComplete ? [] : [NOT_YET_KNOWN];
    const answers = await Promise.all(
      this.#nodes.list().map(async (node) => {
        try {
          return [{ node, answer: await ask(this.#nodes, node, kind, asks, LOOK_MS) }];
        } catch {
          missing.push(this.#nodes.nameOf(node));
          return [];
        }
      }),
    );
    return { answers: answers.flat(), missing };
  }

  #ownDispatcher(): CommandDispatcher {
    if (this.#own === undefined) throw new OrderError(503, "This node receives no messages");
    return this.#own;
  }
}

/** The newest first, each address once. */
function newestOf<Seen extends { readonly to: string; readonly seen: string }>(peers: readonly Seen[]): Seen[] {
  const all = [...peers].sort((a, b) => (a.seen < b.seen ? 1 : -1));
  const newest = new Map<string, Seen>();
  for (const peer of all) if (!newest.has(peer.to)) newest.set(peer.to, peer);
  return [...newest.values()];
}
