/**
 * Incomplete request bodies: bounds their total size; at the limit, the network address with most loses the one that began
 * first. Long compressed ones are in files, of which each address has its share.
 */

import { Bound, type BoundStates, statesOf, type TellBound } from "../../model/bounds.ts";
import { TelemetryError, ValueError } from "../../model/error-signal.ts";
import { Unfinished } from "../../model/unfinished.ts";

export class Bodies {
  readonly #bound: Bound;
  readonly #unfinished: Unfinished<ArrivingBody>;
  readonly #spooled: Bound;
  /** Bytes in files, by network address. */
  readonly #ofAddress = new Map<string, number>();

  constructor(tell?: TellBound) {
    this.#bound = new Bound("http-bodies", tell);
    this.#spooled = new Bound("http-spooled", tell);
    this.#unfinished = new Unfinished(this.#bound, ({ address }) => address);
  }

  get bounds(): BoundStates {
    return statesOf([this.#bound, this.#spooled]);
  }

  /** @param release frees the body's memory when the total is too large @param address of the sender's network */
  begin(release: () => void, address: string): ArrivingBody {
    return new ArrivingBody(this.#unfinished, release, address);
  }

  /** For a file with a body. @param address of the sender's network */
  room(address: string): SpoolRoom {
    let own = 0;
    const change = (bytes: number) => {
      own += bytes;
      this.#spooled.held += bytes;
      const all = (this.#ofAddress.get(address) ?? 0) + bytes;
      if (all > 0) this.#ofAddress.set(address, all);
      else this.#ofAddress.delete(address);
    };
    return {
      take: (bytes) => {
        const { each } = this.#spooled;
        const isAlone = own + bytes > each;
        if (isAlone || (this.#ofAddress.get(address) ?? 0) + bytes > each || !this.#spooled.hasRoom(bytes)) {
          this.#spooled.meet();
          if (isAlone)
            throw new ValueError(`Compressed body is larger than ${each} bytes; send it in parts`, "too-large");
          throw new TelemetryError("Too many compressed bodies arrive at once; send it again later", GAVE_WAY);
        }
        change(bytes);
      },
      leave: () => change(-own),
    };
  }
}

/** The room of one body in a file. */
export interface SpoolRoom {
  /** @throws TelemetryError (code `too-large`, `unavailable`) if there is none */
  take(bytes: number): void;
  leave(): void;
}

class ArrivingBody {
  readonly address: string;
  readonly #all: Unfinished<ArrivingBody>;
  readonly #release: () => void;
  #isGone = false;

  constructor(all: Unfinished<ArrivingBody>, release: () => void, address: string) {
    this.address = address;
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
