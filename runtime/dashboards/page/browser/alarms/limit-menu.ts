/** "Set a limit here": the menu of a value at an axis. */

import type { ColumnDescription } from "../../../../model/measurement.ts";
import { data, report } from "../app/page.ts";
import { fetchMayLimit, sendLimits } from "../data/api.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { Point } from "../panel/panel.tsx";
import type { SeriesName } from "../panel/panel-settings.ts";
import { formatNumber } from "../text/format.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { type MenuEntry, openMenu } from "../ui/menu.tsx";
import { limitable } from "./field-limits.tsx";

interface Field {
  readonly feed: MeasurementFeed;
  readonly column: ColumnDescription;
}

const LEVELS = [
  ["warn", "max", "Warning above {0}"],
  ["alarm", "max", "Alarm above {0}"],
  ["warn", "min", "Warning below {0}"],
  ["alarm", "min", "Alarm below {0}"],
] as const;

/** With several fields, the first menu chooses one. */
export async function openLimits(series: readonly SeriesName[], value: number, point: Point): Promise<void> {
  const fields = series.flatMap(({ database, measurement = "", column }): Field[] => {
    const feed = data.feeds.get(feedKey({ database, measurement }));
    const found = feed && limitable(feed.description).find(({ name }) => name === column);
    return found === undefined ? [] : [{ feed: feed!, column: found }];
  });
  const may = new Map<string, boolean>();
  try {
    for (const { feed } of fields) {
      const { database } = feed.description;
      if (!may.has(database)) may.set(database, await fetchMayLimit(database));
    }
  } catch {
    report(say("The service does not answer"));
    return;
  }
  const permitted = fields.filter(({ feed }) => may.get(feed.description.database));
  const [first] = permitted;
  if (first === undefined) {
    report(say("You need the right to write to this device."));
    return;
  }
  const titles = new Set(permitted.map(({ feed }) => feed.title));
  const nameOf = ({ feed, column }: Field) => (titles.size > 1 ? `${feed.title}, ${column.name}` : column.name);
  const open = (field: Field) => openMenu(say("Limits of {0}", nameOf(field)), levels(field, value), point);
  if (permitted.length === 1) open(first);
  else
    openMenu(
      say("A limit at {0}", formatNumber(value)),
      permitted.map((field) => ({ label: nameOf(field), run: () => open(field) })),
      point,
    );
}

function levels({ feed, column }: Field, value: number): MenuEntry[] {
  const { database, measurement } = feed.description;
  const set = async (limits: ColumnDescription["limits"]) => {
    try {
      await sendLimits({ database, measurement, column: column.name }, limits);
      await data.reloadOverview();
    } catch (error) {
      report(say("The limits of {0} are not set: {1}", column.name, (error as Error).message));
    }
  };
  return LEVELS.map(([level, end, text]) => ({
    label: say(text, `${formatNumber(value)} ${column.unit ?? ""}`.trim()),
    run: () => void set({ ...column.limits, [level]: { ...column.limits?.[level], [end]: value } }),
  }));
}
