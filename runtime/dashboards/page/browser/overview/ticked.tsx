/** What can be done with several devices that are ticked in the overview's table. */

import type { JSX } from "preact";
import { address, favourites, timeline } from "../app/page.ts";
import { exportUrl } from "../data/api.ts";
import { addPanel } from "../panel/panel-actions.ts";
import { MOST_IN_FILE } from "../panel/panel-export.ts";
import { MenuItems, Popover } from "../shell/popover.tsx";
import { say } from "../text/words.ts";
import type { Device } from "./device-board.ts";

export function Ticked(props: { readonly devices: readonly Device[]; readonly clear: () => void }): JSX.Element | null {
  const { devices, clear } = props;
  if (devices.length === 0) return null;
  const descriptions = devices.flatMap(({ feed }) => (feed === undefined ? [] : [feed.description]));
  const fields = commonFields(devices);
  const isFavourite = devices.every(({ key }) => favourites.keys.has(key));
  const compare = fields.map((column) => ({
    label: column,
    run: () => {
      const series = descriptions.map(({ database, measurement }) => ({ database, measurement, column }));
      addPanel(descriptions[0]!, { own: false, title: column, series, width: 2, height: 2.2 });
    },
  }));
  return (
    <p class="ticked filters" role="group" aria-label={say("Ticked devices")}>
      <strong>{say(devices.length === 1 ? "{0} device ticked" : "{0} devices ticked", devices.length)}</strong>
      {!address.isReadOnly && fields.length > 0 && (
        <Popover className="primary" label={say("Compare in a new panel")}>
          {(close) => <MenuItems entries={compare} close={close} />}
        </Popover>
      )}
      {descriptions.length > 0 && descriptions.length <= MOST_IN_FILE && (
        <a class="button" download="" href={exportUrl(descriptions, timeline.span(), { format: "csv" })}>
          {say("Download as CSV")}
        </a>
      )}
      <button
        type="button"
        onClick={() => {
          for (const { key } of devices) if (favourites.keys.has(key) === isFavourite) favourites.toggle(key);
        }}
      >
        {isFavourite ? say("Remove from favourites") : say("Add to favourites")}
      </button>
      <button type="button" class="quiet" onClick={clear}>
        {say("Untick all")}
      </button>
    </p>
  );
}

/** Numbers that several of the devices have, the most common first. */
function commonFields(devices: readonly Device[]): string[] {
  const counts = new Map<string, number>();
  for (const { feed } of devices)
    for (const { name, role, type } of feed?.description.columns ?? [])
      if (role !== "frame" && type !== "string") counts.set(name, (counts.get(name) ?? 0) + 1);
  const least = Math.min(2, devices.length);
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name);
}
