/** Keyboard shortcuts; `?` lists them (ui/page-dialogs.tsx), and docs/page.md. */

import { addSeries, annotateNow, openMoment } from "../panel/panel-actions.ts";
import { grid } from "../panel/panel-grid.ts";
import { showKeys } from "../ui/open-dialogs.ts";
import { printPage } from "./appearance.ts";
import { go, toggleFull } from "./navigation.ts";
import { address, mayAnnotate, timeline } from "./page.ts";
import { openSearch } from "./page-search.ts";

const PAN_STEP = 0.1;
const ZOOM_STEP = 1.5;
const MOMENT_STEP = 0.01;

export function onKey(event: KeyboardEvent): void {
  const target = event.target as Element;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "p") {
    event.preventDefault();
    printPage();
    return;
  }
  // For a moment, what was closed still has the focus.
  const isIn = (places: string) => target.checkVisibility() && target.closest(places) !== null;
  const isField = isIn("input, select, textarea, dialog");
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "z" && !isField) {
    event.preventDefault();
    timeline.back();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isIn("input, select, textarea, dialog, .menu")) return;
  const run = afterG(event.key) ?? actionOf(event);
  if (run === undefined) return;
  event.preventDefault();
  run();
}

let isAfterG = false;

const PLACES = { h: "overview", a: "alarms", r: "runs", s: "serial-port" } as const;

/** `G H`, `G A` and `G R`: the second key of a pair. */
function afterG(key: string): (() => void) | undefined {
  const wasG = isAfterG;
  isAfterG = key === "g";
  if (key === "g") return () => {};
  if (!wasG || !Object.hasOwn(PLACES, key)) return undefined;
  return () => go(PLACES[key as keyof typeof PLACES]);
}

function actionOf({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const step = shiftKey ? 5 * PAN_STEP : PAN_STEP;
  switch (key) {
    case "/":
      return openSearch;
    case "?":
      return showKeys;
    case "a":
      return address.isReadOnly ? undefined : () => addSeries(grid.panelOf(document.activeElement));
    case "n":
      return mayAnnotate.value ? annotateNow : undefined;
    case "f":
      return toggleFull;
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
      return openMoment;
    case "Escape":
      if (timeline.moment !== undefined) return () => timeline.moveMoment(undefined);
      return grid.maximised === undefined ? undefined : () => grid.maximise(undefined);
    default:
      return undefined;
  }
}
