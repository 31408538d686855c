import assert from "node:assert/strict";
import { mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Message } from "../../../runtime/model/message.ts";
import { Forwarder } from "../../../runtime/parts/cluster/forwarder.ts";
import type { ClusterSettings } from "../../../runtime/parts/cluster/keys.ts";
import { ReplicatedLog, type ReplicatedLogOptions } from "../../../runtime/parts/cluster/replicated-log.ts";
import { Withdrawn } from "../../../runtime/parts/cluster/withdrawn.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

/** A journal whose messages reach the cluster when the test says so. */
class Journal {
  readonly appended: { readonly message: Message; readonly epoch: number }[] = [];
  readonly #waiting = new Map<number, () => void>();

  get end(): number {
    return this.appended.length;
  }

  append(message: Message, epoch = 0) {
    this.appended.push({ message, epoch });
    return { id: `j/${this.end}`, durable: async () => {} };
  }

  reached(position: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(position, resolve));
  }

  reach(position: number): void {
    this.#waiting.get(position)?.();
  }
}

function logOf(journal: Journal, withdraw: ReplicatedLogOptions["withdraw"]): ReplicatedLog {
  return new ReplicatedLog({ messages: journal, acknowledge: "replicated", withdraw, timeoutMs: 10 });
}

const reading = (text = "1") => messageOf(text, { source: "http", address: "r/n/g/d/data" });

test("a message keeps the decoding epoch of its reception", async () => {
  const journal = new Journal();
  const append = logOf(journal, async () => true).append(reading(), 4711);
  journal.reach(1);
  await append.durable();
  assert.deepEqual(
    journal.appended.map(({ epoch }) => epoch),
    [4711],
  );
});

test("if a sender gets a refusal, its message is withdrawn; sending it again makes a new message", async () => {
  const journal = new Journal();
  const withdrawn: number[] = [];
  const log = logOf(journal, async (position) => withdrawn.push(position) > 0);
  const first = log.append(reading(), 1);
  await assert.rejects(first.durable(), /does not take it now; send it again/);
  assert.deepEqual(withdrawn, [1]);
  const second = log.append(reading(), 1);
  journal.reach(2);
  await second.durable();
  assert.equal(journal.end, 2);
  await assert.rejects(first.durable(), /does not take it now; send it again/);
});

test("a message on its way to the servers is not refused; sending it again meanwhile or soon after gives the same message", async () => {
  const journal = new Journal();
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const log = logOf(journal, async () => {
    ask();
    return false;
  });
  const first = log.append(reading(), 1);
  let isTold = false;
  const durable = first.durable().then(() => {
    isTold = true;
  });
  await asked;
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isTold, false);
  const repeated = log.append(reading(), 1);
  assert.equal(repeated.id, first.id);
  assert.notEqual(log.append(reading("2"), 1).id, first.id);
  journal.reach(1);
  await Promise.all([durable, repeated.durable()]);
  assert.equal(log.append(reading(), 1).id, first.id, "its answer may have been lost");
  assert.equal(journal.end, 2);
});

test("withdrawn messages are remembered after a restart, as long as the journal contains them", () =>
  inTemporaryFolder(async (directory) => {
    const before = await Withdrawn.open(directory, "a", 0, assert.fail);
    await Promise.all([5, 6, 7, 9].map((position) => before.add(position)));
    const known = await Withdrawn.open(directory, "a", 7, assert.fail);
    assert.deepEqual(known.ranges, [
      { from: 5, to: 7 },
      { from: 9, to: 9 },
    ]);
    assert.deepEqual((await Withdrawn.open(directory, "a", 8, assert.fail)).ranges, [{ from: 9, to: 9 }]);
    assert.deepEqual((await Withdrawn.open(directory, "b", 0, assert.fail)).ranges, []);
  }));

test("a withdrawn message that could not be recorded is recorded with the next one", () =>
  inTemporaryFolder(async (directory) => {
    const withdrawn = await Withdrawn.open(directory, "a", 0, assert.fail);
    const obstacle = join(directory, "withdrawn.new");
    await mkdir(obstacle);
    await assert.rejects(withdrawn.add(5), /EISDIR/);
    await rmdir(obstacle);
    await withdrawn.add(7);
    const ranges = [5, 7].map((position) => ({ from: position, to: position }));
    assert.deepEqual((await Withdrawn.open(directory, "a", 0, assert.fail)).ranges, ranges);
  }));

test("a message whose sender is told that it is not kept is not sent, even if that cannot be recorded", async () => {
  const added: number[] = [];
  const findings: string[] = [];
  const forwarder = new Forwarder({
    settings: { urls: [] } as unknown as ClusterSettings,
    share: async () => {},
    incarnation: async () => 1,
    tailAtStart: 4,
    withdrawn: {
      ranges: [],
      has: () => false,
      add: async (position) => {
        added.push(position);
        throw new Error("the disk is full");
      },
    },
    onFinding: (sentence) => findings.push(sentence),
  });
  assert.equal(await forwarder.withdraw(4), false, "sending has begun");
  assert.equal(await forwarder.withdraw(5), true);
  assert.deepEqual(added, [5]);
  assert.deepEqual(findings, ["a restart may send message 5, which was refused: the disk is full"]);
});
