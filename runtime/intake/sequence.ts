/** One counter of a sender: counts missing, repeated and late numbers. */

export interface SequenceCounts {
  /** Numbers not received (yet); negative when late ones fill a gap. */
  readonly missing: number;
  readonly doubled: number;
  readonly late: number;
  /** The counter started again. */
  readonly restarts: number;
}

const AS_EXPECTED: SequenceCounts = { missing: 0, doubled: 0, late: 0, restarts: 0 };
/** Number of recent values that are remembered. */
const WINDOW = 64;
/** This many consecutive old numbers mean that the sender started again. */
const RUN = 4;

export class Sequence {
  readonly #modulus: number;
  /** The newest value; undefined before the first one. */
  #newest: number | undefined;
  /** Bit i is set if the value i before the newest was received. */
  #seen = 0n;
  /** The last old number, and the length of its run. */
  #behind = -1;
  #run = 0;

  constructor(modulus: number) {
    this.#modulus = modulus;
  }

  next(value: number): SequenceCounts {
    if (this.#newest === undefined) return this.#begin(value, AS_EXPECTED);
    const ahead = modulo(value - this.#newest, this.#modulus);
    const isForward = ahead > 0 && ahead < this.#modulus / 2;
    // A counter near 0 after a large jump has started again.
    if (isForward && ahead > WINDOW && value <= 1) return this.#begin(value, { ...AS_EXPECTED, restarts: 1 });
    if (isForward) return this.#forward(value, ahead);
    return this.#backward(value, modulo(this.#newest - value, this.#modulus));
  }

  #begin(value: number, counts: SequenceCounts): SequenceCounts {
    this.#newest = value;
    // Numbers before the first one received do not count as missing.
    this.#seen = ALL;
    this.#run = 0;
    return counts;
  }

  #forward(value: number, ahead: number): SequenceCounts {
    this.#newest = value;
    this.#seen = ahead >= WINDOW ? 1n : ((this.#seen << BigInt(ahead)) | 1n) & ALL;
    this.#run = 0;
    return ahead === 1 ? AS_EXPECTED : { ...AS_EXPECTED, missing: ahead - 1 };
  }

  #backward(value: number, behind: number): SequenceCounts {
    if (behind >= Math.min(WINDOW, this.#modulus / 2)) return this.#begin(value, { ...AS_EXPECTED, restarts: 1 });
    const bit = 1n << BigInt(behind);
    if ((this.#seen & bit) === 0n) {
      this.#seen |= bit;
      return { ...AS_EXPECTED, missing: -1, late: 1 };
    }
    this.#run = this.#run > 0 && value === modulo(this.#behind + 1, this.#modulus) ? this.#run + 1 : 1;
    this.#behind = value;
    if (this.#run < RUN) return { ...AS_EXPECTED, doubled: 1 };
    return this.#begin(value, { ...AS_EXPECTED, doubled: 1 - RUN, restarts: 1 });
  }
}

const ALL = (1n << BigInt(WINDOW)) - 1n;

function modulo(value: number, modulus: number): number {
  return ((value % modulus) + modulus) % modulus;
}
