/** The part that makes a process a node of a cluster, in addition to its roles. */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NO_EPOCH } from "../../intake/decoding-epoch.ts";
import { jumpSentence } from "../../journal/clock-jumps.ts";
import { DEAD_LETTER_COUNTERS } from "../../journal/counters.ts";
import { KeptFile, writeKept } from "../../lib/kept-file.ts";
import { removalIn } from "../../model/removal.ts";
import type { Running } from "../../model/running.ts";
import type { Keeping } from "../../model/signal-transport.ts";
import type { Facts } from "../../model/store.ts";
import type { Topics } from "../../model/topics.ts";
import { isEmbedded } from "../../store/store-settings.ts";
import type { Joining, Member, OwnJournal } from "../sharing.ts";
import { clusterApi } from "./cluster-api.ts";
import { epochFact } from "./epoch-fact.ts";
import { type AddressOf, forwarded } from "./forwarded.ts";
import type { ClusterSettings } from "./keys.ts";
import type { LiveBus } from "./live.ts";
import { clusterNames } from "./names.ts";
import type { ClusterNode, ClusterNodeOptions } from "./node.ts";
import { nodePrefix, ownRemoval, timeAt } from "./removals.ts";
import type { Withdrawn } from "./withdrawn.ts";

const STORE_CLAIM_MS = 3000;

/** @param live the bus of this process to others */
export async function joinCluster(joining: Joining, settings: ClusterSettings, live: LiveBus): Promise<Member> {
  const { ClusterNode } = await import("./node.ts");
  const { withCatalogue } = await import("./catalogue.ts");
  const { log, clock, routes, callers, own, roles, id, directory, onFailed, store } = joining;
  const follow = (number: number, upToNs: bigint) => {
    clock.useSlot(number, settings.nodes);
    // The previous holder's clock may have been ahead.
    const jump = upToNs === 0n ? undefined : clock.resumeAfter(upToNs);
    if (jump !== undefined) log.warn({ event: "clock.jumped" }, jumpSentence(jump));
  };
  let newLog: (created: string) => Promise<void> = async () => {};
  const withdrawn = own && (await openWithdrawn(joining, own));
  const journal = own && { directory, clock, onLost: onFailed, onNumber: follow };
  const node = new ClusterNode({
    settings,
    node: id,
    self: () => reportOf(joining, settings, () => node.deadLetters.waiting),
    onFinding: (sentence) => log.warn({ event: "cluster.finding" }, sentence),
    live,
    ...(journal && { journal }),
    ...(own && { onNewLog: (created: string) => newLog(created) }),
    ...(roles.includes("view") && { watching: joining.viewers }),
    ...(own && { signals: await signalsOf(joining, settings, own) }),
    ...(own && { deadLetters: own.deadLetters }),
    onRemoved: ({ database, measurement, ...removal }) =>
      joining.removed({ database, measurement, atNs: timeAt(removal, nodePrefix(id)) }),
    onLetters: joining.noteDeadLetters,
  });
  joining.shareAccess((name) => node.text(name));
  const resend = own && withdrawn && resender(joining, own, { withdrawn, node });
  if (resend !== undefined) newLog = await resendToNewLog(joining, resend);
  routes.route("/", clusterApi({ resend, retryRefused: () => node.retryRefused(), ...callers }));
  const start = async () => {
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
    { name: DEAD_LETTER_COUNTERS.part, status: () => node.deadLetters.status() },
    { name: "node", start, status: () => node.status(), close: () => node.close() },
  ];
  const forwarding = withdrawn && {
    settings,
    facts: node.facts,
    withdrawn,
    objection: () => node.claim?.objection,
    incarnation: () => node.claim?.incarnation ?? Promise.reject(new Error("this node takes no messages")),
  };
  return {
    facts: node.facts,
    epochText: sharedText(node.facts),
    follow: (stored) => {
      stored.onNewColumns(() => node.catalogue.changed());
      return withCatalogue(stored, node.catalogue);
    },
    node: { lab: settings.name, id },
    report: () => node.report(),
    // Without the servers, the other nodes cannot be asked.
    firstTimes: settings.acknowledge === "replicated" ? node.firstTimes : undefined,
    forward:
      own && forwarding && (async () => (await import("./forwarding.ts")).makeForwarding(joining, own, forwarding)),
    deadLetters: node.deadLetters,
    takeRetries: (retry) => node.takeRetries(retry),
    passRetry: (letter) => node.passRetry(letter),
    stored: (timeoutMs) => node.stored(timeoutMs),
    noteRemoval: (removal) => node.noteRemoval(removal, clock.nowNs()),
    nodesFor: (part) => node.nodesFor(part),
    parts,
  };
}

