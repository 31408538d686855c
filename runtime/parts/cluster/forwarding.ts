/**
 * Brings a node's journal to the cluster's log, in the thread that answers senders: they wait for it, and every change
 * of thread would delay them.
 */

import { NO_EPOCH } from "../../intake/decoding-epoch.ts";
import type { Rejection } from "../../intake/intake.ts";
import type { DeadLetterLog } from "../../journal/dead-letter-log.ts";
import type { NumberedText } from "../../journal/epoch-texts.ts";
import type { FileLog } from "../../journal/file-log.ts";
import type { Log } from "../../lib/log.ts";
import type { JournalPosition } from "../../model/journal-entry.ts";
import type { LogWriter } from "../../model/message-log.ts";
import type { Running } from "../../model/running.ts";
import type { Facts, RefusedPoint } from "../../model/store.ts";
import { StoreWriter, type WriterLimits } from "../../store/store-writer.ts";
import type { Joining, OwnJournal } from "../sharing.ts";
import { FORWARDER_COUNTERS } from "./counters.ts";
import { epochFact } from "./epoch-fact.ts";
import { type AddressOf, forwarded } from "./forwarded.ts";
import type { Forwarder, ForwarderOptions } from "./forwarder.ts";
import type { ClusterSettings } from "./keys.ts";
import { ReplicatedLog } from "./replicated-log.ts";

export interface ForwardingOptions extends Pick<ForwarderOptions, "share" | "incarnation" | "withdrawn"> {
  readonly settings: ClusterSettings;
  readonly epochs: Joining["epochs"];
  readonly messages: FileLog;
  /** The epoch of new messages. */
  readonly epoch: NumberedText;
  readonly deadLetters: Pick<DeadLetterLog, "durable">;
  readonly onRefused: (rejection: Rejection, key: string) => void;
  readonly log: Log;
}

export interface Forwarding {
  readonly forwarder: Forwarder;
  readonly writer: StoreWriter;
}

const CLOSE_MS = 1000;

/** Senders wait for the frame: it is sent as soon as the previous one is acknowledged, and what comes meanwhile is in the next one. */
const LIMITS: Partial<WriterLimits> = {
  batchAgeMs: 0,
  longestAgeMs: 0,
  retry: { firstMs: 100, longestMs: 400 },
};

/** Call it before anything is appended to the log. */
export async function openForwarding(options: ForwardingOptions): Promise<Forwarding> {
  const { settings, epochs: epochsOf, messages, epoch, deadLetters, onRefused, log, ...ofFrames } = options;
  const finding = (event: string) => (sentence: string) => log.warn({ event }, sentence);
  const textOf = (number: number) => messages.epochText(number);
  const epochs = epochsOf({ textOf, onFinding: finding("cluster.epoch") });
  for (const problem of await epochs.begin(epoch)) log.warn({ event: "cluster.epoch" }, problem);
  const { Forwarder } = await import("./forwarder.ts");
  const onFinding = finding("cluster.frame");
  const of = { settings, tailAtStart: messages.end, onFinding };
  const forwarder = new Forwarder({ ...of, ...ofFrames });
  const addressOf: AddressOf = ({ message, epoch: number = NO_EPOCH }) =>
    epochs.of(number).of(message).addressOf(message);
  const writer = new StoreWriter({
    store: forwarder,
    log: messages.reader(),
    prepare: ({ epoch: number }) => epochs.load(number),
    decode: (entry) => [forwarded(entry, addressOf)],
    deadLetters,
    onRefused: (refused) => onRefused(rejectionOf(refused), refused.point.origin.id),
    onFinding: finding("cluster.retry"),
    limits: LIMITS,
  });
  return { forwarder, writer };
}

/** The payload is a view of a block, which would be kept as a whole. */
function rejectionOf({ point, error }: RefusedPoint): Rejection {
  const { message } = point.origin;
  return { error, message: { ...message, payload: Uint8Array.from(message.payload) } };
}

/** @returns the log for intake, which acknowledges what the cluster's log has */
export async function makeForwarding(
  { epochs, epoch, log, drained }: Joining,
  { messages, deadLetters, refuse }: OwnJournal,
  { settings, facts, incarnation, withdrawn, objection }: ForwardingNode,
): Promise<{ readonly log: LogWriter; readonly parts: readonly Running[] }> {
  const share = async (number: number) => {
    const text = await messages.epochText(number);
    if (text !== undefined) await facts.remember(epochFact(number), text);
  };
  const onRefused = (rejection: Rejection, key: string) => refuse(rejection, key);
  const of = { settings, epochs, messages, deadLetters, log, withdrawn };
  const { forwarder, writer } = await openForwarding({ ...of, epoch: epoch(), share, incarnation, onRefused });
  const parts: readonly Running[] = [
    {
      name: FORWARDER_COUNTERS.part,
      status: () => forwarder.status(),
      start: () => writer.start(),
      ...drained(writer),
      close: async () => {
        await writer.stop(CLOSE_MS);
        await forwarder.close();
      },
    },
    { name: "forwarder", status: () => writer.status() },
  ];
  const { acknowledge } = settings;
  const withdraw = (position: JournalPosition) => forwarder.withdraw(position);
  return { log: new ReplicatedLog({ messages, acknowledge, objection, withdraw }), parts };
}

interface ForwardingNode {
  readonly settings: ClusterSettings;
  readonly facts: Pick<Facts, "remember">;
  /** The number of this run, once the servers have assigned it. */
  readonly incarnation: () => Promise<number>;
  readonly withdrawn: ForwarderOptions["withdrawn"];
  /** Why this node cannot take messages now. */
  readonly objection: () => string | undefined;
}
