/** When the page asks the service anew, and what it shows until then. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Query } from "../../../../runtime/dashboards/page/browser/data/query.ts";

/** A question whose answers the test gives. */
class Question {
  nowMs = 0;
  asked = 0;
  changes = 0;
  readonly query = new Query<string>({ nowMs: () => this.nowMs, onChange: () => this.changes++ });
  #answers: ((answer: string | Error) => void)[] = [];

  keep(key: string, currency?: Parameters<Query<string>["keep"]>[2]): string | undefined {
    const ask = () => {
      this.asked += 1;
      return new Promise<string>((resolve, reject) =>
        this.#answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
      );
    };
    return this.query.keep(key, ask, currency);
  }

  async answer(answer: string | Error): Promise<void> {
    this.#answers.shift()!(answer);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a question is asked once, and anew when its answer is outdated", async () => {
  const question = new Question();
  for (let i = 0; i < 3; i++) assert.equal(question.keep("a", { everyMs: 5000 }), undefined);
  await question.answer("first");
  for (const nowMs of [0, 4999]) {
    question.nowMs = nowMs;
    assert.equal(question.keep("a", { everyMs: 5000 }), "first");
  }
  assert.deepEqual([question.asked, question.changes], [1, 1]);
  question.nowMs = 5000;
  assert.equal(question.keep("a", { everyMs: 5000 }), "first");
  await question.answer("second");
  question.nowMs = 1e9;
  assert.equal(question.keep("a"), "second");
  assert.equal(question.asked, 2);
});

test("after a failure, the known answer stays, and it is asked again after 2, 4, 8 s", async () => {
  const question = new Question();
  question.keep("a", { everyMs: 100 });
  await question.answer("known");
  question.nowMs = 100;
  for (const waitMs of [2000, 4000, 8000]) {
    question.keep("a", { everyMs: 100 });
    const { asked } = question;
    await question.answer(new Error("503"));
    assert.equal(question.query.failure?.message, "503");
    question.nowMs += waitMs - 1;
    assert.equal(question.keep("a", { everyMs: 100 }), "known");
    assert.equal(question.asked, asked);
    question.nowMs += 1;
  }
  question.keep("a", { everyMs: 100 });
  await question.answer("new");
  assert.deepEqual([question.keep("a", { everyMs: 100 }), question.query.failure], ["new", undefined]);
});

test("an answer to a former question is no answer to this one; a question that changes rests first", async () => {
  const question = new Question();
  question.keep("a", { restMs: 300 });
  question.nowMs = 299;
  question.keep("b", { restMs: 300 });
  question.nowMs = 599;
  question.keep("b", { restMs: 300 });
  question.keep("c");
  assert.equal(question.asked, 2);
  await question.answer("of b");
  assert.equal(question.keep("c"), undefined);
  await question.answer("of c");
  assert.equal(question.keep("c"), "of c");
});

test("what is read anew and failed is repeated after 2 and 4 s, and what changes during one is read after it", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const ends: (() => void)[] = [];
    let isAway = true;
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const query = new Query<void>();
    const again = async () => {
      void query.renew("all", async () => {
        await new Promise<void>((resolve) => ends.push(resolve));
        if (isAway) throw new Error("503");
      });
      await settled();
    };
    const begun = () => ends.length;
    void again();
    await again();
    assert.equal(begun(), 1);
    ends[0]!();
    await settled();
    mock.timers.tick(1999);
    assert.equal(begun(), 1);
    mock.timers.tick(1);
    await settled();
    assert.equal(begun(), 2);
    ends[1]!();
    await settled();
    mock.timers.tick(3999);
    assert.equal(begun(), 2);
    mock.timers.tick(1);
    await settled();
    assert.equal(begun(), 3);
    isAway = false;
    await again();
    ends[2]!();
    await settled();
    assert.equal(begun(), 4, "it changed meanwhile");
    // Another question does not wait for the former one.
    void query.renew("other", async () => {
      ends.push(() => {});
    });
    await settled();
    assert.equal(begun(), 5);
    ends[3]!();
    await settled();
    mock.timers.tick(60_000);
    await settled();
    assert.equal(begun(), 5);
  } finally {
    mock.timers.reset();
  }
});

test("an incomplete answer is shown, and asked for again soon, with others that are due then", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    let isComplete = false;
    const asked: string[] = [];
    const queries = ["a", "b"].map((name) => {
      const query = new Query<boolean>({ isComplete: (answer) => answer });
      const read = async () => {
        asked.push(name);
        return isComplete;
      };
      return { query, renew: () => void query.renew("all", read) };
    });
    for (const { renew } of queries) renew();
    await settled();
    assert.deepEqual(
      queries.map(({ query }) => query.answer),
      [false, false],
    );
    mock.timers.tick(999);
    await settled();
    assert.deepEqual(asked, ["a", "b"]);
    mock.timers.tick(51);
    await Promise.resolve();
    await settled();
    assert.deepEqual(asked, ["a", "b", "a", "b"]);
    // One that is asked meanwhile is not asked once more, and the other is.
    isComplete = true;
    queries[0]!.renew();
    await settled();
    mock.timers.tick(10_000);
    await settled();
    assert.deepEqual(asked.slice(4), ["a", "b"]);
  } finally {
    mock.timers.reset();
  }
});

test("a question that is given up is not asked again after its failure", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const asked: string[] = [];
    const query = new Query<string>();
    const ask = (key: string, isAway: boolean) => async () => {
      asked.push(key);
      if (isAway) throw new Error("503");
      return key;
    };
    void query.renew("former", ask("former", true));
    await settled();
    query.keep("next", ask("next", false));
    await settled();
    mock.timers.tick(60_000);
    await settled();
    assert.deepEqual([asked, query.answer], [["former", "next"], "next"]);
  } finally {
    mock.timers.reset();
  }
});
