/** Measures the journal: appends per second, durable batches, opening with a million waiting messages, reading these. */

import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal } from "../../runtime/journal/file-journal.ts";
import type { Message } from "../../runtime/model/message.ts";

const MESSAGES = Number(process.argv[2] ?? 1_000_000);
const PER_TURN = 1000;

function message(index: number, payload: Uint8Array): Message {
  const receivedNs = 1_700_000_000_000_000_000n + BigInt(index);
  return { source: "udp", address: "rig", sender: "127.0.0.1:50123", contentType: "", receivedNs, payload };
}

function report(what: string, count: number, ms: number): void {
  console.log(
    `${what.padEnd(34)} ${ms.toFixed(0).padStart(7)} ms  ${Math.round((count / ms) * 1000).toLocaleString()}/s`,
  );
}

const directory = await fs.mkdtemp(join(tmpdir(), "journal-bench-"));
const options = { directory, maxBytes: 8 * 2 ** 30, commitIntervalMs: 2 };
try {
  const payload = Buffer.alloc(100, 7);
  const messages = Array.from({ length: PER_TURN }, (_, index) => message(index, payload));

  let journal = await openJournal(options);
  let began = performance.now();
  let appendMs = 0;
  for (let done = 0; done < MESSAGES; done += PER_TURN) {
    const turn = performance.now();
    for (const each of messages) journal.append(each);
    appendMs += performance.now() - turn;
    await journal.durable();
  }
  report("append (in memory)", MESSAGES, appendMs);
  report(`append, durable every ${PER_TURN}`, MESSAGES, performance.now() - began);

  const singles = 2000;
  began = performance.now();
  for (let i = 0; i < singles; i++) {
    journal.append(messages[0]!);
    await journal.durable();
  }
  report("append, each durable before the next", singles, performance.now() - began);
  await journal.close();

  began = performance.now();
  journal = await openJournal(options);
  report("open with these waiting", journal.tail, performance.now() - began);

  began = performance.now();
  let read = 0;
  for await (const _entry of journal.read(0)) read++;
  report("read all", read, performance.now() - began);
  await journal.close();
} finally {
  await fs.rm(directory, { recursive: true });
}
