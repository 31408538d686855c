/** The part that makes a process a node of a cluster, in addition to its roles. */

import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clusterApi } from "../api/cluster-api.ts";
import { healthState } from "../api/health.ts";
import { type AddressOf, forwarded } from "../cluster/forwarded.ts";
import type { ClusterSettings } from "../cluster/keys.ts";
import { clusterNames } from "../cluster/names.ts";
import type { ClusterNodeOptions } from "../cluster/node.ts";
import type { Role } from "../config/cluster-roles.ts";
import { NO_EPOCH } from "../intake/decoding-epoch.ts";
import { jumpSentence } from "../journal/clock-jumps.ts";
import { DEAD_LETTER_COUNTERS } from "../journal/counters.ts";
import type { DeadLetter } from "../journal/dead-letters.ts";
import { KeptFile, writeKept } from "../lib/kept-file.ts";
import type { Running } from "../model/running.ts";
import type { Keeping } from "../model/signal-transport.ts";
import type { StoreAccess } from "../model/store.ts";
import type { Topics } from "../model/topics.ts";
import type { Settings } from "../settings/settings.ts";
import { isEmbedded } from "../store/store-settings.ts";
import { Epochs } from "../store-thread/epochs.ts";
import type { Base } from "./base.ts";
import type { Outgoing } from "./ingest-parts.ts";
import { kindsOf } from "./message-kinds.ts";
import { noteDeadLetters, type OwnLog } from "./own-log.ts";

export type Retry = (letter: DeadLetter) => Promise<void>;

export type ClusterMember = Awaited<ReturnType<typeof joinCluster>>;

const STORE_CLAIM_MS = 3000;

/** @param ownLog absent if the process receives no messages */
export async function joinCluster(
  base: Base,
  settings: ClusterSettings,
  ownLog: OwnLog | undefined,
  roles: readonly Role[],
) {
  const { ClusterNode } = await import("../cluster/node.ts");
  const { withCatalogue } = await import("../cluster/catalogue.ts");
  const { log, clock, app, access } = base;
  const id = ownLog?.messages.identity.uuid ?? viewId(base.started);
  const follow = (number: number, upToNs: bigint) => {
    clock.useSlot(number, settings.nodes);
    // The previous holder's clock may have been ahead.
    const jump = upToNs === 0n ? undefined : clock.resumeAfter(upToNs);
    if (jump !== undefined) log.warn({ event: "clock.jumped" }, jumpSentence(jump));
  };
  const { onFailed } = base;
  let newLog: (created: string) => Promise<void> = async () => {};
  const journal = ownLog && { directory: base.started.journal.directory, clock, onLost: onFailed, onNumber: follow };
  const node = new ClusterNode({
    settings,
    node: id,
    self: () => saidOf(base, settings, ownLog, () => node.letters.waiting),
    onFinding: (sentence) => log.warn({ event: "cluster.finding" }, sentence),
    live: base.live!,
    ...(journal && { journal }),
    ...(ownLog && { onNewLog: (created: string) => newLog(created) }),
    ...(roles.includes("view") && { watching: base.viewers }),
    ...(ownLog && { signals: await signalsOf(base, settings, ownLog, roles) }),
    ...(ownLog && { deadLetters: ownLog.deadLetters }),
    onLetters: (letters) => noteDeadLetters(base, letters),
  });
  access?.share({ users: node.text("users"), sessions: node.text("sessions") });
  const resend = ownLog && resender(base, ownLog, node);
  if (resend !== undefined) newLog = await resendToNewLog(base, resend);
  app.route("/", clusterApi({ resend, retryRefused: () => node.retryRefused(), ...base.callers }));
  const start = async () => {
    const { store } = base.started;
    if (roles.includes("store") && isEmbedded(store)) {
      const claimed = node.claimEmbeddedStore(store.path);
      // Without servers the node still starts, if it has been a member of the cluster before.
      await Promise.race([claimed, sleep(STORE_CLAIM_MS, undefined, { ref: false })]);
      claimed.catch((error: Error) => onFailed(error.message));
    }
    if (node.claim !== undefined) {
      const upToNs = await node.claim.claim();
      follow(node.claim.value!, upToNs);
    }
  };
  const parts: Running[] = [
    { name: DEAD_LETTER_COUNTERS.part, status: () => node.letters.status() },
    { name: "node", start, status: () => node.status(), close: () => node.close() },
  ];
  return {
    facts: node.facts,
    /** Adds the updates of other nodes to the store. */
    follow: (store: StoreAccess) => {
      store.onNewColumns(() => node.catalogue.changed());
      return withCatalogue(store, node.catalogue);
    },
    node: { lab: settings.name, id },
    /** The state of all nodes. */
    report: () => node.report(),
    /** Why this node cannot take messages now. */
    objection: () => node.claim?.objection,
    /** First times of all nodes. Without the servers, the other nodes cannot be asked: undefined. */
    firstTimes: settings.acknowledge === "replicated" ? node.firstTimes : undefined,
    /** The number of this run, once the servers have assigned it. */
    incarnation: () => node.claim?.incarnation ?? Promise.reject(new Error("this node takes no messages")),
    /** Dead letters of all nodes. */
    letters: node.letters,
    /** Serves retries for nodes that cannot retry themselves. */
    takeRetries: (retry: Retry) => node.takeRetries(retry),
    /** Asks a capable node to retry. */
    passRetry: (letter: DeadLetter) => node.passRetry(letter),
    /** Waits until the stores have everything that the cluster's log has now. False after this time. */
    stored: (timeoutMs: number) => node.stored(timeoutMs),
    /** The other nodes, for a part that asks them. */
    nodesFor: (part: string) => node.nodesFor(part),
    parts,
  };
}

