/** Keyboard shortcuts; `?` lists them (ui/page-dialogs.tsx), and docs/page.md. */

import type { PanelActions } from "../panel/panel-actions.ts";
import type { PanelGrid } from "../panel/panel-grid.ts";
import type { Timeline } from "../series/timeline.ts";
import { showKeys } from "../ui/open-dialogs.ts";
import type { Appearance } from "./appearance.ts";
import type { Navigation } from "./navigation.ts";
import type { PageSearch } from "./page-search.ts";

interface KeyHost {
  readonly timeline: Timeline;
  readonly grid: PanelGrid;
  readonly navigation: Navigation;
  readonly search: PageSearch;
  readonly appearance: Appearance;
  readonly panelActions: PanelActions;
  readonly isReadOnly: boolean;
  readonly mayAnnotate: boolean;
}

const PAN_STEP = 0.1;
const ZOOM_STEP = 1.5;
const MOMENT_STEP = 0.01;

export function onKey(event: KeyboardEvent, page: KeyHost): void {
  const target = event.target as Element;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "p") {
    event.preventDefault();
    page.appearance.print();
    return;
  }
  // For a moment, what was closed still has the focus.
  const isIn = (places: string) => target.checkVisibility() && target.closest(places) !== null;
  const isField = isIn("input, select, textarea, dialog");
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "z" && !isField) {
    event.preventDefault();
    page.timeline.back();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isIn("input, select, textarea, dialog, .menu")) return;
  const run = afterG(event.key, page) ?? actionOf(event, page);
  if (run === undefined) return;
  event.preventDefault();
  run();
}

let isAfterG = false;

const PLACES = { h: "overview", a: "alarms", r: "runs", s: "serial-port" } as const;

/** `G H`, `G A` and `G R`: the second key of a pair. */
function afterG(key: string, page: KeyHost): (() => void) | undefined {
  const wasG = isAfterG;
  isAfterG = key === "g";
  if (key === "g") return () => {};
  if (!wasG || !Object.hasOwn(PLACES, key)) return undefined;
  return () => page.navigation.go(PLACES[key as keyof typeof PLACES]);
}

function actionOf({ key, shiftKey }: KeyboardEvent, page: KeyHost): (() => void) | undefined {
  const { timeline, grid, panelActions } = page;
  const step = shiftKey ? 5 * PAN_STEP : PAN_STEP;
  switch (key) {
    case "/":
      return () => page.search.openEverything();
    case "?":
      return () => showKeys();
    case "a":
      return page.isReadOnly ? undefined : () => panelActions.addSeries(grid.panelOf(document.activeElement));
    case "n":
      return page.mayAnnotate ? () => panelActions.annotateNow() : undefined;
    case "f":
      return () => page.navigation.toggleFull();
    case "p":
      if (timeline.speed !== undefined) return () => timeline.stop();
      return () => (timeline.window.kind === "live" ? timeline.pause() : timeline.follow());
    case "ArrowLeft":
      return () => timeline.pan(-step);
    case "ArrowRight":
      return () => timeline.pan(step);
    case "+":
    case "=":
      return () => timeline.zoom(1 / ZOOM_STEP);
    case "-":
      return () => timeline.zoom(ZOOM_STEP);
    case "Backspace":
    case "b":
      return () => timeline.back();
    case "l":
      return () => timeline.follow();
    case ",":
      return () => timeline.moveMoment(-MOMENT_STEP);
    case ".":
      return () => timeline.moveMoment(MOMENT_STEP);
    case "m":
      return () => panelActions.openMoment();
    case "Escape":
      if (timeline.moment !== undefined) return () => timeline.moveMoment(undefined);
      return grid.maximised === undefined ? undefined : () => grid.maximise(undefined);
    default:
      return undefined;
  }
}
