/** A store in memory that keeps its position with its rows, and fails, waits or refuses when told to. */

import { TelemetryError } from "../../runtime/model/error-signal.ts";
import type { JournalPosition } from "../../runtime/model/journal-entry.ts";
import type { Point } from "../../runtime/model/point.ts";
import type { BeforeCommit, RefusedPoint, Store, WriteOutcome } from "../../runtime/model/store.ts";

export class FakeStore implements Pick<Store, "open" | "write"> {
  readonly points: Point[] = [];
  readonly batches: { readonly rows: number; readonly position: JournalPosition }[] = [];
  committed: JournalPosition | undefined = 0;
  /** Called before each write; a message makes it fail. */
  failure: () => string | undefined = () => undefined;
  refuses: (point: Point) => boolean = () => false;
  /** Held back until it resolves. */
  gate: Promise<void> = Promise.resolve();
  opens = 0;

  async open(): Promise<{ readonly committed: JournalPosition | undefined }> {
    this.opens++;
    const failure = this.failure();
    if (failure !== undefined) throw new Error(failure);
    return { committed: this.committed };
  }

  async write(points: readonly Point[], position: JournalPosition, beforeCommit?: BeforeCommit): Promise<WriteOutcome> {
    await this.gate;
    const failure = this.failure();
    if (failure !== undefined) throw new Error(failure);
    const refused: RefusedPoint[] = points.filter(this.refuses).map((point) => ({ point, error: refusal() }));
    if (refused.length > 0) await beforeCommit?.(refused);
    const stored = points.filter((point) => !this.refuses(point));
    for (const point of stored) this.points.push(point);
    this.batches.push({ rows: points.length, position });
    if (this.committed !== undefined) this.committed = position;
    return { stored: stored.length, refused };
  }
}

function refusal(): TelemetryError {
  return new TelemetryError("400: refused", { name: "FakeClientError", code: "type-conflict" });
}
