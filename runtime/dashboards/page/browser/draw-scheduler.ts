/** Distributes the time for drawing: a few milliseconds of each frame, with all panels by turns. */

import type { Panel } from "./panel.ts";

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

export class DrawScheduler {
  readonly #drawnAtMs = new WeakMap<Panel, number>();
  #next = 0;
  #availableMs = 0;
  #lastMs = performance.now();
  #isHurried = true;
  #frameMs = FRAME_MS;
  #passedMs = 0;

  /** Draws waiting panels with the next frames. */
  hurry(): void {
    this.#isHurried = true;
  }

  /** Draws the panels that are due, each at most every `intervalMs`, and less often if frames take too long. */
  run(panels: readonly Panel[], intervalMs: (panel: Panel) => number, window: "following" | "fixed"): void {
    const now = performance.now();
    const frameMs = now - this.#lastMs;
    if (frameMs < PAUSE_MS) this.#frameMs += (frameMs - this.#frameMs) / AVERAGED;
    const slowdown = Math.min(MOST_SLOWDOWN, Math.max(1, this.#frameMs / WANTED_FRAME_MS));
    this.#availableMs = Math.min(MOST_SAVED_MS, this.#availableMs + Math.min(4 * FRAME_MS, frameMs) * SHARE);
    this.#lastMs = now;
    const hurried = this.#isHurried;
    if (!hurried && now - this.#passedMs < PASS_MS) return;
    this.#passedMs = now;
    this.#isHurried = false;
    for (let looked = 0; looked < panels.length && this.#availableMs > 0; looked += 1) {
      const panel = panels[this.#next % panels.length]!;
      this.#next = (this.#next + 1) % panels.length;
      const isTime = hurried || now - (this.#drawnAtMs.get(panel) ?? 0) >= intervalMs(panel) * slowdown;
      if (!isTime || !panel.isDue(window)) continue;
      const began = performance.now();
      panel.draw();
      this.#drawnAtMs.set(panel, now);
      this.#availableMs -= performance.now() - began;
      if (hurried) this.#isHurried = this.#availableMs <= 0;
    }
  }
}
