/** InfluxQL queries over HTTP; answers are parsed on arrival, with all digits. */

import { parseExact } from "../../lib/parse-exact.ts";
import type { InfluxClient } from "./client.ts";

export type Cell = string | number | bigint | boolean | null;

/** One series, or a part of one: the server splits long ones. */
export interface ResultSeries {
  /** Index of the answered statement. */
  readonly statement: number;
  readonly name: string;
  readonly columns: readonly string[];
  readonly values: readonly (readonly Cell[])[];
}

/**
 * The server understood the request but refused the statement, for example because of a missing database or an
 * unsupported function; or it has no place for a new database.
 */
export class QueryError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "QueryError";
  }
}

interface Answer {
  readonly results?: readonly {
    readonly statement_id?: number;
    readonly series?: readonly { name?: string; columns: string[]; values?: Cell[][] }[];
    readonly error?: string;
  }[];
  readonly error?: string;
}

const ROWS_A_PART = 5_000;

/** Times are requested as RFC 3339 text: as numbers they would lose digits in most JSON readers. */
export async function* queryParts(
  client: InfluxClient,
  database: string,
  statements: string,
): AsyncGenerator<ResultSeries> {
  const parameters = new URLSearchParams({ q: statements, chunked: "true", chunk_size: String(ROWS_A_PART) });
  if (database !== "") parameters.set("db", database);
  const answer = client.stream({
    method: "GET",
    path: `/query?${parameters}`,
    headers: { accept: "application/json" },
  });
  for await (const line of lines(answer)) yield* seriesOf(parseAnswer(line));
}

/** A whole answer that is known to be small; retried while the server is busy. */
export async function query(client: InfluxClient, database: string, statements: string): Promise<ResultSeries[]> {
  return client.retrying(async () => {
    const parts: ResultSeries[] = [];
    for await (const part of queryParts(client, database, statements)) parts.push(part);
    return parts;
  });
}

/** A statement that changes something; 1.x accepts these only by POST. */
export async function execute(client: InfluxClient, statement: string, database = ""): Promise<void> {
  const text = await client.send({
    method: "POST",
    path: "/query",
    body: new URLSearchParams({ q: statement, ...(database !== "" && { db: database }) }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
  });
  for (const _ of seriesOf(parseAnswer(text)));
}

/** Nanoseconds since 1970 of the server's `2026-01-31T12:00:00.123456789Z`. */
export function parseTime(cell: Cell): bigint {
  const match = typeof cell === "string" ? /^(.+?)(?:\.(\d{1,9}))?Z$/.exec(cell) : null;
  const seconds = match === null ? Number.NaN : Date.parse(`${match[1]}Z`);
  if (match === null || Number.isNaN(seconds)) throw new QueryError(`unreadable time in the answer: ${String(cell)}`);
  return BigInt(seconds) * 1_000_000n + BigInt((match[2] ?? "").padEnd(9, "0"));
}

async function* lines(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for await (const part of parts) {
    const pieces = decoder.decode(part, { stream: true }).split("\n");
    rest.push(pieces[0]!);
    for (let index = 1; index < pieces.length; index++) {
      const line = rest.join("");
      rest = [pieces[index]!];
      if (line !== "") yield line;
    }
  }
  const last = rest.join("") + decoder.decode();
  if (last !== "") yield last;
}

function* seriesOf(answer: Answer): Generator<ResultSeries> {
  if (answer.error !== undefined) throw new QueryError(answer.error);
  for (const result of answer.results ?? []) {
    if (result.error !== undefined) throw new QueryError(result.error);
    for (const series of result.series ?? []) {
      yield {
        statement: result.statement_id ?? 0,
        name: series.name ?? "",
        columns: series.columns,
        values: series.values ?? [],
      };
    }
  }
}

// Only integers of 16 digits or more can lose digits; otherwise the built-in parser is exact, and ten times faster.
const LONG_INTEGER = /[[,]-?\d{16,}[\],]/;

function parseAnswer(text: string): Answer {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text) as Answer;
  return parseExact(text, (digits) => (/^-?\d{16,}$/.test(digits) ? BigInt(digits) : Number(digits))) as Answer;
}
