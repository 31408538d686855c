import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { test } from "node:test";
import { DeadLetterIndex } from "../../../runtime/journal/dead-letter-index.ts";
import { type DeadLetterOptions, openDeadLetters } from "../../../runtime/journal/dead-letter-log.ts";
import type { DeadLetter } from "../../../runtime/journal/dead-letters.ts";
import { collectGarbage } from "../../../runtime/lib/collect-garbage.ts";
import type { RejectionCode } from "../../../runtime/model/error-signal.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { FailingDisk } from "../../support/failing-disk.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

function letterOf(
  payload: string | Uint8Array,
  more: { readonly key?: string; readonly code?: RejectionCode; readonly message?: Partial<Message> } = {},
): Omit<DeadLetter, "id"> {
  const code = more.code ?? "unknown-id";
  const error = { message: "unknown ID 7", type: "ValueError", description: "Error processing …" };
  return { message: messageOf(payload, more.message), code, error, key: more.key ?? "" };
}

function payloads(letters: readonly DeadLetter[]): string[] {
  return letters.map(({ message }) => Buffer.from(message.payload).toString());
}

test("letters are returned whole and in order, also after a restart", () =>
  inTemporaryFolder(async (directory) => {
    let letters = await openDeadLetters(directory);
    const binary = Uint8Array.from({ length: 256 }, (_, i) => i);
    const fields = {
      source: "http",
      address: "ä/ö",
      sender: "1.2.3.4:5",
      contentType: "text/csv",
      receivedNs: -1n,
    } as const;
    letters.add(letterOf("a", { key: "1/0" }));
    letters.add(letterOf(binary, { code: "type-conflict", message: fields }));
    const expected = [
      { id: 1, ...letterOf("a", { key: "1/0" }) },
      { id: 2, ...letterOf(binary, { code: "type-conflict", message: fields }) },
    ].map((letter) => ({
      ...letter,
      message: { ...letter.message, payload: Uint8Array.from(letter.message.payload) },
    }));
    await letters.durable();
    assert.deepEqual(await letters.list(), expected);
    await letters.close();
    letters = await openDeadLetters(directory);
    assert.deepEqual(await letters.list(), expected);
    assert.deepEqual(await letters.find([2, 1]), [expected[1], expected[0]]);
    letters.add(letterOf("c"));
    assert.equal((await letters.list()).at(-1)?.id, 3);
    await letters.close();
  }));

test("a letter keeps its payload when the given buffer changes", () =>
  inTemporaryFolder(async (directory) => {
    const letters = await openDeadLetters(directory);
    const bytes = Buffer.from("before");
    letters.add(letterOf(bytes));
    bytes.write("after!");
    assert.deepEqual(payloads(await letters.list()), ["before"]);
    await letters.close();
  }));

test("a known key is ignored, also after a restart and after its letter was dropped", () =>
  inTemporaryFolder(async (directory) => {
    let letters = await openDeadLetters(directory);
    letters.add(letterOf("a", { key: "5/0" }));
    letters.add(letterOf("a again", { key: "5/0" }));
    letters.add(letterOf("no key"));
    letters.add(letterOf("no key"));
    assert.deepEqual(payloads(await letters.list()), ["a", "no key", "no key"]);
    await letters.drop([1]);
    await letters.close();
    letters = await openDeadLetters(directory);
    letters.add(letterOf("a once more", { key: "5/0" }));
    assert.deepEqual(payloads(await letters.list()), ["no key", "no key"]);
    await letters.close();
  }));

