/** Shares out the time for drawing: a few milliseconds of each frame, and every panel in turn. */

import type { Panel } from "./panel.ts";

/** Part of the time that may go into drawing, 0–1: the rest is for what comes in, and for who uses the page. */
const SHARE = 0.4;
const FRAME_MS = 1000 / 60;
/** Drawing a panel may take longer than a frame's share; what it took is saved up for. */
const MOST_SAVED_MS = 30;
/**
 * What is drawn on a canvas costs its time after the frame's script, where nothing tells how long: that frames take longer
 * than this on average does, and then panels are drawn less often.
 */
const WANTED_FRAME_MS = 22;
/** Of how many frames the average is, about. */
const AVERAGED = 16;
const MOST_SLOWDOWN = 10;
/** Frames in which nothing changed cost nearly nothing: what follows by itself is drawn in every second one. */
const PASS_MS = 30;
/** After a longer pause the page was hidden, or the machine asleep. */
const PAUSE_MS = 1000;

export class DrawScheduler {
  readonly #drawnAtMs = new WeakMap<Panel, number>();
  #next = 0;
  #availableMs = 0;
  #lastMs = performance.now();
  #isHurried = true;
  #frameMs = FRAME_MS;
  #passedMs = 0;

  /** What waits for its time is drawn with the next frames. */
  hurry(): void {
    this.#isHurried = true;
  }

  /** Draws the panels that are due, at most every `intervalMs` each, and less often where frames take too long. */
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