/**
 * A view has no journal: after a restart it has the same ID if it runs on the same machine with the same configuration.
 */
function viewId({ file, http }: Settings): string {
  const text = JSON.stringify([hostname(), file, http.listen]);
  const digits = createHash("sha256").update(text).digest("hex");
  return [digits.slice(0, 8), ...[8, 12, 16].map((at) => digits.slice(at, at + 4)), digits.slice(20, 32)].join("-");
}

/** A node that receives no messages has no broker: another node publishes its signals. */
async function signalsOf(
  { started: { mqtt }, inForce }: Base,
  { name }: ClusterSettings,
  { outgoing: { signals, rows } }: OwnLog,
  roles: readonly Role[],
): Promise<NonNullable<ClusterNodeOptions["signals"]>> {
  if (roles.includes("ingest")) {
    const brokers = mqtt.url === undefined ? "own" : "shared";
    return { brokers, pass: passOn({ signals, rows }, inForce.now.addressing.topics) };
  }
  const { SignalRelay } = await import("../cluster/signal-relay.ts");
  const relay = new SignalRelay(clusterNames(name).signals);
  signals.useTransport(relay);
  rows.useTransport(relay);
  return { relay };
}

/** Rows have their own queue, so that they displace no signals. */
function passOn({ signals, rows }: Pick<Outgoing, "signals" | "rows">, topics: Topics) {
  return (topic: string, payload: string, keeping: Keeping) => {
    if (topics.isForDevices(topic)) signals.put({ topic, payload });
    else rows.put({ topic, payload, retain: keeping === "retained" });
  };
}

function saidOf(
  { health, endpoint, version }: Base,
  { role }: ClusterSettings,
  ownLog: OwnLog | undefined,
  deadLetters: () => number,
) {
  const waiting = ownLog?.messages.waiting ?? 0;
  const said = { role, version, url: endpoint.deviceUrl ?? "", waiting };
  // Parts that have not started report nothing.
  if (!health.ready) return { ...said, state: "down" as const, deadLetters: 0 };
  return { ...said, state: healthState(health.report()), deadLetters: deadLetters() };
}

const FORMER_LOG = "former-cluster-logs";

/** A time: a file from before sums may hold any text. */
async function creation() {
  const z = await import("zod");
  return z.object({ created: z.string().regex(/^\d{4}-/) });
}

/**
 * Messages that were only in the former log, and in no store, are lost with it. The journal keeps them for a while:
 * send them again.
 */
async function resendToNewLog(
  { started, log }: Base,
  resend: (sinceNs: bigint) => Promise<number>,
): Promise<(created: string) => Promise<void>> {
  const path = join(started.journal.directory, "cluster-log");
  let isDamaged = false;
  const onProblem = (sentence: string) => {
    isDamaged = true;
    log.warn({ event: "cluster.finding" }, sentence);
  };
  const older = (text: string) => ({ created: text });
  const kept = await KeptFile.read(path, FORMER_LOG, creation, onProblem, older);
  let known = kept?.created;
  return async (created) => {
    if (known === created) return;
    if (known !== undefined || isDamaged) {
      const resent = await resend(0n);
      const why = known === undefined ? "may have been created anew" : `was created anew at ${created}`;
      const sentence = `the cluster's log ${why}: ${resent} messages of the journal were sent again`;
      log.warn({ event: "cluster.resent" }, sentence);
    }
    await writeKept(path, FORMER_LOG, { created });
    known = created;
  };
}

type Resending = Pick<InstanceType<typeof import("../cluster/node.ts").ClusterNode>, "resend">;

function resender(
  { started: settings, log }: Base,
  { messages, withdrawn }: OwnLog,
  node: Resending,
): (sinceNs: bigint) => Promise<number> {
  const epochs = new Epochs({
    kindsOf,
    settings,
    choice: "layout",
    textOf: (number) => messages.epochText(number),
    onFinding: (sentence) => log.warn({ event: "cluster.resend" }, sentence),
  });
  const addressOf: AddressOf = ({ message, epoch = NO_EPOCH }) => epochs.of(epoch).of(message).addressOf(message);
  const since = async function* (sinceNs: bigint) {
    const { committed } = messages.identity;
    for await (const { position: cursor, message: kept, epoch } of messages.kept()) {
      if (cursor > committed || kept.receivedNs < sinceNs || withdrawn?.has(cursor) === true) continue;
      await epochs.load(epoch);
      const message = { ...kept, payload: Uint8Array.from(kept.payload) };
      yield forwarded({ id: "", message, epoch, cursor }, addressOf);
    }
  };
  return async (sinceNs) => node.resend(since(sinceNs), messages.identity.uuid);
}