test("a letter whose retry is rejected again while it is there is that one letter, also after a restart", () =>
  inTemporaryFolder(async (directory) => {
    let letters = await openDeadLetters(directory);
    letters.add(letterOf("a", { key: "1/x", message: { receivedNs: 5n } }));
    letters.add(letterOf("a", { key: "2/x", message: { receivedNs: 6n } }));
    await letters.durable();
    const retry = { receivedNs: 5n, isRetry: true } as const;
    letters.add(letterOf("a", { key: "3/x", message: retry }));
    // Of another message, or for another reason.
    letters.add(letterOf("b", { key: "4/x", message: retry }));
    letters.add(letterOf("a", { key: "5/x", code: "type-conflict", message: retry }));
    const ids = async () => (await letters.list()).map(({ id }) => id);
    assert.deepEqual(await ids(), [2, 3, 4, 5]);
    // The retry is confirmed only now.
    assert.equal(await letters.drop([1]), 0);
    await letters.close();
    letters = await openDeadLetters(directory);
    assert.deepEqual(await ids(), [2, 3, 4, 5]);
    await letters.close();
  }));

test("letters are found by address, code and number", () =>
  inTemporaryFolder(async (directory) => {
    const letters = await openDeadLetters(directory);
    letters.add(letterOf("a", { code: "bad-json", message: { address: "one" } }));
    letters.add(letterOf("b", { code: "bad-json", message: { address: "two" } }));
    letters.add(letterOf("c", { code: "bad-time", message: { address: "two" } }));
    assert.deepEqual(payloads(await letters.list({ address: "two" })), ["b", "c"]);
    assert.deepEqual(payloads(await letters.list({ code: "bad-json" })), ["a", "b"]);
    assert.deepEqual(payloads(await letters.list({ limit: 2 })), ["b", "c"]);
    assert.deepEqual(payloads(await letters.list({ limit: 0 })), []);
    assert.deepEqual(await letters.find([99]), []);
    await letters.close();
  }));

test("dropped letters are gone permanently, and their IDs are not reused", () =>
  inTemporaryFolder(async (directory) => {
    let letters = await openDeadLetters(directory);
    for (const payload of ["a", "b", "c"]) letters.add(letterOf(payload));
    assert.equal(await letters.drop([2, 3, 3, 77]), 2);
    assert.equal(await letters.drop([2]), 0);
    await letters.close();
    letters = await openDeadLetters(directory);
    assert.deepEqual(payloads(await letters.list()), ["a"]);
    letters.add(letterOf("d"));
    assert.deepEqual(
      (await letters.list()).map(({ id }) => id),
      [1, 4],
    );
    await letters.close();
  }));

test("a flood displaces only its own letters", () =>
  inTemporaryFolder(async (directory) => {
    const options: DeadLetterOptions = { limits: { lettersOfGroup: 10, bytes: 20_000 } };
    let letters = await openDeadLetters(directory, options);
    letters.add(letterOf("precious", { code: "type-conflict" }));
    for (let i = 0; i < 100; i++) letters.add(letterOf(`${i}`));
    assert.deepEqual(payloads(await letters.list()), [
      "precious",
      ...Array.from({ length: 10 }, (_, i) => `${90 + i}`),
    ]);
    for (let i = 0; i < 10; i++) letters.add(letterOf("x".repeat(3000), { message: { address: "large" } }));
    assert.ok(payloads(await letters.list()).includes("precious"), "the earlier letter is kept");
    assert.ok((await letters.list()).length < 15, "not all letters are kept");
    const before = payloads(await letters.list());
    await letters.close();
    letters = await openDeadLetters(directory, options);
    assert.deepEqual(payloads(await letters.list()), before);
    await letters.close();
  }));

test("letters are read from disk; one that is not yet written is shown too", () =>
  inTemporaryFolder(async (directory) => {
    const letters = await openDeadLetters(directory);
    for (let i = 0; i < 1500; i++) letters.add(letterOf(`${i}`, { key: `${i}/0` }));
    assert.deepEqual(payloads(await letters.find([1500])), ["1499"]);
    await letters.durable();
    assert.deepEqual(payloads(await letters.find([700])), ["699"]);
    assert.deepEqual(payloads(await letters.list({ limit: 2 })), ["1498", "1499"]);
    const segments = (await fs.readdir(directory)).filter((name) => name.endsWith(".journal"));
    for (const name of segments) await fs.rm(`${directory}/${name}`);
    assert.deepEqual(await letters.list(), [], "nothing of them is in memory");
    await letters.close();
  }));

