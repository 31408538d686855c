/** Which device a dashboard for any device shows. */

import type { JSX } from "preact";
import { data, layout } from "../app/page.ts";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { Choice } from "../ui/fields.tsx";
import { candidates } from "./any-device.ts";

export function DeviceChoice(): JSX.Element | null {
  const { device } = layout;
  if (device === undefined) return null;
  const feeds = [...data.feeds.values()];
  const all = candidates(
    device.made,
    feeds.map(({ description }) => description),
  );
  const titles = new Map(feeds.map(({ description, title }) => [feedKey(description), title]));
  const chosen = feedKey(device.shown);
  const keys = all.map(feedKey);
  return (
    <Choice
      label={say("Device")}
      value={chosen}
      choices={[...(keys.includes(chosen) ? [] : [chosen]), ...keys].map(
        (key) => [key, titles.get(key) ?? key] as const,
      )}
      onValue={(key) => layout.chooseDevice(key)}
    />
  );
}
