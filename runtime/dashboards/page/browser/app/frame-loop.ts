/**
 * Runs in every frame: updates texts a few times a second, and draws as often as there is something to see. Drawing gets
 * a few milliseconds of each frame, with all panels by turns.
 */

import type { Panel } from "../panel/panel.tsx";
import { grid } from "../panel/panel-grid.ts";
import { drawIntervalMs } from "../series/time-window.ts";
import { data, hurried, timeline } from "./page.ts";

const TEXT_INTERVAL_MS = 200;
/** Fraction of time for drawing, 0–1: the rest is for incoming data and user input. */
const SHARE = 0.4;
const FRAME_MS = 1000 / 60;
/** Maximum saved time: drawing one panel may take longer than a frame's share. */
const MOST_SAVED_MS = 30;
/**
 * Drawing on a canvas takes time after the frame's script, which cannot be measured directly. If frames take longer
 * than this on average, panels are drawn less often.
 */
const WANTED_FRAME_MS = 22;
/** Approximate number of frames in the average. */
const AVERAGED = 16;
const MOST_SLOWDOWN = 10;
/** Frames without changes cost nearly nothing: automatic updates are drawn in every second frame. */
const PASS_MS = 30;
/** After a longer pause, the page was hidden or the machine asleep. */
const PAUSE_MS = 1000;

export class FrameLoop {
  readonly #drawnAtMs = new WeakMap<Panel, number>();
  #wroteAtMs = 0;
  #next = 0;
  #availableMs = 0;
  #lastMs = performance.now();
  #frameMs = FRAME_MS;
  #passedMs = 0;

  start(): void {
    requestAnimationFrame(() => this.#frame());
  }

  #frame(): void {
    requestAnimationFrame(() => this.#frame());
    const panels = grid.panels;
    const now = performance.now();
    const text = now - this.#wroteAtMs < TEXT_INTERVAL_MS ? "moved" : "due";
    if (text === "due") this.#wroteAtMs = now;
    timeline.step(now);
    for (const panel of panels) panel.write(text);
    this.#draw(panels);
  }

  /** Draws the panels that are due, less often if frames take too long. */
  #draw(panels: readonly Panel[]): void {
    const now = performance.now();
    const frameMs = now - this.#lastMs;
    if (frameMs < PAUSE_MS) this.#frameMs += (frameMs - this.#frameMs) / AVERAGED;
    const slowFrames = Math.min(MOST_SLOWDOWN, Math.max(1, this.#frameMs / WANTED_FRAME_MS));
    this.#availableMs = Math.min(MOST_SAVED_MS, this.#availableMs + Math.min(4 * FRAME_MS, frameMs) * SHARE);
    this.#lastMs = now;
    const isHurried = hurried.peek();
    if (!isHurried && now - this.#passedMs < PASS_MS) return;
    this.#passedMs = now;
    hurried.value = false;
    const { fromMs, toMs } = timeline.span();
    const slowdown = data.live.slowdown() * slowFrames;
    const window = timeline.window.kind === "live" ? "following" : "fixed";
    for (let looked = 0; looked < panels.length && this.#availableMs > 0; looked += 1) {
      const panel = panels[this.#next % panels.length]!;
      this.#next = (this.#next + 1) % panels.length;
      const intervalMs = drawIntervalMs(toMs - fromMs, panel.width) * slowdown;
      const isTime = isHurried || now - (this.#drawnAtMs.get(panel) ?? 0) >= intervalMs;
      if (!isTime || !panel.isDue(window)) continue;
      const began = performance.now();
      panel.draw();
      this.#drawnAtMs.set(panel, now);
      this.#availableMs -= performance.now() - began;
      if (isHurried) hurried.value = this.#availableMs <= 0;
    }
  }
}