test("letters are found while they are being rewritten and dropped", () =>
  inTemporaryFolder(async (directory) => {
    const letters = await openDeadLetters(directory, { slackBytes: 100_000 });
    const kept = Array.from({ length: 40 }, (_, i) => `kept ${i}`);
    for (const text of kept) letters.add(letterOf(text, { code: "bad-json" }));
    for (let i = 0; i < 60; i++) {
      for (let one = 0; one < 40; one++) letters.add(letterOf(`${i} ${"x".repeat(300)}`));
      const [found, gone] = await Promise.all([
        letters.list({ code: "bad-json" }),
        letters.list({ code: "unknown-id" }).then((some) => letters.drop(some.map(({ id }) => id))),
      ]);
      assert.deepEqual(payloads(found), kept);
      assert.equal(gone, 40);
    }
    await letters.close();
  }));

test("a restart gives the same letters, whatever was displaced and rewritten", () =>
  inTemporaryFolder(async (directory) => {
    const options: DeadLetterOptions = { limits: { bytes: 400_000, lettersOfGroup: 30 }, slackBytes: 100_000 };
    let letters = await openDeadLetters(directory, options);
    for (let i = 0; i < 1500; i++) {
      const address = `a${i % 50}${i % 7 === 0 ? "" : "b"}`;
      letters.add(letterOf(`${i} ${"x".repeat(500)}`, { message: { address } }));
      if (i % 20 === 0) await letters.durable();
      if (i % 100 === 0) await letters.drop([i - 3, i - 9]);
    }
    const before = payloads(await letters.list());
    await letters.close();
    for (let start = 0; start < 2; start++) {
      letters = await openDeadLetters(directory, options);
      assert.deepEqual(payloads(await letters.list()), before);
      await letters.close();
    }
  }));

test("history is compacted: files stay small, letters and the next ID are unchanged", () =>
  inTemporaryFolder(async (directory) => {
    const options: DeadLetterOptions = { limits: { lettersOfGroup: 20 }, slackBytes: 100_000 };
    let letters = await openDeadLetters(directory, options);
    letters.add(letterOf("first", { code: "bad-json" }));
    for (let i = 0; i < 3000; i++) {
      letters.add(letterOf(`${i} ${"x".repeat(300)}`));
      if (i % 50 === 0) await letters.durable();
    }
    await letters.drop((await letters.list({ code: "unknown-id" })).map(({ id }) => id));
    await letters.close();
    const names = await fs.readdir(directory);
    const sizes = await Promise.all(names.map(async (name) => (await fs.stat(`${directory}/${name}`)).size));
    assert.ok(sizes.reduce((a, b) => a + b) < 400_000, `${sizes}`);
    letters = await openDeadLetters(directory, options);
    assert.deepEqual(payloads(await letters.list()), ["first"]);
    letters.add(letterOf("next"));
    assert.equal((await letters.list()).at(-1)?.id, 3002);
    await letters.close();
  }));

test("while the disk refuses writes, letters stay in memory, are reported as waiting, and are saved later", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    let letters = await openDeadLetters(directory, { open: disk.open });
    disk.failWith = "ENOSPC";
    letters.add(letterOf("a"));
    await assert.rejects(letters.durable(), /ENOSPC/);
    letters.add(letterOf("b"));
    await assert.rejects(letters.durable(), /ENOSPC/);
    assert.deepEqual(payloads(await letters.list()), ["a", "b"]);
    disk.failWith = undefined;
    await until(() => letters.status().state === "ok");
    await letters.durable();
    await letters.close();
    letters = await openDeadLetters(directory);
    assert.deepEqual(payloads(await letters.list()), ["a", "b"]);
    await letters.close();
  }));