/** Longer than the interval at which a node shares its epochs again (twice a minute). */
const SHARED_AGAIN_MS = 75_000;

/**
 * If the text is missing, its node shares it again; only after that time does it count as lost. @throws Error until
 * then
 */
function sharedText(facts: Facts): Member["epochText"] {
  const missing = new Map<number, number>();
  return async (number) => {
    const text = await facts.recall?.(epochFact(number));
    const now = performance.now();
    const sinceMs = missing.get(number) ?? now;
    if (text !== undefined || now - sinceMs > SHARED_AGAIN_MS) {
      missing.delete(number);
      return text;
    }
    missing.set(number, sinceMs);
    throw new Error(`the servers do not have configuration ${number} of these messages; its node will share it again`);
  };
}

/** Messages whose senders were told that the service does not keep them. */
async function openWithdrawn({ directory, log }: Joining, { messages }: OwnJournal): Promise<Withdrawn> {
  let first = 0;
  for await (const { position } of messages.kept()) {
    first = position;
    break;
  }
  const { Withdrawn } = await import("./withdrawn.ts");
  const onFinding = (sentence: string) => log.warn({ event: "journal.finding" }, sentence);
  return Withdrawn.open(directory, messages.identity.uuid, first, onFinding);
}

/** A node that receives no messages has no broker: another node publishes its signals. */
async function signalsOf(
  { roles, broker, topics }: Joining,
  { name }: ClusterSettings,
  { signals, rows }: OwnJournal,
): Promise<NonNullable<ClusterNodeOptions["signals"]>> {
  if (roles.includes("ingest")) return { brokers: broker, pass: passOn({ signals, rows }, topics) };
  const { SignalRelay } = await import("./signal-relay.ts");
  const relay = new SignalRelay(clusterNames(name).signals);
  signals.useTransport(relay);
  rows.useTransport(relay);
  return { relay };
}

/** Rows have their own queue, so that they displace no signals. */
function passOn({ signals, rows }: Pick<OwnJournal, "signals" | "rows">, topics: Topics) {
  return (topic: string, payload: string, keeping: Keeping) => {
    if (topics.isForDevices(topic)) signals.put({ topic, payload });
    else rows.put({ topic, payload, retain: keeping === "retained" });
  };
}

function reportOf({ state, url, version, own, clock }: Joining, { role }: ClusterSettings, deadLetters: () => number) {
  const clockMs = Number(clock.nowNs() / 1_000_000n);
  const known = { role, version, url: url(), waiting: own?.messages.waiting ?? 0, clockMs };
  const now = state();
  // Parts that have not started report nothing.
  if (now === undefined) return { ...known, state: "down" as const, deadLetters: 0 };
  return { ...known, state: now, deadLetters: deadLetters() };
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
  { directory, log }: Joining,
  resend: (sinceNs: bigint) => Promise<number>,
): Promise<(created: string) => Promise<void>> {
  const path = join(directory, "cluster-log");
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

interface Resending {
  readonly withdrawn: Pick<Withdrawn, "has">;
  readonly node: Pick<ClusterNode, "resend" | "removals">;
}

function resender(
  { epochs: epochsOf, log }: Joining,
  { messages }: OwnJournal,
  { withdrawn, node }: Resending,
): (sinceNs: bigint) => Promise<number> {
  const epochs = epochsOf({
    choice: "layout",
    textOf: (number) => messages.epochText(number),
    onFinding: (sentence) => log.warn({ event: "cluster.resend" }, sentence),
  });
  const addressOf: AddressOf = ({ message, epoch = NO_EPOCH }) => epochs.of(epoch).of(message).addressOf(message);
  // Those of before this process was a node of the cluster.
  const noteRemovals = async () => {
    for await (const { message } of messages.kept()) {
      const removal = removalIn({ id: "", message });
      if (removal !== undefined)
        await node.removals.note(ownRemoval(removal, messages.identity.uuid, message.receivedNs));
    }
  };
  const since = async function* (sinceNs: bigint) {
    const { committed } = messages.identity;
    await noteRemovals();
    for await (const { position: cursor, message: kept, epoch } of messages.kept()) {
      if (cursor > committed || kept.receivedNs < sinceNs || withdrawn.has(cursor)) continue;
      if (removalIn({ id: "", message: kept }) !== undefined) continue;
      await epochs.load(epoch);
      const message = { ...kept, payload: Uint8Array.from(kept.payload) };
      yield forwarded({ id: "", message, epoch, cursor }, addressOf);
    }
  };
  return async (sinceNs) => node.resend(since(sinceNs), messages.identity.uuid);
}
