/** The process's own log in files, with its dead letters, behind intake: ingest writes it, the store reads it. */

import { ReplicatedLog } from "../cluster/replicated-log.ts";
import type { Withdrawn } from "../cluster/withdrawn.ts";
import type { Settings } from "../config/settings.ts";
import { busRecord } from "../intake/bus-record.ts";
import { jumpSentence } from "../journal/clock-jumps.ts";
import { CursorFile } from "../journal/cursor-file.ts";
import { openDeadLetters } from "../journal/dead-letter-log.ts";
import type { DeadLetter, DeadLetterLog } from "../journal/dead-letters.ts";
import { type FileJournal, openJournal } from "../journal/file-journal.ts";
import { FileLog } from "../journal/file-log.ts";
import { FirstTimesFile } from "../journal/first-times-file.ts";
import type { JournalPosition } from "../journal/journal.ts";
import type { PublishedPlace } from "../publish/home-assistant.ts";
import { Outbox } from "../publish/outbox.ts";
import { Republisher, republishing } from "../publish/republisher.ts";
import { AlarmBook } from "../signals/alarm-book.ts";
import { LimitAlarms } from "../signals/limit-alarms.ts";
import { MqttSignals } from "../signals/mqtt-signals.ts";
import { Notices } from "../signals/notices.ts";
import { backlogsOf, outputNames } from "../store/open-store.ts";
import { isAnnotations } from "../telemetry/address.ts";
import { tellIn } from "../telemetry/bounds.ts";
import { formatNs } from "../telemetry/clock.ts";
import type { Message } from "../telemetry/message.ts";
import { OwnMark } from "../telemetry/own-mark.ts";
import type { Point } from "../telemetry/point.ts";
import type { Base } from "./base.ts";
import { type ComposedIntake, composeIntake } from "./compose-intake.ts";
import { limitRules, ofRealms } from "./device-rules.ts";

/** Callbacks for interested parts. */
export interface PublishedEvents {
  /** Called with places whose rows are published for the first time. */
  onPlaces?: (places: readonly PublishedPlace[]) => void;
  /** Called after the configuration was read again. */
  onReload?: () => void;
}

export interface OwnLog extends ComposedIntake {
  readonly messages: FileLog;
  readonly deadLetters: DeadLetterLog;
  readonly signals: MqttSignals;
  /** Rows to publish. */
  readonly rows: Outbox;
  readonly published: PublishedEvents;
  /** Marks messages that the service itself publishes on topics of devices. */
  readonly mark: OwnMark;
  /** In a cluster: messages whose senders were told that the service does not keep them. */
  readonly withdrawn?: Withdrawn;
}

/** Maximum number of rows without the broker's confirmation. */
const ROWS_IN_FLIGHT = 200;
/** Number of dead letters whose reasons are shown again after a restart. */
const RECALLED_ERRORS = 1000;
/** A message's rows without times of their own get times up to this long after the message's, ns. */
const ROWS_OF_A_MESSAGE_NS = 10_000_000n;

export async function openOwnLog(base: Base): Promise<OwnLog> {
  const { settings, log, parts, decoding, channels } = base;
  const finding = (event: string) => (sentence: string) => log.warn({ event }, sentence);
  const onFinding = finding("journal.finding");
  const journal = await openJournal({ ...settings.journal, onFinding }).catch((error: NodeJS.ErrnoException) => {
    throw unusable(settings.journal.directory, error);
  });
  const { cluster } = settings;
  // In a cluster, only the forwarder to the cluster's log reads the journal.
  const ofOutputs = cluster === undefined && (await outputsOf(settings, journal));
  const messages = new FileLog(journal, { onFinding, ...(cluster && { keepMs: cluster.keepMs }), ...ofOutputs });
  const close = async () => {
    await messages.close();
    await journal.close();
  };
  parts.add({ name: "journal", status: () => journal.status(), close });
  await messages.record(decoding.now.epoch);
  await messages.takeBack(decoding.now.epoch.number, onFinding);
  const objection = () => base.current.objection();
  const withdrawn = cluster && (await openWithdrawn(settings, messages));
  const withdraw = (position: JournalPosition) => base.current.withdraw(position);
  const writer = cluster && new ReplicatedLog({ messages, acknowledge: cluster.acknowledge, objection, withdraw });
  base.current.oldestWaitingSeconds = () => messages.oldestWaitingSeconds;
  const deadLetters = await openDeadLetters(`${settings.journal.directory}/dead-letters`, {
    onFinding: finding("dead-letters.finding"),
  });
  const name = cluster === undefined ? "deadLetters" : "own dead letters";
  parts.add({ name, status: () => deadLetters.status(), close: () => deadLetters.close() });
  noteLetters(base, await deadLetters.list({ limit: RECALLED_ERRORS }));
  const keys = await FirstTimesFile.open(settings.journal.directory);
  parts.add({ name: "keys", close: () => keys.close() });
  const firstTimes = { of: (name: bigint, timeNs: bigint) => (base.current.firstTimes ?? keys).of(name, timeNs) };
  const signals = new MqttSignals();
  const { book, notices } = await openAlarms(base);
  const rows = new Outbox({ bound: "mqtt-rows", inFlight: ROWS_IN_FLIGHT, tell: tellIn(log) });
  const rules = ofRealms(() => base.current.configuration.settings.realms, limitRules);
  const alarms = new LimitAlarms({
    channels: () => channels.served(),
    deviceRules: rules,
    addressTopics: (message) => decoding.now.of(message).errorTopics(message),
    publish: (topic, signal) => signals.publishAlarm(topic, signal),
    saidBefore: (database, measurement, column) => book.levelOf({ database, measurement, column }),
    setLimits: book.limits,
    onSignal: (database, signal) => book.note(database, signal),
  });
  await messages.lookBack();
  await resumeClock(base, messages);
  const mark = new OwnMark(cluster?.name ?? messages.identity.uuid);
  const republisher = new Republisher({
    realms: ofRealms(() => base.current.configuration.settings.realms, republishing),
    arrivalTopic: (message) => decoding.now.of(message).arrivalTopic?.(message),
    put: (item) => rows.put(item),
    mark,
  });
  const tellEvent = (point: Omit<Point, "origin">, message: Message) => {
    const kind = decoding.now.of(message);
    // A struct may have the same name.
    if (kind.rowTopic?.({ ...point, origin: { message, id: "" } })?.channel !== undefined) return;
    notices.tell("events", point.database, () => ({ address: kind.addressOf(message), ...busRecord(point) }));
  };
  const intake = composeIntake({
    ...base,
    writer: writer ?? messages,
    deadLetters,
    signals,
    firstTimes,
    onPoint: (point, message) => {
      alarms.see(point, message);
      republisher.see(point, message);
      base.current.commands?.see(point, message);
      if (isAnnotations(point.measurement)) tellEvent(point, message);
    },
  });
  return { messages, deadLetters, signals, rows, mark, published: {}, ...(withdrawn && { withdrawn }), ...intake };
}

