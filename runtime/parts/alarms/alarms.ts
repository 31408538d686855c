/** Watches the values of accepted messages; keeps alarms and notices beside the log. */

import { join } from "node:path";
import { limitRules, ofRealms } from "../../api/device-rules.ts";
import { busRecord } from "../../intake/bus-record.ts";
import { isAnnotations } from "../../model/address.ts";
import { tellIn } from "../../model/bounds.ts";
import type { Message } from "../../model/message.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { Point } from "../../model/point.ts";
import type { Running } from "../../model/running.ts";
import type { Ingest } from "../part-kind.ts";
import { AlarmBook } from "./alarm-book.ts";
import { ALARM_COUNTERS } from "./counters.ts";
import { LimitAlarms } from "./limit-alarms.ts";
import { type NoticeSettings, Notices } from "./notices.ts";

export async function openAlarms(
  { log, clock, events, provided, directory, channels, realms, decoding, signal, realmOf }: Ingest,
  settings: () => NoticeSettings,
): Promise<{ readonly book: AlarmBook; readonly notices: Notices; readonly running: Running }> {
  const problem = (sentence: string) => log.warn({ event: "alarms" }, sentence);
  const nowMs = () => Number(clock.nowNs() / 1_000_000n);
  const book = await AlarmBook.open(join(directory, "alarms.json"), problem, { realmOf, nowMs });
  const path = join(directory, "notices.json");
  const notices = await Notices.open(path, settings(), { onProblem: problem, tell: tellIn(log), realmOf });
  book.onRaised((entry) => notices.tell("alarms", entry.database, () => entry));
  const alarms = new LimitAlarms({
    channels,
    deviceRules: ofRealms(realms, (now) => limitRules(now, channels)),
    addressTopics: (message) => decoding.now.of(message).errorTopics(message),
    publish: signal,
    saidBefore: (database, measurement, column) => book.levelOf({ database, measurement, column }),
    hasSaid: () => book.activeCount > 0,
    setLimits: book.limits,
    realmOf,
    onWorse: (place, value) => book.worsen(place, value),
    onSignal: (database, raised) => book.note(database, raised),
  });
  const tellEvent = (point: Omit<Point, "origin">, message: Message) => {
    const kind = decoding.now.of(message);
    // A struct may have the same name.
    const { database, measurement } = point;
    if (kind.rowTopic?.({ database, measurement, origin: { message, id: "" } })?.channel !== undefined) return;
    notices.tell("events", database, () => ({ address: kind.addressOf(message), ...busRecord(point) }));
  };
  events.on("point", (point, message) => {
    alarms.see(point, message);
    if (isAnnotations(point.measurement)) tellEvent(point, message);
  });
  events.on("reloaded", () => notices.configure(settings()));
  events.on("removed", (removed) => book.removed(removed, alarms.removed(removed)));
  events.on("jumped", (byNs) => {
    alarms.jumped(byNs);
    book.jumped(Number(byNs / 1_000_000n));
  });
  provided.limits = () => (book.limits.hasAny ? (...place) => book.limits.of(...place) : undefined);
  provided.beyond = () => book.beyond();
  const close = async () => {
    await notices.close();
    await book.close();
  };
  return { book, notices, running: { name: ALARM_COUNTERS.part, status: () => alarmStatus(notices, book), close } };
}

function alarmStatus(notices: Notices, book: AlarmBook): PartStatus {
  const status = notices.status(book.activeCount);
  const { unlisted } = book;
  if (unlisted === 0) return status;
  const detail = `${unlisted} alarms were announced but are not listed: a realm has a thousand active ones`;
  return { ...status, state: "degraded", detail, counts: { ...status.counts, unlisted } };
}
