/**
 * The order in which credentials are checked, one at a time, since the journal's writes use the same threads. Addresses take turns,
 * and a full queue gives up a check of the address that has most: a client that sends many checks waits for them alone.
 */

const MOST_WAITING = 64;
/** After this many of those who go first, one of the others. */
const FIRST_IN_ROW = 3;

/** `first`: a token, or a name that was right from this address before. */
export type Lane = "first" | "others";

interface Waiting {
  readonly address: string;
  readonly run: () => Promise<void>;
  readonly giveUp: () => void;
}

export class CheckQueue {
  readonly #lanes: Readonly<Record<Lane, Waiting[]>> = { first: [], others: [] };
  #isRunning = false;
  #firstInRow = 0;

  /** Resolves with the result of `work`; undefined if the queue is full and this address has most in it. */
  add<Result>(lane: Lane, address: string, work: () => Promise<Result>): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      const run = () => work().then(resolve, reject);
      const list = this.#lanes[lane];
      list.push({ address, run, giveUp: () => resolve(undefined) });
      if (list.length > MOST_WAITING) giveUpOne(list);
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let one = this.#take(); one !== undefined; one = this.#take()) await one.run();
    this.#isRunning = false;
  }

  #take(): Waiting | undefined {
    const { first, others } = this.#lanes;
    const isFirst = others.length === 0 || (first.length > 0 && this.#firstInRow < FIRST_IN_ROW);
    this.#firstInRow = isFirst ? this.#firstInRow + 1 : 0;
    return taken(isFirst ? first : others);
  }
}

/** The oldest; its address's others go to the end, so that each address has a turn. */
function taken(list: Waiting[]): Waiting | undefined {
  const one = list.shift();
  if (one === undefined) return undefined;
  const own = list.filter(({ address }) => address === one.address);
  const rest = list.filter(({ address }) => address !== one.address);
  list.splice(0, list.length, ...rest, ...own);
  return one;
}

function giveUpOne(list: Waiting[]): void {
  const counts = new Map<string, number>();
  for (const { address } of list) counts.set(address, (counts.get(address) ?? 0) + 1);
  const [most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  const at = list.findLastIndex(({ address }) => address === most);
  list.splice(at, 1)[0]?.giveUp();
}
