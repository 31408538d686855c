/** CSV rows per second, split from a stream and decoded to points, compared with csv-parse, which only splits cells. */

import { parse } from "csv-parse/sync";
import { OWN_ADDRESSING } from "../../../runtime/intake/addressing.ts";
import { epochOf } from "../../../runtime/intake/decoding-epoch.ts";
import { CsvChunks, type CsvPiece } from "../../../runtime/sources/http/csv-chunks.ts";
import { http } from "../../../runtime/sources/http/http.ts";
import { compare, type Figure, processorNs, type Row, shown } from "../row.ts";

const REPETITIONS = 15;
const ROWS = 40_000;
/** Size of the chunks that a socket delivers. */
const PIECE_BYTES = 65_536;
const BEGIN_MS = Date.UTC(2026, 0, 1);
/** After all times of rows, so that they are believed. */
const RECEIVED_NS = BigInt(Date.UTC(2027, 0, 1)) * 1_000_000n;

export const csv: Row = {
  name: "csv",
  about: "CSV: rows/s cut and decoded to points, by csv-parse's (processor time)",
  async run() {
    const quoted = {
      of: "4 columns, one quoted",
      head: "## time,temperature,humidity,note",
      row: (n: number) => `${1_700_000_000_000_000_000n + BigInt(n)},${20 + (n % 100) / 10},55.5,"n ${n}"`,
    };
    const names = Array.from({ length: 10 }, (_, column) => `field_${column}`);
    const numbers = {
      of: "a time and 10 columns of numbers",
      head: `## time,${names.join(",")}`,
      row: (n: number) => `${new Date(BEGIN_MS + n * 1000).toISOString()},${numbersAt(n, names.length).join(",")}`,
    };
    const figures: Figure[] = [];
    for (const table of [quoted, numbers]) figures.push(await figureOf(table));
    return figures;
  },
};

interface Table {
  readonly of: string;
  readonly head: string;
  readonly row: (number: number) => string;
}

function numbersAt(row: number, count: number): string[] {
  return Array.from({ length: count }, (_, column) => (Math.sin(row / (100 + column)) * 100).toFixed(column % 5));
}

async function figureOf({ of, head, row }: Table): Promise<Figure> {
  const messages = http.messages(epochOf({ realms: [], channels: [] }, new Map()), OWN_ADDRESSING);
  const rows = Array.from({ length: ROWS }, (_, n) => row(n));
  const bytes = Buffer.from(`${head}\n${rows.join("\n")}\n`);

  const ours = (): number => {
    const chunks = new CsvChunks();
    let points = 0;
    const take = (pieces: Iterable<CsvPiece>): void => {
      for (const piece of pieces) {
        if (piece.kind === "header") continue;
        const payload = Buffer.concat([Buffer.from(`${head}\n`), piece.bytes]);
        points += messages.decode({
          source: "http",
          address: "r/n/g/d/data",
          sender: "",
          contentType: "text/csv",
          receivedNs: RECEIVED_NS,
          payload,
        }).points.length;
      }
    };
    return processorNs(ROWS, () => {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) take(chunks.push(bytes.subarray(at, at + PIECE_BYTES)));
      take(chunks.end());
      if (points !== ROWS) throw new Error(`${points} points`);
    });
  };
  const theirs = (): number =>
    processorNs(ROWS, () => {
      const { length } = parse(bytes, { from_line: 2 });
      if (length !== ROWS) throw new Error(`${length} rows`);
    });
  // Warm up until V8 has optimised both.
  await compare(6, ours, theirs);
  const { ratio, first, second } = await compare(REPETITIONS, theirs, ours);
  const detail = `${shown(second.median / 1000)} µs a row by ${shown(first.median / 1000)} µs`;
  return { of, value: ratio, unit: "×", wanted: { atLeast: 1 }, detail };
}