async function openWithdrawn({ journal }: Settings, messages: FileLog): Promise<Withdrawn> {
  let first = 0;
  for await (const { position } of messages.kept()) {
    first = position;
    break;
  }
  const { Withdrawn } = await import("../cluster/withdrawn.ts");
  return Withdrawn.open(journal.directory, messages.identity.uuid, first);
}

/** Alarms are kept beside the journal and sent as the configuration says. */
async function openAlarms({ settings, current, parts, log }: Base): Promise<{ book: AlarmBook; notices: Notices }> {
  const problem = (sentence: string) => log.warn({ event: "alarms" }, sentence);
  const book = await AlarmBook.open(`${settings.journal.directory}/alarms.json`, problem);
  const path = `${settings.journal.directory}/notices.json`;
  const notices = await Notices.open(path, settings, { onProblem: problem, tell: tellIn(log) });
  book.onRaised((entry) => notices.tell("alarms", entry.database, () => entry));
  current.alarms = book;
  current.notices = notices;
  parts.add({
    name: "alarms",
    status: () => notices.status(book.activeCount),
    close: async () => {
      await notices.close();
      await book.close();
    },
  });
  return { book, notices };
}

async function outputsOf(settings: Settings, { identity, tail, committed }: FileJournal) {
  const { journal } = settings;
  const outputs = backlogsOf(settings, journal.maxBytes);
  const of = { directory: journal.directory, uuid: identity.uuid, tail, committed };
  return { outputs, cursors: await CursorFile.open(of, outputNames(settings)) };
}

const UNUSABLE: Readonly<Record<string, string>> = {
  EEXIST: "there is a file of that name",
  ENOTDIR: "there is a file of that name",
  // Its parent exists, such as /proc.
  ENOENT: "no folder can be created there",
  EACCES: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};

/** The error for a path that is not a folder or not writable. */
function unusable(directory: string, error: NodeJS.ErrnoException): Error {
  if (error.code === undefined) return error;
  const reason = UNUSABLE[error.code] ?? error.message;
  return new Error(`[journal] directory: ${directory} cannot be used, ${reason}; name a folder that can be written`);
}

/** Shows again, after a restart, why messages were rejected. */
export function noteLetters({ decoding, recentErrors }: Base, letters: readonly DeadLetter[]): void {
  for (const { message, code, error } of letters) {
    const { source, receivedNs } = message;
    const address = decoding.now.of(message).addressOf(message);
    recentErrors.note({ time: formatNs(receivedNs), source, address, code, signal: error });
  }
}

/**
 * Times of receipt must follow those of the previous process, or begin a new era if the system clock was set back [D16,
 * D46].
 */
async function resumeClock({ clock, jumps, log, settings }: Base, messages: FileLog): Promise<void> {
  await jumps.open(settings.journal.directory, (sentence) => log.warn({ event: "clock.jumps" }, sentence));
  const newestNs = await messages.newestReceiptNs(clock.stepNs);
  const jump = newestNs === undefined ? undefined : clock.resumeAfter(newestNs + ROWS_OF_A_MESSAGE_NS);
  if (jump === undefined) return;
  log.warn({ event: "clock.jumped" }, jumpSentence(jump));
  await jumps.add(jump);
}