test("a letter whose sender is told that the disk refused it is dropped, and added when the message is sent again", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    const letters = await openDeadLetters(directory, { open: disk.open });
    for (const state of ["the disk works", "writing failed"] as const) {
      const kept = letters.add(letterOf("kept", { key: `kept ${state}` }))!;
      if (state === "the disk works") Object.assign(disk, { failWith: "ENOSPC", sparesCuts: true });
      const told = letters.add(letterOf("told", { key: "told" }))!;
      await assert.rejects(letters.durableOrDropped([told]), { code: "unavailable" });
      assert.deepEqual(
        (await letters.find([kept, told])).map(({ id }) => id),
        [kept],
      );
    }
    disk.failWith = undefined;
    const again = letters.add(letterOf("told", { key: "told" }))!;
    await until(() => letters.status().state !== "down");
    await letters.durableOrDropped([again]);
    const ids = (await letters.list()).map(({ id }) => id);
    assert.equal(ids.length, 3);
    // As a killed process leaves it: nothing is said about the dropped letters.
    await inTemporaryFolder(async (copy) => {
      await fs.cp(directory, copy, { recursive: true });
      const opened = await openDeadLetters(copy);
      assert.deepEqual(
        (await opened.list()).map(({ id }) => id),
        ids,
      );
      await opened.close();
    });
    await letters.close();
  }));

test("a letter that was dropped while the disk refused does not come back", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    let letters = await openDeadLetters(directory, { open: disk.open });
    for (const payload of ["a", "b"]) letters.add(letterOf(payload));
    await letters.durable();
    disk.failWith = "ENOSPC";
    letters.add(letterOf("c"));
    await assert.rejects(letters.durable(), /ENOSPC/);
    await assert.rejects(letters.drop([1]), /ENOSPC/);
    assert.deepEqual(payloads(await letters.list()), ["b", "c"]);
    disk.failWith = undefined;
    await until(() => letters.status().state === "ok");
    await letters.close();
    letters = await openDeadLetters(directory);
    assert.deepEqual(payloads(await letters.list()), ["b", "c"]);
    await letters.close();
  }));

test("the oldest letter of a largest group is displaced, whatever the number of groups", () => {
  const letter = (id: number, address: string): DeadLetter => ({
    id,
    message: messageOf("x", { address }),
    code: "unknown-id",
    error: { message: "", type: "", description: "" },
    key: "",
  });
  const index = new DeadLetterIndex({ lettersOfGroup: 4, bytes: 12 * 520 });
  const model: DeadLetter[] = [];
  let state = 7;
  for (let id = 1; id <= 2000; id++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const added = letter(id, `a${(state >>> 16) % 9}`);
    index.add(added);
    model.push(added);
    const groups = new Map<string, DeadLetter[]>();
    for (const each of model) groups.set(each.message.address, [...(groups.get(each.message.address) ?? []), each]);
    const kept = new Set(index.ids());
    for (const gone of model.filter((each) => !kept.has(each.id))) {
      const size = groups.get(gone.message.address)!.length;
      assert.equal(size, Math.max(...[...groups.values()].map((group) => group.length)));
      assert.equal(gone, groups.get(gone.message.address)![0]);
      model.splice(model.indexOf(gone), 1);
    }
    assert.deepEqual(
      index.ids(),
      model.map((each) => each.id),
    );
  }
});

test("a letter of the largest group takes the same time, however many letters the group has", () => {
  const index = new DeadLetterIndex({ bytes: 64 << 20, lettersOfGroup: 10_000 });
  const began = performance.now();
  for (let id = 1; id <= 20_000; id++) index.add({ id, ...letterOf(`${id}`) });
  const ms = performance.now() - began;
  // A tenth of a second; it was ten seconds.
  assert.ok(ms < 4000, `${ms} ms`);
  assert.deepEqual([index.size, index.displaced, index.ids()[0]], [10_000, 10_000, 10_001]);
});

test("a sender that floods for long takes no more memory than its letters", async () => {
  const index = new DeadLetterIndex({ bytes: 64 << 20, lettersOfGroup: 100 });
  let id = 0;
  const flood = async (count: number): Promise<number> => {
    for (const end = id + count; id < end; ) index.add({ id: ++id, ...letterOf("x") });
    await collectGarbage();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const before = await flood(20_000);
  const after = await flood(80_000);
  assert.equal(index.size, 100);
  assert.ok(after - before < 8, `${before.toFixed(0)} → ${after.toFixed(0)} MB`);
});
