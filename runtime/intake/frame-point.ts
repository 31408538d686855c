/** A frame's row whose values are read when somebody asks for them: most rows are only stored, which another thread does. */

import type { Message } from "../model/message.ts";
import type { Point, PointColumn } from "../model/point.ts";
import type { Decoded } from "./intake.ts";

/** What rows of one struct share. */
export interface FrameShape {
  readonly database: string;
  readonly measurement: string;
  readonly columns: readonly PointColumn[];
  /** Decodes the row of a frame. */
  readonly valuesOf: (message: Message) => Point["values"];
}

/** A point like any other, but not to be spread: its members are accessors, and an object with own ones costs fifty times as much. */
export class FramePoint implements Readonly<Decoded["points"][number]> {
  readonly #shape: FrameShape;
  readonly #message: Message;
  #values: Point["values"] | undefined;

  constructor(shape: FrameShape, message: Message) {
    this.#shape = shape;
    this.#message = message;
  }

  get database(): string {
    return this.#shape.database;
  }

  get measurement(): string {
    return this.#shape.measurement;
  }

  get timeNs(): bigint {
    return this.#message.measuredNs ?? this.#message.receivedNs;
  }

  get timeSource(): Point["timeSource"] {
    return this.#message.measuredNs === undefined ? "receipt" : "measured";
  }

  get columns(): readonly PointColumn[] {
    return this.#shape.columns;
  }

  get values(): Point["values"] {
    this.#values ??= this.#shape.valuesOf(this.#message);
    return this.#values;
  }
}
