/** Incomplete request bodies: bounds their total size; at the limit, the body that began first is dropped. */

import { Bound, type BoundStates, statesOf, type TellBound } from "../../model/bounds.ts";
import { TelemetryError } from "../../model/error-signal.ts";
import { Unfinished } from "../../model/unfinished.ts";

export class Bodies {
  readonly #bound: Bound;
  readonly #unfinished: Unfinished<ArrivingBody>;

  constructor(tell?: TellBound) {
    this.#bound = new Bound("http-bodies", tell);
    this.#unfinished = new Unfinished(this.#bound);
  }

  get bounds(): BoundStates {
    return statesOf([this.#bound]);
  }

  /** @param release frees the body's memory when the total is too large */
  begin(release: () => void): ArrivingBody {
    return new ArrivingBody(this.#unfinished, release);
  }
}

class ArrivingBody {
  readonly #all: Unfinished<ArrivingBody>;
  readonly #release: () => void;
  #isGone = false;

  constructor(all: Unfinished<ArrivingBody>, release: () => void) {
    this.#all = all;
    this.#release = release;
  }

  /** @param bytes current size of the body. @throws TelemetryError (code `unavailable`) if the body was dropped */
  holds(bytes: number): void {
    if (!this.#isGone) this.#all.note(this, bytes);
    if (this.#isGone) throw new TelemetryError("Too many bodies arrive at once; send it again later", GAVE_WAY);
  }

  end(): void {
    if (!this.#isGone) this.#all.note(this, 0);
  }

  destroy(): void {
    this.#isGone = true;
    this.#release();
  }
}

const GAVE_WAY = { name: "UnavailableError", code: "unavailable" } as const;
