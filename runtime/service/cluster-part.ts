/** What makes a process a node of a cluster, beside the roles it has. */

import { randomUUID } from "node:crypto";
import { clusterApi } from "../api/cluster-api.ts";
import { healthState } from "../api/health.ts";
import type { Letters } from "../api/letters.ts";
import { forwarded } from "../cluster/forwarded.ts";
import { clusterNames } from "../cluster/names.ts";
import type { ClusterNodeOptions } from "../cluster/node.ts";
import type { ClusterSettings } from "../config/settings.ts";
import { jumpSentence } from "../journal/clock-jumps.ts";
import type { ClusterPlace } from "../sources/source.ts";
import type { AskedStore, Memory } from "../store/store.ts";
import { Epochs } from "../store-thread/epochs.ts";
import type { Base } from "./base.ts";
import type { Retry } from "./ingest.ts";
import { noteLetters, type OwnLog } from "./own-log.ts";
import type { Part } from "./parts.ts";
import type { Role } from "./service.ts";

export interface ClusterParts {
  readonly facts: Memory;
  /** The store with what other nodes bring to it. */
  readonly follow: (store: AskedStore) => AskedStore;
  readonly place: ClusterPlace;
  /** The number of this run, once the servers have granted it. */
  readonly incarnation: () => Promise<number>;
  /** Of all nodes. */
  readonly letters: Letters;
  /** Does it for nodes that cannot. */
  readonly takeRetries: (retry: Retry) => void;
  /** Has it done by a node that can. */
  readonly passRetry: Retry;
  readonly parts: readonly Part[];
}

/** @param ownLog absent where it takes no messages */
export async function joinCluster(
  base: Base,
  settings: ClusterSettings,
  ownLog: OwnLog | undefined,
  roles: readonly Role[],
): Promise<ClusterParts> {
  const { ClusterNode } = await import("../cluster/node.ts");
  const { withCatalogue } = await import("../cluster/catalogue.ts");
  const { log, current, clock, app, access, router } = base;
  const id = ownLog?.messages.identity.uuid ?? randomUUID();
  const follow = (number: number, upToNs: bigint) => {
    clock.useSlot(number, settings.nodes);
    // Of the holder before, who may have been ahead.
    const jump = upToNs === 0n ? undefined : clock.resumeAfter(upToNs);
    if (jump !== undefined) log.warn({ event: "clock.jumped" }, jumpSentence(jump));
  };
  const { onFailed } = base;
  const journal = ownLog && { directory: base.settings.journal.directory, clock, onLost: onFailed, onNumber: follow };
  const node = new ClusterNode({
    settings,
    node: id,
    self: () => saidOf(base, settings, ownLog),
    onFinding: (sentence) => log.warn({ event: "cluster.finding" }, sentence),
    live: base.live!,
    ...(journal && { journal }),
    ...(roles.includes("view") && { watching: router }),
    ...(ownLog && { signals: await signalsOf(base, settings, ownLog, roles) }),
    ...(ownLog && { deadLetters: ownLog.deadLetters }),
    onLetters: (letters) => noteLetters(base, letters),
  });
  access?.share({ users: node.text("users"), sessions: node.text("sessions") });
  if (ownLog !== undefined) current.objection = () => node.claim?.objection;
  current.clusterReport = () => node.report();
  app.route(
    "/",
    clusterApi({ resend: ownLog && resender(base, ownLog, node), ...(access && { mayManage: access.mayManage }) }),
  );
  const start = async () => {
    if (node.claim !== undefined) {
      const upToNs = await node.claim.claim();
      follow(node.claim.value, upToNs);
    }
  };
  return {
    facts: node.facts,
    follow: (store) => {
      store.onNewColumns(() => node.catalogue.changed());
      return withCatalogue(store, node.catalogue);
    },
    place: { lab: settings.name, node: id },
    incarnation: () => node.claim?.incarnation ?? Promise.reject(new Error("this node takes no messages")),
    letters: node.letters,
    takeRetries: (retry) => node.takeRetries(retry),
    passRetry: (letter) => node.passRetry(letter),
    parts: [
      { name: "deadLetters", status: () => node.letters.status() },
      { name: "node", start, status: () => node.status(), close: () => node.close() },
    ],
  };
}

/** A node that takes no messages has no broker: one that has passes on what it has to tell. */
async function signalsOf(
  { settings: { mqtt } }: Base,
  { name }: ClusterSettings,
  { signals }: OwnLog,
  roles: readonly Role[],
): Promise<NonNullable<ClusterNodeOptions["signals"]>> {
  if (roles.includes("ingest")) {
    const brokers = mqtt.url === undefined ? "own" : "shared";
    return { brokers, pass: (topic, payload) => signals.pass(topic, payload) };
  }
  const { SignalRelay } = await import("../cluster/signal-relay.ts");
  const relay = new SignalRelay(clusterNames(name).signals);
  signals.useTransport(relay);
  return { relay };
}

function saidOf({ health, endpoint, version }: Base, { role }: ClusterSettings, ownLog: OwnLog | undefined) {
  const waiting = ownLog?.messages.waiting ?? 0;
  const said = { role, version, url: endpoint.url ?? "", waiting };
  // Parts that have not started have nothing to say.
  if (!health.ready) return { ...said, state: "down" as const, deadLetters: 0 };
  const report = health.report();
  return { ...said, state: healthState(report), deadLetters: report.parts["deadLetters"]?.counts?.["waiting"] ?? 0 };
}

type Resending = Pick<InstanceType<typeof import("../cluster/node.ts").ClusterNode>, "resend">;

function resender(
  { settings, log }: Base,
  { messages }: OwnLog,
  node: Resending,
): (sinceNs: bigint) => Promise<number> {
  const epochs = new Epochs({
    settings,
    choice: "layout",
    textOf: (number) => messages.epochText(number),
    onFinding: (sentence) => log.warn({ event: "cluster.resend" }, sentence),
  });
  const since = async function* (sinceNs: bigint) {
    const { committed } = messages.identity;
    for await (const { position: cursor, message: kept, epoch } of messages.kept()) {
      if (cursor > committed || kept.receivedNs < sinceNs) continue;
      await epochs.load(epoch);
      const message = { ...kept, payload: Uint8Array.from(kept.payload) };
      yield forwarded({ id: "", message, epoch, cursor }, epochs.of(epoch).of(message).addressOf(message));
    }
  };
  return async (sinceNs) => node.resend(since(sinceNs), messages.identity.uuid);
}
