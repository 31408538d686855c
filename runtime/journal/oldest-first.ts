/** Which member of a set is the oldest, and which one of the largest, in constant time. */

/** For small sets. */
const LEAST_ADDED = 16;

/**
 * A set with fast access to its oldest member. A new iterator would skip the places of all deleted members. This one
 * keeps its position: the member that it returned is the oldest until it is deleted.
 *
 * V8 links each table of a set that was copied into a larger or cleaner one to the next, and an iterator keeps those from its own on. So one
 * that was not asked for long is dropped: what came since pays for the places that its successor skips.
 */
export class OldestFirst<T> extends Set<T> {
  #members: IterableIterator<T> | undefined;
  #oldest: T | undefined;
  #addedSince = 0;

  override add(member: T): this {
    super.add(member);
    this.#addedSince++;
    if (this.#addedSince > 2 * this.size + LEAST_ADDED) {
      this.#members = undefined;
      this.#oldest = undefined;
    }
    return this;
  }

  override delete(member: T): boolean {
    if (member === this.#oldest) this.#oldest = undefined;
    return super.delete(member);
  }

  /** @throws RangeError if the set is empty */
  oldest(): T {
    this.#addedSince = 0;
    if (this.#oldest !== undefined) return this.#oldest;
    this.#members ??= this.values();
    const { done, value } = this.#members.next();
    if (done === true) {
      // It would not give what is added later.
      this.#members = undefined;
      throw new RangeError("the set is empty");
    }
    this.#oldest = value;
    return value;
  }
}

/** What has a size. */
export interface Sized {
  bytes: number;
  /** Its place among others by its size; only `BySize` changes it. */
  step: number;
}

/** Sizes that differ by less than a sixteenth count as equal. */
const STEPS_OF_DOUBLING = 12;
/** The step of what has no letters. */
export const NOWHERE = -1;

/**
 * Finds a largest member in constant time. A member moves only when its size reaches another step: a letter changes the sizes of its
 * group and owner, and most of a flood's leave them where they are.
 */
export class BySize<Member extends Sized> {
  /** By the logarithm of the size. */
  readonly #members: OldestFirst<Member>[] = [];

  /** Call it after each change of the member's size. One of size 0 is left out. */
  resized(member: Member): void {
    const { step } = member;
    const next = stepOf(member);
    if (next === step) return;
    member.step = next;
    while (this.#members.length <= next) this.#members.push(new OldestFirst());
    if (next !== NOWHERE) this.#members[next]!.add(member);
    if (step !== NOWHERE) this.#members[step]!.delete(member);
    while (this.#members.length > 0 && this.#members.at(-1)!.size === 0) this.#members.pop();
  }

  /** Returns the same member again until its size is reduced. @throws RangeError if there is none */
  largest(): Member {
    return (this.#members.at(-1) ?? new OldestFirst<Member>()).oldest();
  }
}

function stepOf({ bytes }: Sized): number {
  return bytes === 0 ? NOWHERE : Math.floor(Math.log2(bytes) * STEPS_OF_DOUBLING);
}
