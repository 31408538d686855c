/** The newest values of a past span, read from whole rows: texts, and all digits of integers. No DOM. */

import type { Span, TimeWindow } from "../series/time-window.ts";
import { LatestValues } from "./latest-values.ts";
import { Query } from "./query.ts";

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
  readonly #query: Query<LatestValues>;

  constructor(host: SpanEndHost) {
    this.#host = host;
    this.#query = new Query({ nowMs: () => host.nowMs(), queue: (request) => host.queue(request, "seen") });
  }

  /** Reads the rows if necessary; undefined until then, and if the span has no value. */
  value(column: string): unknown {
    const window = this.#host.window();
    if (window.kind === "live") return undefined;
    const { fromMs, toMs } = window;
    const read = async () => {
      const values = new LatestValues();
      values.load(await this.#host.rows({ fromMs, toMs }, ROWS));
      return values;
    };
    return this.#query.keep(JSON.stringify(window), read, { restMs: SETTLED_MS })?.value(column);
  }
}
