/** Runs in every frame: updates texts a few times a second, and draws as often as there is something to see. */

import { DrawScheduler } from "./draw-scheduler.ts";
import type { Panel } from "./panel.ts";
import { drawIntervalMs } from "./time-window.ts";
import type { Timeline } from "./timeline.ts";

const TEXT_INTERVAL_MS = 200;

export interface FramedPage {
  readonly timeline: Timeline;
  panels(): readonly Panel[];
  /** How many times less often than usual to draw. */
  slowdown(): number;
}

export class FrameLoop {
  readonly #page: FramedPage;
  readonly #scheduler = new DrawScheduler();
  #wroteAtMs = 0;

  constructor(page: FramedPage) {
    this.#page = page;
  }

  start(): void {
    requestAnimationFrame(() => this.#frame());
  }

  /** Draws waiting panels with the next frames. */
  hurry(): void {
    this.#scheduler.hurry();
  }

  #frame(): void {
    requestAnimationFrame(() => this.#frame());
    const { timeline } = this.#page;
    const panels = this.#page.panels();
    const now = performance.now();
    const text = now - this.#wroteAtMs < TEXT_INTERVAL_MS ? "moved" : "due";
    if (text === "due") this.#wroteAtMs = now;
    timeline.step(now);
    for (const panel of panels) panel.write(text);
    const { fromMs, toMs } = timeline.span();
    const slowdown = this.#page.slowdown();
    const interval = ({ width }: Panel) => drawIntervalMs(toMs - fromMs, width) * slowdown;
    this.#scheduler.run(panels, interval, timeline.window.kind === "live" ? "following" : "fixed");
  }
}
