/** Time and turns of a simulated machine: events happen at their time, one after another, in an order that a seed decides. Nothing waits in real time. */

/** Numbers between 0 and 1 (mulberry32). */
export type Dice = () => number;

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A process or thread: its pending events are dropped once it is dead. */
export class Owner {
  isAlive = true;
  readonly parent: Owner | undefined;

  constructor(parent?: Owner) {
    this.parent = parent;
  }

  get runs(): boolean {
    return this.isAlive && (this.parent?.runs ?? true);
  }
}

interface Event {
  readonly atNs: number;
  /** Order among events of equal time. */
  readonly order: number;
  readonly owner: Owner;
  run: (() => void) | undefined;
  readonly everyNs: number;
}

export interface Wait {
  cancel(): void;
  unref(): this;
  ref(): this;
  hasRef(): boolean;
  /** Waits anew. */
  refresh(): this;
}

/** This many turns without a completed event mean a loop. */
const MOST_TURNS = 400_000;

export class Scheduler {
  readonly random: Dice;
  /** By the monotonic clock, ns. */
  nowNs = 5_000_000_000;
  turns = 0;
  readonly #events: Event[] = [];

  constructor(random: Dice) {
    this.random = random;
  }

  after(owner: Owner, delayNs: number, run: () => void, everyNs = 0): Wait {
    const event: Event = { atNs: this.nowNs + Math.max(0, delayNs), order: this.random(), owner, run, everyNs };
    this.#push(event);
    const wait: Wait & { event: Event } = {
      event,
      cancel: () => {
        wait.event.run = undefined;
      },
      unref: () => wait,
      ref: () => wait,
      hasRef: () => true,
      refresh: () => {
        if (wait.event.run !== undefined) {
          const next: Event = { ...wait.event, atNs: this.nowNs + Math.max(0, delayNs) };
          wait.event.run = undefined;
          wait.event = next;
          this.#push(next);
        }
        return wait;
      },
    };
    if (everyNs > 0) {
      const again = () => {
        const next: Event = { ...wait.event, atNs: this.nowNs + everyNs, order: this.random(), run: again };
        run();
        if (wait.event.run === undefined) return;
        wait.event = next;
        this.#push(next);
      };
      event.run = again;
    }
    return wait;
  }

  /** Goes on until `done`, or for so long. @returns whether it is done */
  async until(done: () => boolean, forNs: number): Promise<boolean> {
    const endNs = this.nowNs + forNs;
    for (;;) {
      await allSettled();
      if (done()) return true;
      const event = this.#pop(endNs);
      if (event === undefined) {
        this.nowNs = endNs;
        return done();
      }
      this.nowNs = Math.max(this.nowNs, event.atNs);
      if (++this.turns > MOST_TURNS) throw new Error("the simulated service goes round in circles");
      event.run?.();
    }
  }

  async pass(ns: number): Promise<void> {
    await this.until(() => false, ns);
  }

  #push(event: Event): void {
    const events = this.#events;
    let at = events.push(event) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(event, events[above]!)) break;
      events[at] = events[above]!;
      at = above;
    }
    events[at] = event;
  }

  #pop(endNs: number): Event | undefined {
    for (;;) {
      const first = this.#events[0];
      if (first === undefined || first.atNs > endNs) return undefined;
      this.#removeFirst();
      if (first.run !== undefined && first.owner.runs) return first;
    }
  }

  #removeFirst(): void {
    const events = this.#events;
    const last = events.pop()!;
    if (events.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= events.length) break;
      if (below + 1 < events.length && isBefore(events[below + 1]!, events[below]!)) below++;
      if (!isBefore(events[below]!, last)) break;
      events[at] = events[below]!;
      at = below;
    }
    events[at] = last;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.atNs < b.atNs || (a.atNs === b.atNs && a.order < b.order);
}

/** Resolves when all pending promise callbacks have run. */
export function allSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
