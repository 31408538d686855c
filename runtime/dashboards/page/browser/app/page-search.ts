/** The search of the whole page: devices, fields, dashboards and actions. */

import { fetchMatching } from "../data/api.ts";
import { entriesForLinks } from "../panel/panel-actions.ts";
import { type Findable, openFind } from "../shell/find.tsx";
import { feedKey } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { openDashboard, showDevice } from "./navigation.ts";
import { board, data, layout } from "./page.ts";

const MOST_FOUND = 50;

export function openSearch(): void {
  openFind(say("Find device, field, action"), onPage, data.isPartial ? inService : undefined);
}

function onPage(): readonly Findable[] {
  return [
    ...board.value.devices.flatMap(({ key, title, group, feed }): Findable[] =>
      feed === undefined ? [] : [{ label: title, hint: group, run: () => showDevice(key) }],
    ),
    ...[...data.feeds].flatMap(([key, feed]) =>
      feed.description.columns
        .filter(({ role }) => role !== "frame")
        .map(({ name }): Findable => ({ label: name, hint: feed.title, run: () => showDevice(key) })),
    ),
    ...layout.links.map(
      ({ name, title }): Findable => ({ label: title, hint: say("dashboard"), run: () => openDashboard(name) }),
    ),
    ...entriesForLinks().map((entry): Findable => ({ ...entry, hint: say("action") })),
  ];
}

async function inService(text: string): Promise<readonly Findable[]> {
  // The service searches for one text; the dialog then requires all words.
  const longest = text.split(/\s+/).reduce((a, b) => (b.length > a.length ? b : a));
  return (await fetchMatching(longest, MOST_FOUND)).map((description) => ({
    label: description.title,
    hint: description.group,
    run: () => {
      data.open(description);
      showDevice(feedKey(description));
    },
  }));
}
