/**
 * A process to be killed: journals messages, stores them in DuckDB, and prints the number of each that is durable.
 * Arguments: folder, first number, `run` or `finish` (stores what is left and ends), `duckdb` or `parquet` (hours become files all the
 * time), and what else its depot needs.
 */

import { join } from "node:path";
import { openDeadLetters } from "../../runtime/journal/dead-letter-log.ts";
import { openJournal } from "../../runtime/journal/file-journal.ts";
import { FileLog } from "../../runtime/journal/file-log.ts";
import type { LogEntry } from "../../runtime/model/message-log.ts";
import type { Point } from "../../runtime/model/point.ts";
import type { Depot } from "../../runtime/store/duckdb/depot.ts";
import { openDuckdbStore } from "../../runtime/store/duckdb/duckdb-store.ts";
import { StoreWriter } from "../../runtime/store/store-writer.ts";
import { messageOf } from "./journal-messages.ts";
import { makePoint } from "./store-contract.ts";
import { pause } from "./until.ts";

/** The store refuses the type of every seventh message. Some messages have several rows, some none, some the sender's time. */
function decode({ message, id }: LogEntry): Point[] {
  const n = Number(Buffer.from(message.payload).toString());
  const rows = n % 5 === 0 ? 3 : n % 11 === 0 ? 0 : 1;
  return Array.from({ length: rows }, (_, row) => {
    const values = n % 7 === 0 ? { n: `${n}` } : { n, row };
    const timeSource = n % 3 === 0 ? "payload" : "receipt";
    return { ...makePoint(BigInt(n * 10 + row), values, { timeSource }), origin: { message, id } };
  });
}

export async function runCrashTarget(depotOf?: (directory: string, more: readonly string[]) => Depot): Promise<void> {
  const [directory = "", first = "0", mode = "run", kind = "duckdb", ...more] = process.argv.slice(2);
  const journal = await openJournal({
    directory: join(directory, "journal"),
    maxBytes: 1 << 26,
    commitIntervalMs: 1,
    segmentBytes: 20_000,
  });
  const deadLetters = await openDeadLetters(join(directory, "dead-letters"));
  const parquet = kind === "duckdb" ? {} : { parquet: directory };
  const depot = depotOf && { depot: depotOf(directory, more) };
  const store = openDuckdbStore({ path: join(directory, "telemetry.duckdb"), ...parquet, ...depot });
  const messages = new FileLog(journal, { tailBytes: 20_000 });
  const writer = new StoreWriter({
    store,
    log: messages.reader(),
    decode,
    deadLetters,
    onRefused: ({ point, error }) => {
      const signal = { message: error.message, type: error.name, description: "" };
      const row = point.timeNs % 10n;
      deadLetters.add({
        message: point.origin.message,
        code: error.code,
        error: signal,
        key: `${point.origin.id}/${row}`,
      });
    },
    limits: { batchAgeMs: 5, batchRows: 200 },
  });
  const opened = await store.open();
  if (opened.committed === 0) await store.write([makePoint(-1n, { n: -1 })], 0);
  writer.start(opened);
  const archiving = { isOver: kind === "duckdb" };
  const archived = (async () => {
    while (!archiving.isOver) {
      await store.archiveHours(2n ** 64n);
      await pause(5, "rows are written meanwhile");
    }
  })();

  if (mode === "finish") {
    const drained = await writer.drain(300_000);
    archiving.isOver = true;
    await archived;
    await store.close();
    await deadLetters.close();
    await journal.close();
    process.exitCode = drained ? 0 : 1;
  } else {
    for (let n = Number(first); ; ) {
      const end = n + 1 + (n % 40);
      for (; n < end; n++) messages.append(messageOf(`${n}`));
      await journal.durable();
      process.stdout.write(`${end - 1}\n`);
    }
  }
}
