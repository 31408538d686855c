/** Pictures of the page with alarms, for `npm run campaigns -- page-pictures`. */

import { join } from "node:path";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import type { Common, Scene } from "../../../scripts/campaigns/page-pictures.ts";
import { onPage } from "./page-alarms.ts";

export function scenes(common: Common): Record<string, Scene> {
  const { rig, fill, desk } = common;
  const opened = async (folder: string) => {
    const book = await bookOf(folder, common);
    return { shown: { alarms: onPage(book) }, close: () => book.close() };
  };
  const alarms = { channels: [rig], fill, query: "?show=alarms", opened };
  return {
    "all-alarms": { ...alarms, sizes: "all" },
    "german-alarms": { ...alarms, context: { ...desk, locale: "de-DE" } },
  };
}

async function bookOf(folder: string, { rig, now }: Common): Promise<AlarmBook> {
  const book = await AlarmBook.open(join(folder, "alarms.json"), (sentence) => console.log(sentence));
  const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const raise = (measurement: string, column: string, level: "warn" | "alarm" | "ok", value: number, minutes: number) =>
    book.note(rig.database, {
      event: level === "ok" ? "clear" : "raise",
      level,
      measurement,
      column,
      value,
      unit: "°C",
      time: at(minutes),
      message: `${column} of ${measurement} is ${value} °C, above ${level === "alarm" ? 60 : 40} °C`,
    });
  raise("02_power", "temperature_of_the_inverter", "warn", 41, 300);
  raise("02_power", "temperature_of_the_inverter", "ok", 38, 250);
  raise("02_power", "temperature_of_the_inverter", "alarm", 61.5, 12);
  raise("03_drive", "rpm", "warn", 44, 3);
  return book;
}
