/** Moves panels by their headers and resizes them by their corners. */

import { SERIES_TYPE } from "../chart/series-drag.ts";
import type { Panel } from "./panel.tsx";
import type { SeriesName } from "./panel-settings.ts";

const MOVED_PIXELS = 8;
const HEIGHT_STEP = 0.25;
const USUAL_HEIGHT = 106;

/** What the gestures need of the grid. */
interface Grid {
  readonly root: HTMLElement;
  panelOf(node: Element | null): Panel | undefined;
  moveBefore(panel: Panel, target: Panel): void;
}

export function addGripGestures(grid: Grid): void {
  grid.root.addEventListener("pointerdown", (event) => {
    const target = event.target as Element;
    const panel = grid.panelOf(target);
    if (panel === undefined || target.closest(".menu") !== null || event.button !== 0) return;
    if (target.closest(".grip") !== null) resize(event, panel);
    else if (target.closest("header") !== null && target.closest("a, button") === null && event.pointerType !== "touch")
      drag(event, panel, grid);
  });
}

/** Drags a series by its name from one panel onto another. */
export function addSeriesDrop(grid: Grid, onDrop: (panel: Panel, series: SeriesName) => void): void {
  const { root } = grid;
  let from: Panel | undefined;
  let over: Panel | undefined;
  const mark = (panel: Panel | undefined) => {
    over?.root.classList.remove("drop-here");
    over = panel;
    over?.root.classList.add("drop-here");
  };
  root.addEventListener("dragstart", ({ target }) => {
    from = grid.panelOf(target as Element);
  });
  root.addEventListener("dragover", (event) => {
    const panel = grid.panelOf(event.target as Element);
    const isSeries = event.dataTransfer?.types.includes(SERIES_TYPE) === true;
    mark(isSeries && panel !== from ? panel : undefined);
    if (over !== undefined) event.preventDefault();
  });
  root.addEventListener("dragend", () => mark(undefined));
  root.addEventListener("drop", (event) => {
    const column = event.dataTransfer?.getData(SERIES_TYPE) ?? "";
    const [source, target] = [from, over];
    mark(undefined);
    if (column === "" || source === undefined || target === undefined) return;
    event.preventDefault();
    onDrop(target, source.seriesNamed(column));
  });
}

function drag(start: PointerEvent, panel: Panel, grid: Grid): void {
  let target: Panel | undefined;
  follow(start, {
    move: (event) => {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < MOVED_PIXELS) return;
      panel.root.classList.add("moving");
      target?.root.classList.remove("drop-here");
      target = grid.panelOf(document.elementFromPoint(event.clientX, event.clientY));
      if (target === panel) target = undefined;
      target?.root.classList.add("drop-here");
    },
    end: () => {
      panel.root.classList.remove("moving");
      target?.root.classList.remove("drop-here");
      if (target !== undefined) grid.moveBefore(panel, target);
    },
  });
}

function resize(start: PointerEvent, panel: Panel): void {
  start.preventDefault();
  const { width, height: panelHeight } = panel.root.getBoundingClientRect();
  const columnWidth = width / panel.span;
  const step = panel.spanStep;
  const height = panel.settings.height ?? 1;
  const charts = Math.max(1, panel.root.querySelectorAll(".chart, .picture").length);
  let wanted = { width: panel.span, height };
  follow(start, {
    move: (event) => {
      const steps = Math.round((width + event.clientX - start.clientX) / columnWidth / step);
      const columns = Math.max(step, Math.min(12, steps * step));
      const grown = (event.clientY - start.clientY) / (USUAL_HEIGHT * charts);
      wanted = {
        width: columns,
        height: Math.max(0.5, Math.min(12, Math.round((height + grown) / HEIGHT_STEP) * HEIGHT_STEP)),
      };
      panel.root.style.setProperty("--width", String(columns));
      panel.root.style.setProperty("min-height", `${panelHeight + event.clientY - start.clientY}px`);
    },
    end: () => {
      panel.root.style.removeProperty("min-height");
      panel.change(wanted);
    },
  });
}

function follow(start: PointerEvent, { move, end }: { move(event: PointerEvent): void; end(): void }): void {
  const ended = new AbortController();
  const { signal } = ended;
  const stop = () => {
    ended.abort();
    end();
  };
  document.addEventListener("pointermove", (event) => event.pointerId === start.pointerId && move(event), { signal });
  document.addEventListener("pointerup", stop, { signal });
  document.addEventListener("pointercancel", stop, { signal });
}
