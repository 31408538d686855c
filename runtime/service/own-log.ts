/** The process's own log, in files, with the dead letters beside it and intake before it: what ingest writes and the store reads. */

import { ReplicatedLog } from "../cluster/replicated-log.ts";
import { openDeadLetters } from "../journal/dead-letter-log.ts";
import type { DeadLetter, DeadLetterLog } from "../journal/dead-letters.ts";
import { openJournal } from "../journal/file-journal.ts";
import { FileLog } from "../journal/file-log.ts";
import { LimitAlarms } from "../signals/limit-alarms.ts";
import { MqttSignals } from "../signals/mqtt-signals.ts";
import { formatNs } from "../telemetry/clock.ts";
import type { Base } from "./base.ts";
import { type ComposedIntake, composeIntake } from "./compose-intake.ts";
import { limitRules } from "./device-rules.ts";

export interface OwnLog extends ComposedIntake {
  readonly messages: FileLog;
  readonly deadLetters: DeadLetterLog;
  readonly signals: MqttSignals;
}

/** Dead letters whose reasons are told again after a restart. */
const RECALLED_ERRORS = 1000;
/** Rows of a message without times of their own have times behind its own. */
const ROWS_OF_A_MESSAGE_NS = 10_000_000n;

export async function openOwnLog(base: Base): Promise<OwnLog> {
  const { settings, log, parts, kinds, channels } = base;
  const finding = (event: string) => (sentence: string) => log.warn({ event }, sentence);
  const onFinding = finding("journal.finding");
  const journal = await openJournal({ ...settings.journal, onFinding });
  parts.add({ name: "journal", status: () => journal.status(), close: () => journal.close() });
  const { cluster } = settings;
  const messages = new FileLog(journal, { onFinding, ...(cluster && { keepMs: cluster.keepMs }) });
  const objection = () => base.current.objection();
  const writer = cluster && new ReplicatedLog({ messages, acknowledge: cluster.acknowledge, objection });
  base.current.oldestWaitingSeconds = () => messages.oldestWaitingSeconds;
  const deadLetters = await openDeadLetters(`${settings.journal.directory}/dead-letters`, {
    onFinding: finding("dead-letters.finding"),
  });
  const name = cluster === undefined ? "deadLetters" : "own dead letters";
  parts.add({ name, status: () => deadLetters.status(), close: () => deadLetters.close() });
  noteLetters(base, deadLetters.list({ limit: RECALLED_ERRORS }));
  const signals = new MqttSignals();
  const deviceRules = limitRules(settings.realms);
  const alarms = new LimitAlarms({
    channels: () => channels.served(),
    ...(deviceRules && { deviceRules }),
    addressTopics: (message) => kinds.of(message).errorTopics(message),
    publish: (topic, signal) => signals.publishAlarm(topic, signal),
  });
  await messages.lookBack();
  await resumeClock(base, messages);
  const intake = composeIntake({
    ...base,
    writer: writer ?? messages,
    deadLetters,
    signals,
    onPoint: (point, message) => alarms.see(point, message),
  });
  return { messages, deadLetters, signals, ...intake };
}

/** Tells again why there is no data. */
export function noteLetters({ kinds, recentErrors }: Base, letters: readonly DeadLetter[]): void {
  for (const { message, code, error } of letters) {
    const { source, receivedNs } = message;
    const address = kinds.of(message).addressOf(message);
    recentErrors.note({ time: formatNs(receivedNs), source, address, code, signal: error });
  }
}

/** Times of receipt are after those of the process before, whatever the wall clock does meanwhile [D16]. */
async function resumeClock({ clock, log }: Base, messages: FileLog): Promise<void> {
  const newestNs = await messages.newestReceiptNs();
  if (newestNs === undefined || clock.resumeAfter(newestNs + ROWS_OF_A_MESSAGE_NS)) return;
  const sentence = `the newest message was received at ${formatNs(newestNs)}, more than an hour ahead of the clock: the clock counts`;
  log.warn({ event: "clock.behind" }, sentence);
}
