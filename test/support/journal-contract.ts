/** What `FileJournal` promises, clause by clause. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FileJournal } from "../../runtime/journal/file-journal.ts";
import { TelemetryError } from "../../runtime/model/error-signal.ts";
import type { Message } from "../../runtime/model/message.ts";
import { anyText } from "./any-text.ts";
import { messageOf, textsOf } from "./journal-messages.ts";
import { until } from "./until.ts";

/** One log that outlives the journals opened on it; empty at the beginning. */
export interface JournalPlace {
  /** One at a time. `maxBytes` is its size limit. */
  open(maxBytes?: number): Promise<FileJournal>;
  remove(): Promise<void>;
}

const MANY_BYTES = 64 << 20;

export function journalContract(name: string, makePlace: () => Promise<JournalPlace>): void {
  const inPlace = async (body: (place: JournalPlace) => Promise<void>): Promise<void> => {
    const place = await makePlace();
    try {
      await body(place);
    } finally {
      await place.remove();
    }
  };
  const clause = (title: string, body: (place: JournalPlace) => Promise<void>): void => {
    test(`${name}: ${title}`, () => inPlace(body));
  };

  test(`${name}: messages come back as they were appended, after a restart as well`, async () => {
    const text = anyText({ maxLength: 40 });
    const message: fc.Arbitrary<Message> = fc.record(
      {
        source: fc.constantFrom("udp", "http", "mqtt"),
        address: text,
        sender: text,
        contentType: text,
        receivedNs: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        payload: fc.uint8Array({ maxLength: 300 }),
      },
      { noNullPrototype: true },
    );
    const batches = fc.array(fc.array(message, { maxLength: 20 }), { maxLength: 5 });
    const property = fc.asyncProperty(batches, (given) =>
      inPlace(async (place) => {
        const expected = given.flat().map((each, i) => ({ position: i + 1, message: each }));
        let journal = await place.open();
        for (const batch of given) {
          for (const each of batch) journal.append(each);
          await journal.durable();
        }
        for (let pass = 0; pass < 2; pass++) {
          assert.deepEqual(await entriesOf(journal), expected);
          await journal.close();
          journal = await place.open();
        }
        await journal.close();
      }),
    );
    await fc.assert(property, { seed: 2, numRuns: 25 });
  });

  clause("positions count from 1 and go on after a restart", async (place) => {
    let journal = await place.open();
    assert.deepEqual([journal.tail, journal.committed, journal.full], [0, 0, false]);
    assert.deepEqual([journal.append(messageOf("a")), journal.append(messageOf("b"))], [1, 2]);
    assert.equal(journal.tail, 2);
    await journal.close();
    journal = await place.open();
    assert.equal(journal.append(messageOf("c")), 3);
    await journal.durable();
    assert.deepEqual(await textsOf(journal.read(1)), [
      [2, "b"],
      [3, "c"],
    ]);
    await journal.close();
  });

  clause("a payload is taken over: the bytes may be used again after the call", async (place) => {
    const journal = await place.open();
    const bytes = Buffer.from("first");
    journal.append(messageOf(bytes));
    bytes.write("other");
    journal.append(messageOf(bytes));
    await journal.durable();
    assert.deepEqual(await textsOf(journal.read(0)), [
      [1, "first"],
      [2, "other"],
    ]);
    await journal.close();
  });

  clause("reading ends at the tail of its beginning, and begins wherever it is asked to", async (place) => {
    const journal = await place.open();
    for (let n = 1; n <= 100; n++) journal.append(messageOf(`${n}`));
    await journal.durable();
    for (const after of [0, 1, 50, 99, 100, 101, 1000]) {
      const expected = Array.from({ length: Math.max(0, 100 - after) }, (_, i) => after + i + 1);
      assert.deepEqual(
        (await textsOf(journal.read(after))).map(([position]) => position),
        expected,
      );
    }
    let read = 0;
    for await (const { position } of journal.read(0)) {
      assert.equal(position, ++read);
      journal.append(messageOf("more"));
      if (read % 10 === 0) await journal.durable();
    }
    assert.equal(read, 100);
    await journal.close();
  });

  clause("reading can be given up", async (place) => {
    const journal = await place.open();
    for (let n = 1; n <= 1000; n++) journal.append(messageOf("x".repeat(500)));
    await journal.durable();
    for await (const { position } of journal.read(0)) if (position === 3) break;
    assert.equal((await textsOf(journal.read(0))).length, 1000);
    await journal.close();
  });

  clause("a message may be large", async (place) => {
    const texts = ["small", "x".repeat(3_000_000), "y".repeat(1 << 20), "after"];
    let journal = await place.open();
    for (const text of texts) journal.append(messageOf(text));
    await journal.durable();
    await journal.close();
    journal = await place.open();
    assert.deepEqual(
      (await textsOf(journal.read(0))).map(([, text]) => text),
      texts,
    );
    await journal.close();
  });

  clause("the commit position survives a restart and never goes back", async (place) => {
    let journal = await place.open();
    for (const text of ["a", "b", "c"]) journal.append(messageOf(text));
    await journal.durable();
    journal.commit(2);
    assert.equal(journal.committed, 2);
    await journal.close();
    journal = await place.open();
    assert.deepEqual([journal.tail, journal.committed], [3, 2]);
    journal.commit(1);
    assert.equal(journal.committed, 2);
    assert.deepEqual(await textsOf(journal.read(2)), [[3, "c"]]);
    await journal.close();
  });

  clause("positions are never used again, also when all was committed", async (place) => {
    for (let restart = 1; restart <= 4; restart++) {
      const journal = await place.open();
      assert.deepEqual([journal.tail, journal.committed], [restart - 1, restart - 1]);
      assert.equal(journal.append(messageOf("a")), restart);
      await journal.durable();
      journal.commit(restart);
      await journal.close();
    }
  });

  clause("a commit behind the tail of a new journal makes counting go on there", async (place) => {
    let journal = await place.open();
    journal.commit(1000);
    await journal.close();
    journal = await place.open();
    assert.deepEqual([journal.tail, journal.committed], [1000, 1000]);
    assert.equal(journal.append(messageOf("a")), 1001);
    await journal.durable();
    assert.deepEqual(await textsOf(journal.read(1000)), [[1001, "a"]]);
    await journal.close();
  });

  clause("at its size limit it refuses, and takes messages again when the store has caught up", async (place) => {
    const journal = await place.open(2 << 20);
    const message = messageOf("x".repeat(1000));
    const fillUp = async (): Promise<void> => {
      for (;;) {
        journal.append(message);
        if (journal.tail % 50 === 0) await journal.durable();
      }
    };
    await assert.rejects(fillUp(), (error) => error instanceof TelemetryError && error.code === "unavailable");
    assert.equal(journal.full, true);
    assert.equal(journal.status().state, "down");
    const first = journal.tail;
    assert.ok(first > 1000 && first < 2200, `${first}`);
    await journal.durable();
    journal.commit(first - 100);
    await until(() => !journal.full);
    await assert.rejects(fillUp(), (error) => error instanceof TelemetryError && error.code === "unavailable");
    assert.ok(journal.tail > first + 500, `${journal.tail}`);
    await journal.durable();
    const positions = (await textsOf(journal.read(first - 100))).map(([position]) => position);
    assert.deepEqual(
      positions,
      Array.from({ length: journal.tail - first + 100 }, (_, i) => first - 99 + i),
    );
    await journal.close();
  });

  clause("a closed journal takes nothing more", async (place) => {
    const journal = await place.open(MANY_BYTES);
    journal.append(messageOf("a"));
    await journal.close();
    assert.throws(
      () => journal.append(messageOf("b")),
      (error) => error instanceof TelemetryError && error.code === "unavailable",
    );
    const again = await place.open(MANY_BYTES);
    assert.deepEqual(await textsOf(again.read(0)), [[1, "a"]]);
    await again.close();
  });
}

async function entriesOf(journal: FileJournal): Promise<{ position: number; message: Message }[]> {
  const entries = [];
  for await (const { position, message } of journal.read(0)) {
    entries.push({ position, message: { ...message, payload: Uint8Array.from(message.payload) } });
  }
  return entries;
}
