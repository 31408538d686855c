/** The process's own log in files, with its dead letters, behind intake: ingest writes it, the store reads it. */

import { jumpSentence } from "../journal/clock-jumps.ts";
import { JOURNAL_COUNTERS } from "../journal/counters.ts";
import { CursorFile } from "../journal/cursor-file.ts";
import { type DeadLetterLog, openDeadLetters } from "../journal/dead-letter-log.ts";
import type { DeadLetter } from "../journal/dead-letters.ts";
import { type FileJournal, openJournal } from "../journal/file-journal.ts";
import { FileLog } from "../journal/file-log.ts";
import { FirstTimesFile } from "../journal/first-times-file.ts";
import { dictionary } from "../lib/dictionary.ts";
import { permissionDenied } from "../lib/permission-denied.ts";
import { tellIn } from "../model/bounds.ts";
import { ownerOf } from "../model/message.ts";
import { OwnMark } from "../model/own-mark.ts";
import type { Ingest } from "../parts/part-kind.ts";
import type { Settings } from "../settings/settings.ts";
import { Outbox } from "../signals/outbox.ts";
import { backlogsOf, outputNames } from "../store/open-store.ts";
import type { Base } from "./base.ts";
import { composeRefusals, type Rejected } from "./compose-refusals.ts";

/** What a process with a journal has before it takes messages. */
export interface OwnLog {
  readonly messages: FileLog;
  readonly deadLetters: DeadLetterLog;
  readonly rejected: Rejected;
  /** When messages with keys came first. */
  readonly firstTimes: FirstTimesFile;
  readonly outgoing: Outgoing;
}

/** Maximum numbers without the broker's confirmation. */
const SIGNALS_IN_FLIGHT = 20;
const ROWS_IN_FLIGHT = 200;
/** Number of dead letters whose reasons are shown again after a restart. */
const RECALLED_ERRORS = 1000;
/** A message's rows without times of their own get times up to this long after the message's, ns. */
const ROWS_OF_A_MESSAGE_NS = 10_000_000n;

export async function openOwnLog(base: Base): Promise<OwnLog> {
  const { started: settings, log, parts, inForce } = base;
  const finding = (event: string) => (sentence: string) => log.warn({ event }, sentence);
  const onFinding = finding("journal.finding");
  const journal = await openJournal({ ...settings.journal, ownerOf, onFinding }).catch(
    (error: NodeJS.ErrnoException) => {
      throw unusable(settings.journal.directory, error);
    },
  );
  const { cluster } = settings;
  // In a cluster, only the forwarder to the cluster's log reads the journal.
  const ofOutputs = cluster === undefined && (await outputsOf(settings, journal, onFinding));
  const messages = new FileLog(journal, { onFinding, ...(cluster && { keepMs: cluster.keepMs }), ...ofOutputs });
  const close = async () => {
    await messages.close();
    await journal.close();
  };
  parts.add({ name: JOURNAL_COUNTERS.part, status: () => journal.status(), close });
  await messages.record(inForce.now.epoch);
  await messages.takeBack(inForce.now.epoch.number, onFinding);
  const deadLetters = await openDeadLetters(`${settings.journal.directory}/dead-letters`, {
    onFinding: finding("dead-letters.finding"),
    tell: tellIn(log),
  });
  const name = cluster === undefined ? "deadLetters" : "own dead letters";
  parts.add({ name, status: () => deadLetters.status(), close: () => deadLetters.close() });
  noteDeadLetters(base, await deadLetters.list({ limit: RECALLED_ERRORS }));
  const firstTimes = await FirstTimesFile.open(settings.journal.directory, undefined, finding("journal.finding"));
  parts.add({ name: "keys", close: () => firstTimes.close() });
  const signals = new Outbox({ what: "error signals", bound: "mqtt-signals", inFlight: SIGNALS_IN_FLIGHT });
  const rows = new Outbox({ what: "rows", bound: "mqtt-rows", inFlight: ROWS_IN_FLIGHT, tell: tellIn(log) });
  const mark = new OwnMark(cluster?.name ?? messages.identity.uuid);
  const outgoing: Outgoing = { signals, rows, mark };
  await openIngestParts(base, outgoing);
  await messages.lookBack();
  await resumeClock(base, messages);
  return {
    messages,
    deadLetters,
    rejected: composeRefusals(base, deadLetters, signals),
    firstTimes,
    outgoing,
  };
}

async function outputsOf(
  settings: Settings,
  { identity, tail, committed }: FileJournal,
  onFinding: (sentence: string) => void,
) {
  const { journal } = settings;
  const outputs = backlogsOf(settings, journal.maxBytes);
  const of = { directory: journal.directory, uuid: identity.uuid, tail, committed };
  return { outputs, cursors: await CursorFile.open(of, outputNames(settings), onFinding) };
}

const UNUSABLE: Readonly<Record<string, string>> = dictionary({
  EEXIST: "there is a file of that name",
  ENOTDIR: "there is a file of that name",
  // Its parent exists, such as /proc.
  ENOENT: "no folder can be created there",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
});

/** The error for a path that is not a folder or not writable. */
function unusable(directory: string, error: NodeJS.ErrnoException): Error {
  if (error.code === undefined) return error;
  const begin = `[journal] directory: ${directory} cannot be used`;
  if (error.code === "EACCES") return new Error(`${begin}, ${permissionDenied(error.path ?? directory, directory)}`);
  const reason = UNUSABLE[error.code] ?? error.message;
  return new Error(`${begin}, ${reason}; name a folder that can be written`);
}

/** Shows again, after a restart, why messages were rejected. */
export function noteDeadLetters({ inForce, recentErrors }: Base, letters: readonly DeadLetter[]): void {
  for (const { message, code, error } of letters) {
    const { source, receivedNs } = message;
    const address = inForce.now.of(message).addressOf(message);
    recentErrors.note({ receivedNs, source, address, code, signal: error });
  }
}

/**
 * Times of receipt must follow those of the previous process, or begin a new era if the system clock was set back [D16,
 * D46].
 */
async function resumeClock({ clock, jumps, log, started }: Base, messages: FileLog): Promise<void> {
  await jumps.open(started.journal.directory, (sentence) => log.warn({ event: "clock.jumps" }, sentence));
  const newestNs = await messages.newestReceiptNs(clock.stepNs);
  const jump = newestNs === undefined ? undefined : clock.resumeAfter(newestNs + ROWS_OF_A_MESSAGE_NS);
  if (jump === undefined) return;
  log.warn({ event: "clock.jumped" }, jumpSentence(jump));
  await jumps.add(jump);
}

/** What the service itself publishes over MQTT. */
interface Outgoing {
  readonly signals: Outbox;
  readonly rows: Outbox;
  /** Marks messages that it publishes on topics of devices. */
  readonly mark: OwnMark;
}

/** Opens the parts that see this log: what follows accepted messages is there before the first one. */
async function openIngestParts(base: Base, { signals, rows, mark }: Outgoing): Promise<void> {
  const { started, inForce, log, clock, events, provided, parts, realmOf } = base;
  rows.onConnected(() => events.emit("connected"));
  const ingest: Ingest = {
    log,
    clock,
    events,
    provided,
    directory: started.journal.directory,
    channels: () => inForce.served(),
    channelSettings: () => inForce.settings.channels,
    realms: () => inForce.settings.realms,
    realmOf,
    decoding: inForce,
    signal: (topic, signal) => signals.publish(topic, signal),
    publish: (row) => rows.put(row),
    mark,
  };
  for (const { open } of base.openedParts) {
    const running = await open.ingest?.(ingest);
    if (running !== undefined) parts.add(running);
  }
}
