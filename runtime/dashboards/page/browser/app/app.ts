/** The page as a whole: starts its parts, and draws the panels anew when what they show has changed. */

import { effect, untracked } from "@preact/signals";
import type { FirstPage } from "../data/api.ts";
import { loadPart } from "../data/load-part.ts";
import { FirstSteps } from "../first/first-steps.tsx";
import { dropSeries, followPanels } from "../panel/panel-actions.ts";
import { grid, whenIdle } from "../panel/panel-grid.ts";
import type { TimeChange } from "../series/timeline.ts";
import { settingsRoot } from "../settings/settings.tsx";
import { openShell, showView } from "../shell/shell.tsx";
import { followAppearance } from "./appearance.ts";
import { FrameLoop } from "./frame-loop.ts";
import { onKey } from "./keys.ts";
import { openOn, view } from "./navigation.ts";
import {
  address,
  alarms,
  commandPlaces,
  data,
  filterText,
  fleet,
  hurry,
  layout,
  pointerMs,
  problems,
  runs,
  second,
  service,
  theme,
  timeline,
  user,
} from "./page.ts";

/** With more devices than this, an overview is more useful than panels. */
const MOST_AT_A_GLANCE = 20;
const MANY = 200;
/** After the time span was moved, history is read when it has rested this long. */
const REST_MS = 150;

/** @param first of the list of measurements, if it was read */
export async function startApp(first: FirstPage | undefined): Promise<void> {
  user.value = first?.user;
  problems.value = timeline.read(address.query);
  document.body.classList.toggle("read-only", address.isReadOnly);
  document.body.classList.toggle("kiosk", address.isKiosk);
  openShell(grid.root, settingsRoot());
  if (!address.isReadOnly)
    void loadPart(() => import("../panel/grid-gestures.ts")).then(({ addGripGestures, addSeriesDrop }) => {
      addGripGestures(grid);
      addSeriesDrop(grid, dropSeries);
    });
  followData();
  followAppearance();
  followPanels();
  followTime();
  document.addEventListener("keydown", onKey);
  addEventListener("popstate", () => {
    address.follow();
    problems.value = timeline.read(address.query);
    timeline.change.value = { kind: "settled" };
    layout.follow();
  });
  setInterval(everySecond, 1000);
  new FrameLoop().start();
  fleet.start();
  service.start();
  await layout.start();
  if ((layout.list.start ?? "") !== "") openOn("panels");
  await data.start(first);
  const shown = address.get("panel");
  if (shown !== null) grid.maximise(shown);
}

function everySecond(): void {
  second.value += 1;
  data.check();
  alarms.keep();
  if (document.hidden) return;
  fleet.keep();
  layout.keep();
  service.keep();
}

/** Calls `act` after each change of the state that `read` reads. */
function follow<State>(read: () => State, act: (state: State) => void): void {
  effect(() => {
    const state = read();
    untracked(() => act(state));
  });
}

function followData(): void {
  const firstSteps = new FirstSteps();
  grid.root.append(firstSteps.root);
  follow(
    () => data.listed.value,
    (listed) => {
      if (listed === undefined) return;
      const { overview, drawn } = listed;
      openOn(drawn.length > MOST_AT_A_GLANCE ? "overview" : "panels");
      showView();
      user.value = overview.user;
      showPanels();
      firstSteps.show(overview, drawn);
      if (!address.isReadOnly) void commandPlaces.read();
    },
  );
  follow(
    () => layout.drawing.value,
    () => {
      // It may show measurements that are not listed.
      if (data.isPartial) data.overviewSoon();
      showPanels();
    },
  );
  // If the address has a filter: only with the list it is known that this ends before its matches.
  follow(
    () => [filterText.value, data.isListed] as const,
    ([text]) => {
      grid.filter();
      data.filter(text);
    },
  );
  follow(
    () => data.annotations.all.value,
    () => {
      redraw();
      runs.changed();
    },
  );
  follow(
    () => fleet.reported.value,
    (reported) => data.onReported(reported),
  );
  let annotations: number | undefined;
  follow(
    () => fleet.annotations.value,
    (count) => {
      if (annotations !== undefined) data.annotations.reload();
      annotations = count;
    },
  );
}

function showPanels(): void {
  for (const [key, feed] of data.feeds) feed.name.value = layout.deviceName(key);
  // Panels of a fleet that nobody sees come after what is seen.
  if (view.value === "panels" || grid.panels.length > 0 || data.feeds.size < MANY) grid.show();
  else whenIdle(() => grid.show());
  hurry();
}

/** Writes the values at the pointer with the next frame. */
function pointAgain(): void {
  for (const panel of grid.panels) panel.pointerMoved();
}

function redraw(): void {
  for (const panel of grid.panels) panel.redraw();
}

function followTime(): void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const changed = (change: TimeChange) => {
    redraw();
    pointAgain();
    hurry();
    address.write();
    if (change === "marked") return;
    clearTimeout(rest);
    rest = setTimeout(() => data.reload(), change === "settled" ? 0 : REST_MS);
  };
  follow(
    () => timeline.change.value,
    (change) => change && changed(change.kind),
  );
  follow(pointerMs, pointAgain);
  follow(
    () => [theme.value, view.value, grid.maximised] as const,
    () => hurry(),
  );
}
