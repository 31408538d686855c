/**
 * When the bytes arrived that a framer keeps. A frame behind a wrong length waits until later bytes, or silence, prove the length
 * wrong: it still has the time of its own last byte. [hot path]
 */

interface Arrival {
  /** Number of the byte after the chunk's last one, counted from the stream's beginning. */
  end: number;
  /** Times of their own for frames that end in the chunk. */
  times: bigint[];
}

/** Frames of one chunk beyond these get the time of their release. */
const MOST_TIMES = 64;
/** Beyond these, chunks are counted as one that arrived with the last of them. */
const MOST_CHUNKS = 1024;

export class ArrivalTimes {
  readonly #clock: { nowNs(): bigint };
  #arrivals: Arrival[] = [];
  #received = 0;
  /** Bytes before the chunk that is being cut. */
  #before = 0;

  constructor(clock: { nowNs(): bigint }) {
    this.#clock = clock;
  }

  /** A chunk is about to be cut. */
  begin(bytes: number): void {
    this.#received += bytes;
  }

  /**
   * The chunk is cut.
   * @param waiting bytes that wait for more
   * @param leastBytes size of the smallest frame
   */
  settle(waiting: number, leastBytes: number): void {
    const { length: kept } = this.#arrivals;
    const own = Math.min(waiting, this.#received - this.#before);
    this.#before = this.#received;
    if (waiting === 0) {
      if (kept > 0) this.#arrivals = [];
      return;
    }
    if (own === 0) return;
    const count = Math.min(MOST_TIMES, Math.ceil(own / Math.max(1, leastBytes)));
    const times = Array.from({ length: count }, () => this.#clock.nowNs());
    const last = this.#arrivals[MOST_CHUNKS - 1];
    if (last === undefined) this.#arrivals.push({ end: this.#received, times });
    else Object.assign(last, { end: this.#received, times });
  }

  /** A time for the frame that was just cut. @param waiting bytes behind it */
  timeBefore(waiting: number): bigint {
    const end = this.#received - waiting;
    while (this.#arrivals[0] !== undefined && this.#arrivals[0].end < end) this.#arrivals.shift();
    return (end > this.#before ? undefined : this.#arrivals[0]?.times.shift()) ?? this.#clock.nowNs();
  }
}
