/** A CSV body of any size: a file once all of it is known, a stream while it arrives [D24]. */

import { setImmediate } from "node:timers/promises";
import { TooManyHeaders } from "../../intake/csv-headers.ts";
import { formatHeaderLine, NO_HEADER, parseHeaderLine } from "../../intake/formats/csv.ts";
import { CsvProfiler, csvType } from "../../intake/formats/csv-profile.ts";
import { type CsvHeader, cellsOf, delimiterOf, lineAt } from "../../intake/formats/csv-records.ts";
import type { Acceptance } from "../../intake/intake.ts";
import { trimmedEnd } from "../../lib/trimmed-end.ts";
import { BOUNDS } from "../../model/bounds.ts";
import { TelemetryError, ValueError } from "../../model/error-signal.ts";
import type { Bodies } from "./bodies.ts";
import { CsvChunks, type CsvPiece } from "./csv-chunks.ts";
import { Signalled } from "./failure.ts";
import { keptSum, keptTexts, NOTHING_KEPT, rejectedSum } from "./kept.ts";
import type { BodyStream } from "./request-body.ts";
import { type Rows, WaitingRows } from "./waiting-rows.ts";

/** Maximum number of chunks that wait to be durable: enough to keep the journal busy, few enough to bound memory. */
const MAX_IN_FLIGHT = 4;
const HEADERS_AT_ONCE = 100;
const MAX_HEADERS = 1000;

export interface CsvUploadOptions {
  /** The channel's remembered header. */
  readonly header: () => Promise<CsvHeader | undefined>;
  readonly setHeader: (header: CsvHeader) => Promise<void>;
  /** Accepts whole rows after their header line. @param type content type, with what the table says of its cells @throws Signalled */
  readonly accept: (payload: Uint8Array, type: string) => Promise<Acceptance>;
  /** Called with the bytes that caused an error of `run`. */
  readonly refused: (payload: Uint8Array) => void;
  readonly bodies: Bodies;
  /** Network address of the sender. */
  readonly address: string;
  /** A repeated body is cut at the same positions. */
  readonly isSteady: boolean;
  /** The sender said how long the body is: it is a file, not a stream. */
  readonly isFile: boolean;
}

type Outcome = { readonly accepted: Acceptance } | { readonly error: unknown };

export class CsvUpload {
  readonly #options: CsvUploadOptions;
  #chunks: CsvChunks;
  readonly #inFlight: Promise<Outcome>[] = [];
  readonly #headerTexts: string[] = [];
  #header: CsvHeader | undefined;
  /** Of the rows since the last header line. */
  #profiler: CsvProfiler | undefined;
  readonly #waiting: WaitingRows;
  /** Whether there was no room for more rows to wait: what is known then counts for all. */
  #isDecided = false;
  #headerError: TelemetryError | undefined;
  #kept = NOTHING_KEPT;
  #headers = 0;
  #headerBytes = 0;
  #rowsSeen = false;
  #rejected: Signalled | undefined;

  constructor(options: CsvUploadOptions) {
    this.#options = options;
    this.#chunks = new CsvChunks({ isSteady: options.isSteady });
    this.#waiting = new WaitingRows(options);
  }

