/** What the user looks at: the view, and in it an alarm, a device, or one panel alone. */

import { computed, signal } from "@preact/signals";
import { EVERY_STRUCT } from "../dashboards/layout-store.ts";
import { grid } from "../panel/panel-grid.ts";
import { feedKey } from "../text/measurement-name.ts";
import { address, layout } from "./page.ts";
import type { PageView } from "./page-address.ts";

/** What the page opens on if its address names no view: decided once, so that nothing moves when devices appear. */
const opening = signal<PageView | undefined>(undefined);

/** Undefined: not decided yet. */
export const view = computed(() => address.view ?? opening.value);

export function openOn(first: PageView): void {
  opening.value ??= first;
}

export function go(to: PageView): void {
  grid.maximise(undefined);
  address.set("show", to);
  address.set("alarm", undefined);
  address.writeNow();
  document.getElementById("main")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

export function openDashboard(name: string): void {
  grid.maximise(undefined);
  void layout.open(name).then(() => go("panels"));
}

/** ID of the alarm that the user chose to see. */
export const chosenAlarm = computed(() => {
  const id = address.get("alarm");
  return id === null ? undefined : Number(id);
});

/** Shows an alarm beside the list, on a phone instead of it; undefined shows the list. */
export function showAlarm(id: number | undefined): void {
  if (view.value !== "alarms") go("alarms");
  address.set("alarm", id === undefined ? undefined : String(id));
}

/** Shows a device's panel. @param key of its feed */
export function showDevice(key: string): void {
  const isHere = grid.panels.some(({ feed }) => feedKey(feed.description) === key);
  if (!isHere) address.set("layout", EVERY_STRUCT);
  void (isHere ? Promise.resolve() : layout.show(EVERY_STRUCT)).then(() => {
    if (view.value !== "panels") go("panels");
    // Panels have positions only after they are shown.
    requestAnimationFrame(() => grid.scrollTo(key));
  });
}

/** The panel that fills the window. */
export const fullPanel = computed(() => grid.panels.find(({ id }) => id === grid.maximised));

/** Shows the chosen panel alone in the window, or all of them again. */
export function toggleFull(): void {
  const { chosen, maximised } = grid;
  if (maximised !== undefined) grid.maximise(undefined);
  else if (chosen !== undefined && view.value === "panels") grid.maximise(chosen.id);
}
