/** On a phone, the navigation at the bottom of the screen. */

import type { JSX } from "preact";
import type { PageView } from "../page-address.ts";
import { say } from "../words.ts";
import { AlarmBadge } from "./alarms.tsx";
import type { ShellHost } from "./host.ts";
import { Icon, type IconName } from "./icons.tsx";

const PLACES: readonly (readonly [PageView, IconName, string])[] = [
  ["overview", "home", "Overview"],
  ["panels", "chart", "Dashboard"],
  ["alarms", "bell", "Alarms"],
];

export function Tabs({ host }: { readonly host: ShellHost }): JSX.Element {
  return (
    <>
      {PLACES.map(([view, icon, label]) => (
        <button
          type="button"
          key={view}
          aria-current={host.navigation.view === view ? "page" : undefined}
          onClick={() => host.navigation.go(view)}
        >
          <Icon name={icon} />
          {say(label)}
          {view === "alarms" && <AlarmBadge host={host} />}
        </button>
      ))}
      <button type="button" onClick={() => host.search.openEverything()}>
        <Icon name="search" />
        {say("Find")}
      </button>
    </>
  );
}