  /**
   * The texts of the answer [D19], after every row was kept or rejected.
   * @throws Signalled if nothing could be kept; TelemetryError for an error before intake
   */
  async run(body: BodyStream): Promise<readonly string[]> {
    const release = () => {
      this.#chunks = new CsvChunks();
      this.#waiting.drop();
    };
    const arriving = this.#options.bodies.begin(release, this.#options.address);
    try {
      for await (const bytes of body) {
        arriving.holds(this.#chunks.held + bytes.length + this.#waiting.held);
        await this.#take(this.#chunks.push(bytes));
      }
      await this.#take(this.#chunks.end());
      await this.#acceptWaiting();
      await this.#settle(0);
    } catch (error) {
      await this.#acceptWaiting().catch(() => {});
      await this.#settleQuietly();
      throw this.#withKept(error);
    } finally {
      arriving.end();
      await this.#waiting.close();
    }
    return this.#answer();
  }

  #answer(): readonly string[] {
    if (!this.#rowsSeen && this.#header === undefined) throw new ValueError("Empty request body", "empty");
    if (!this.#rowsSeen && this.#headerError !== undefined) throw this.#headerError;
    if (this.#kept.readings === 0 && this.#rejected !== undefined) throw this.#rejected;
    if (!this.#rowsSeen) return this.#headerTexts;
    return [...this.#headerTexts, ...keptTexts(this.#kept)];
  }

  async #take(pieces: Iterable<CsvPiece>): Promise<void> {
    for (const piece of pieces) {
      if (piece.kind === "header") await this.#setHeader(piece.line);
      else await this.#addRows(piece.bytes);
      // Decoding takes time, and a body may consist only of header lines.
      if (piece.kind === "rows" || this.#headers % HEADERS_AT_ONCE === 0) await setImmediate();
    }
  }

  async #setHeader(line: string): Promise<void> {
    this.#options.refused(Buffer.from(line));
    if (++this.#headers > MAX_HEADERS) throw new ValueError(`More than ${MAX_HEADERS} header lines`, "bad-csv");
    const header = parseHeaderLine(line);
    this.#options.refused(new Uint8Array());
    await this.#acceptWaiting();
    this.#header = header;
    this.#profiler = undefined;
    this.#isDecided = false;
    const text = `Received header fields [${header.fields.map(quoted).join(", ")}]`;
    if (!this.#headerTexts.includes(text)) this.#headerTexts.push(text);
    this.#headerBytes += line.length;
    if (this.#headerBytes > BOUNDS["csv-header-lines"].each)
      throw new ValueError(`Header lines hold more than ${BOUNDS["csv-header-lines"].each} bytes`, "bad-csv");
    try {
      await this.#options.setHeader(header);
    } catch (error) {
      const isKeptLater = error instanceof TelemetryError && error.code === "unavailable";
      if (!isKeptLater && !(error instanceof TooManyHeaders)) throw error;
      // The rows are sent with their header, so they do not depend on remembering it.
      this.#headerError = error;
    }
  }

  async #addRows(bytes: Buffer): Promise<void> {
    if (this.#header === undefined && !this.#rowsSeen && isPreamble(bytes)) return;
    this.#rowsSeen = true;
    const header = this.#header ?? (await this.#remembered(bytes));
    this.#header = header;
    this.#profiler ??= new CsvProfiler(header);
    const known = new Set(this.#profiler.numeric);
    if (this.#isDecided) {
      // A column whose first value comes later is decided by the rows around it.
      const { empty } = this.#profiler;
      if (empty.length > 0) this.#profiler.add(bytes, empty);
      return this.#acceptRows({ bytes, known });
    }
    this.#profiler.add(bytes);
    if (await this.#waiting.add({ bytes, known })) return;
    this.#isDecided = true;
    await this.#acceptWaiting();
    await this.#acceptRows({ bytes, known });
  }

  async #acceptWaiting(): Promise<void> {
    for await (const rows of this.#waiting.take()) await this.#acceptRows(rows);
  }

  async #acceptRows({ bytes, known }: Rows): Promise<void> {
    const payload = Buffer.concat([Buffer.from(`${formatHeaderLine(this.#header!)}\n`), bytes]);
    this.#inFlight.push(
      this.#options.accept(payload, csvType(this.#profiler!.profile(known))).then(
        (accepted) => ({ accepted }),
        (error: unknown) => ({ error }),
      ),
    );
    await this.#settle(MAX_IN_FLIGHT - 1);
  }

  // Rows sent without a header may use another separator than the header.
  async #remembered(bytes: Buffer): Promise<CsvHeader> {
    const header = await this.#options.header();
    if (header === undefined) {
      this.#options.refused(bytes);
      throw new ValueError(NO_HEADER, "no-header");
    }
    const first = firstRow(bytes.toString("latin1"));
    const fits = cellsOf(first, header.delimiter)?.length === header.fields.length;
    return fits ? header : { ...header, delimiter: delimiterOf(first) };
  }

  async #settle(left: number): Promise<void> {
    while (this.#inFlight.length > left) {
      const outcome = await this.#inFlight.shift();
      if (outcome !== undefined) this.#count(outcome);
    }
  }

  // A chunk that could not be kept does not stop the others; any other error does.
  #count(outcome: Outcome): void {
    if ("accepted" in outcome) this.#kept = keptSum(this.#kept, outcome.accepted);
    else if (!(outcome.error instanceof Signalled) || outcome.error.reason.code === "unavailable") throw outcome.error;
    else {
      this.#rejected ??= outcome.error;
      this.#kept = rejectedSum(this.#kept, outcome.error.reason);
    }
  }

  async #settleQuietly(): Promise<void> {
    for (const outcome of await Promise.all(this.#inFlight)) {
      if ("accepted" in outcome) this.#kept = keptSum(this.#kept, outcome.accepted);
    }
  }

  #withKept(error: unknown): unknown {
    if (this.#kept.readings === 0) return error;
    if (error instanceof Signalled) return new Signalled(partly(error.reason, this.#kept.readings));
    return error instanceof TelemetryError ? partly(error, this.#kept.readings) : error;
  }
}

function firstRow(text: string): string {
  const start = text.search(/[^ \r\n]/);
  return trimmedEnd(text.slice(start, lineAt(text, start).end), " ");
}

/** Comments before a header, and the line with which Excel is told the separator. */
function isPreamble(bytes: Buffer): boolean {
  return bytes
    .toString("latin1")
    .split(/[\r\n]+/)
    .every((line) => line.trim() === "" || /^#(?!#)|^"?sep=."?$/i.test(line));
}

function partly(error: TelemetryError, readings: number): TelemetryError {
  const { name, code } = error;
  return new TelemetryError(`${error.message}; #${readings} readings were kept`, { name, code, cause: error });
}

// Python's notation of a text, which this answer's clients know.
function quoted(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\");
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}
