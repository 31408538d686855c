/** The newest values of a past span, read from whole rows: texts, and all digits of integers. No DOM. */

import { LatestValues } from "./latest-values.ts";
import { retryMs } from "./retry.ts";
import type { Span, TimeWindow } from "../series/time-window.ts";

const ROWS = 20;
/** While the span moves, nothing is read. */
const SETTLED_MS = 300;

export interface SpanEndHost {
  nowMs(): number;
  window(): TimeWindow;
  queue(request: () => Promise<void>, urgency: "seen"): void;
  /** At most `limit` rows of the span; newest last. */
  rows(span: Span, limit: number): Promise<Parameters<LatestValues["load"]>[0]>;
}

export class SpanEnd {
  readonly #host: SpanEndHost;
  /** Undefined: not read yet. */
  #values: LatestValues | undefined;
  #span = "";
  #sinceMs = 0;
  #isAsked = false;
  #failures = 0;

  constructor(host: SpanEndHost) {
    this.#host = host;
  }

  /** Reads the rows if necessary; undefined until then, and if the span has no value. */
  value(column: string): unknown {
    const window = this.#host.window();
    if (window.kind === "live") return undefined;
    const span = JSON.stringify(window);
    if (span !== this.#span) {
      this.#span = span;
      this.#values = undefined;
      this.#sinceMs = this.#host.nowMs();
      this.#isAsked = false;
      this.#failures = 0;
    }
    const restMs = this.#failures === 0 ? SETTLED_MS : retryMs(this.#failures);
    if (!this.#isAsked && this.#host.nowMs() - this.#sinceMs >= restMs) {
      this.#isAsked = true;
      const { fromMs, toMs } = window;
      this.#host.queue(async () => {
        const rows = await this.#host.rows({ fromMs, toMs }, ROWS).catch(() => undefined);
        if (span !== this.#span) return;
        if (rows === undefined) {
          this.#failures += 1;
          this.#sinceMs = this.#host.nowMs();
          this.#isAsked = false;
          return;
        }
        this.#values = new LatestValues();
        this.#values.load(rows);
      }, "seen");
    }
    return this.#values?.value(column);
  }
}
