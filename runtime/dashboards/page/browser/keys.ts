/** Keyboard shortcuts; `?` and docs/page.md list them. */

import type { App } from "./app.ts";

export const KEYS: readonly (readonly [keys: string, text: string])[] = [
  ["/", "Find device, field, action"],
  ["P", "Pause or follow"],
  ["← →", "Move in time; with Shift five times as far"],
  ["+ −", "Zoom"],
  ["B", "Back to the previous time span"],
  [", .", "Point at a moment"],
  ["M", "Menu for this moment"],
  ["A", "Add a series"],
  ["N", "Annotate now"],
  ["F", "One panel in the full window"],
  ["G H", "Overview"],
  ["G A", "Alarms"],
  ["?", "Keys"],
  ["Esc", "Close, back to all panels"],
];

const PAN_STEP = 0.1;
const ZOOM_STEP = 1.5;
const MOMENT_STEP = 0.01;

export function onKey(event: KeyboardEvent, app: App): void {
  const target = event.target as Element;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "p") {
    event.preventDefault();
    app.print();
    return;
  }
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.closest("input, select, textarea, dialog, .menu") !== null
  )
    return;
  const run = afterG(event.key, app) ?? actionOf(event, app);
  if (run === undefined) return;
  event.preventDefault();
  run();
}

let isAfterG = false;

/** `G H` and `G A`: the second key of a pair. */
function afterG(key: string, app: App): (() => void) | undefined {
  const wasG = isAfterG;
  isAfterG = key === "g";
  if (key === "g") return () => {};
  if (!wasG || (key !== "h" && key !== "a")) return undefined;
  return () => app.go(key === "h" ? "overview" : "alarms");
}

function actionOf({ key, shiftKey }: KeyboardEvent, app: App): (() => void) | undefined {
  const { timeline, grid } = app;
  const step = shiftKey ? 5 * PAN_STEP : PAN_STEP;
  switch (key) {
    case "/":
      return () => app.find();
    case "?":
      return () => app.showKeys();
    case "a":
      return app.isReadOnly ? undefined : () => app.addSeries();
    case "n":
      return app.mayAnnotate ? () => app.annotateNow() : undefined;
    case "f":
      return () => app.toggleFull();
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
      return () => app.openMoment();
    case "Escape":
      if (timeline.moment !== undefined) return () => timeline.moveMoment(undefined);
      return grid.maximised === undefined ? undefined : () => grid.maximise(undefined);
    default:
      return undefined;
  }
}
