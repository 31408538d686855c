import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BySize, NOWHERE, OldestFirst, type Sized } from "../../../runtime/journal/oldest-first.ts";

/** A set beside a list that says the same. */
class Both {
  readonly #set = new OldestFirst<number>();
  #list: number[] = [];
  #next = 1000;

  add(member: number): void {
    this.#set.add(member);
    if (!this.#list.includes(member)) this.#list.push(member);
  }

  delete(member: number): void {
    assert.equal(this.#set.delete(member), this.#list.includes(member));
    this.#list = this.#list.filter((each) => each !== member);
  }

  ask(): void {
    if (this.#list.length > 0) assert.equal(this.#set.oldest(), this.#list[0]);
    else assert.throws(() => this.#set.oldest(), RangeError);
  }

  /** Each beyond 40 displaces the oldest. */
  flood(count: number): void {
    for (let i = 0; i < count; i++) {
      this.add(this.#next++);
      if (this.#list.length > 40) this.delete(this.#set.oldest());
    }
  }
}

test("the oldest member is that of a list, whatever is added, deleted and asked for in between", () => {
  const kind = fc.constantFrom("add", "delete", "ask", "flood");
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, fc.nat(30)), { maxLength: 200 }), (steps) => {
      const both = new Both();
      for (const [step, number] of steps) both[step](number);
      both.ask();
    }),
  );
});

test("a largest member is found, within a sixteenth, whatever grows and shrinks", () => {
  const change = fc.record({ member: fc.nat(9), bytes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1e9 })) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const members = Array.from({ length: 10 }, (): Sized => ({ bytes: 0, step: NOWHERE }));
      const bySize = new BySize<Sized>();
      for (const { member, bytes } of changes) {
        members[member]!.bytes = bytes;
        bySize.resized(members[member]!);
        const most = Math.max(...members.map((each) => each.bytes));
        if (most === 0) assert.throws(() => bySize.largest(), RangeError);
        else assert.ok(bySize.largest().bytes >= most / (1 + 1 / 16), `${bySize.largest().bytes} of ${most}`);
      }
    }),
  );
});
