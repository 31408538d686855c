/** What alarms are called, and who may act on them, wherever they are listed. */

import type { AlarmEntry, AlarmPlace, Mute } from "../../../../model/alarms.ts";
import { address, alarms, data, nowMs } from "../app/page.ts";
import { formatInteger, formatMoment, inLanguage } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";

/** `th-07, temperature` */
export function nameOf(place: AlarmPlace): string {
  return `${data.feeds.get(feedKey(place))?.title ?? place.measurement}, ${place.column}`;
}

/** `above 65 °C`: the end of the service's sentence. */
export function limitOf({ message }: AlarmEntry): string {
  return (
    /, ((?:above|below) .*)$/
      .exec(message)?.[1]
      ?.replace(/^(above|below) (.*)$/, (_all, way: string, limit: string) => say(`${way} {0}`, inLanguage(limit))) ??
    ""
  );
}

/** `Ida: pump ordered, 14:02:27` */
export function seenText(seen: AlarmEntry["seen"], nowMs: number): string {
  if (seen === undefined) return "";
  const { by, time, note } = seen;
  const who = [by, note].filter((text) => text !== "").join(": ") || say("seen");
  return `${who}, ${formatMoment(Date.parse(time), nowMs)}`;
}

/** The worst value so far. */
export function worstOf({ worst, value }: AlarmEntry): AlarmEntry["value"] {
  return worst ?? value;
}

/** `× 37` of an alarm that was raised again and again. */
export function countText({ count = 1 }: AlarmEntry): string {
  return count === 1 ? "" : ` × ${formatInteger(count)}`;
}

export function muteText({ until }: Mute): string {
  return until === undefined ? say("until it clears") : say("until {0}", formatMoment(Date.parse(until), nowMs()));
}

/** Acts without permission are not offered. */
export function mayChange({ database }: AlarmPlace): boolean {
  return !address.isReadOnly && alarms.list?.mayChange.includes(database) === true;
}
