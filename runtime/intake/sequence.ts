/** One counter of a sender: what is missing in it, came twice, or late. */

export interface SequenceCounts {
  /** Not come (yet); less than nothing when late ones fill a gap. */
  readonly missing: number;
  readonly doubled: number;
  readonly late: number;
  /** The counter began anew. */
  readonly restarts: number;
}

const AS_EXPECTED: SequenceCounts = { missing: 0, doubled: 0, late: 0, restarts: 0 };
/** How many of the newest numbers are remembered. */
const WINDOW = 64;
/** So many numbers in a row that were there before are a sender that began anew. */
const RUN = 4;

export class Sequence {
  readonly #modulus: number;
  /** The newest; undefined before the first. */
  #newest: number | undefined;
  /** Bit i: the number i before the newest has come. */
  #seen = 0n;
  /** The last number that was there before, and how many followed each other so. */
  #behind = -1;
  #run = 0;

  constructor(modulus: number) {
    this.#modulus = modulus;
  }

  next(value: number): SequenceCounts {
    if (this.#newest === undefined) return this.#begin(value, AS_EXPECTED);
    const ahead = modulo(value - this.#newest, this.#modulus);
    const isForward = ahead > 0 && ahead < this.#modulus / 2;
    // A counter that stands at its beginning after a long way has begun anew.
    if (isForward && ahead > WINDOW && value <= 1) return this.#begin(value, { ...AS_EXPECTED, restarts: 1 });
    if (isForward) return this.#forward(value, ahead);
    return this.#backward(value, modulo(this.#newest - value, this.#modulus));
  }

  #begin(value: number, counts: SequenceCounts): SequenceCounts {
    this.#newest = value;
    // What came before the first number is nobody's loss.
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
