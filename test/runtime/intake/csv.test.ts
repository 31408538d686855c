import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { CsvHeaders, TooManyHeaders } from "../../../runtime/intake/csv-headers.ts";
import {
  cellsOf,
  delimiterOf,
  formatRecord,
  Marks,
  RowScanner,
  recordAt,
} from "../../../runtime/intake/formats/csv-records.ts";
import { rowsRefused } from "../../../runtime/intake/intake.ts";
import { lineEnds } from "../../../runtime/intake/intake-core.ts";
import { parsePath } from "../../../runtime/model/address.ts";
import { BOUNDS } from "../../../runtime/model/bounds.ts";
import { formatNs } from "../../../runtime/model/clock.ts";
import type { Message } from "../../../runtime/model/message.ts";
import type { DecodedRealm } from "../../../runtime/model/realm-settings.ts";
import { CsvChunks, type CsvPiece } from "../../../runtime/sources/http/csv-chunks.ts";
import { decodeDeviceMessage } from "../../support/device-messages.ts";

function message(payload: string | Buffer): Message {
  const address = "r/n/g/d/data";
  return {
    source: "http",
    address,
    sender: "",
    contentType: "text/csv",
    receivedNs: 1_800_000_000_000_001_000n,
    payload: Buffer.from(payload),
  };
}

function decode(payload: string | Buffer) {
  const { points, rejections } = decodeDeviceMessage(message(payload), { realms: [] });
  return {
    rows: points.map((point) =>
      Object.fromEntries(point.columns.map(({ name }, index) => [name, point.values[index]])),
    ),
    errors: rejections.map(({ error, row }) => `${row}: ${error.message}`),
  };
}

test("delimiters, quotes, CRLF, BOM and blanks [D24, RFC 4180]", () => {
  assert.deepEqual(decode("## a,b\n1,2\n").rows, [{ a: 1, b: 2 }]);
  assert.deepEqual(decode("##a;b\n1;2").rows, [{ a: 1, b: 2 }]);
  assert.deepEqual(decode("\ufeff## a,b\r\n1,2\r\n\r\n3,4\r\n").rows, [
    { a: 1, b: 2 },
    { a: 3, b: 4 },
  ]);
  assert.deepEqual(decode('## "a,b", c\n "x ""y""\nz" , 2 \n').rows, [{ "a,b": 'x "y"\nz', c: 2 }]);
  assert.deepEqual(decode("## a;b\n1,5;2\n").rows, [{ a: 1.5, b: 2 }]);
  assert.deepEqual(decode("## a\n1\n2\n").rows, [{ a: 1 }, { a: 2 }]);
});

test("two realms with names of their own for the time read the same header each in its way", () => {
  const realm = (time: readonly string[]): DecodedRealm => ({ name: "r", networks: [], timezone: "UTC", time });
  const timesIn = (...time: string[]) =>
    decodeDeviceMessage(message("## taken,sent,v\n2026-01-31T12:00:00Z,2026-02-01T12:00:00Z,1\n"), {
      realms: [realm(time)],
    }).points.map(({ timeNs }) => formatNs(timeNs).slice(0, 10));
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(timesIn("taken"), ["2026-01-31"]);
    assert.deepEqual(timesIn("sent"), ["2026-02-01"]);
  }
});

test("line ends are counted wherever bytes begin in memory, and whatever stands beside them", () => {
  const bytes = fc.uint8Array({ maxLength: 60 }).map((random) => random.map((byte) => (byte & 1 ? byte >> 4 : byte)));
  fc.assert(
    fc.property(bytes, fc.integer({ min: 0, max: 7 }), (given, offset) => {
      const placed = new Uint8Array([...new Array(offset).fill(10), ...given, 13, 10]).subarray(offset, -2);
      assert.equal(lineEnds(placed), given.filter((byte) => byte === 10 || byte === 13).length);
    }),
    { numRuns: 2000 },
  );
});

test("CR, LF and CRLF end lines, wherever a stream is split", () => {
  const lines = ["## a,b", "1,2", "", '"x\ry",4', "5,6"];
  const rows = [
    { a: 1, b: 2 },
    { a: "x\ry", b: 4 },
    { a: 5, b: 6 },
  ];
  for (const end of ["\r", "\n", "\r\n"]) {
    const text = lines.join(end) + end;
    assert.deepEqual(decode(text).rows, rows);
    for (const partBytes of [1, 2, 3, text.length]) {
      const parts = text.match(new RegExp(`[^]{1,${partBytes}}`, "g")) ?? [];
      const [header, ...pieces] = cut(
        parts.map((part) => Buffer.from(part)),
        1,
      );
      assert.deepEqual(header, { kind: "header", line: "## a,b" });
      const bytes = pieces.flatMap((piece) => (piece.kind === "rows" ? [piece.bytes] : []));
      assert.deepEqual(decode(`## a,b\n${Buffer.concat(bytes)}`).rows, rows);
    }
  }
});

test("an empty cell leaves its field out [D24]", () => {
  assert.deepEqual(decode('## a,b,c\n1,,3\n,2,\n"",5,""\n').rows, [{ a: 1, c: 3 }, { b: 2 }, { b: 5 }]);
});

test("a row's columns do not depend on earlier rows, unless words stand before the first number", () => {
  const cell = fc.constantFrom("1.5", "text", "", "true", "NaN");
  const row = fc.tuple(cell, cell, fc.constantFrom("", "2026-01-01T00:00:00Z", "no time"));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (more) => {
      const rows = [["1", "1", ""] as [string, string, string], ...more];
      const columnsOf = (lines: typeof rows) =>
        decodeDeviceMessage(message(`## a,b,time\n${lines.map((cells) => cells.join(",")).join("\n")}\n`), {
          realms: [],
        }).points.map(({ columns, values }) => ({ columns, values }));
      assert.deepEqual(
        columnsOf(rows),
        rows.flatMap((one) => columnsOf([one])),
      );
    }),
  );
});

test("a number is the double nearest to its digits, in any notation", () => {
  const digits = fc.stringMatching(/^[0-9]{0,20}$/);
  const number = fc
    .tuple(fc.constantFrom("", "-", "+"), digits, fc.constantFrom("", "."), digits, fc.constantFrom("", "e-7", "E+12"))
    .map((parts) => parts.join(""))
    .filter((text) => /\d/.test(text.replace(/e.*/i, "")));
  fc.assert(
    fc.property(number, (text) => {
      const [value] = decode(`## a,b\n${text},1\n`).rows;
      const expected = /^(?:0\d+|\d{16,})$/.test(text) ? text : Number(text);
      assert.ok(Object.is(value?.["a"], expected), `${text} is ${value?.["a"]}`);
    }),
    { numRuns: 1500 },
  );
  for (const text of [".", "-.", "+", "1.2.3", "1-2", "--1", "1e5"])
    assert.deepEqual(decode(`## a\n${text}\n`).rows, [{ a: text }]);
});

test("a time column is the time, in any spelling", () => {
  const times = (text: string) => {
    const realms = [{ name: "r", networks: [], timezone: "Europe/Berlin" }];
    const { points, rejections } = decodeDeviceMessage(message(text), { realms });
    assert.deepEqual(
      points.flatMap(({ columns }) => columns.map(({ name }) => name)),
      points.map(() => "v"),
    );
    return [
      ...points.map((point) => (point.timeSource === "payload" ? formatNs(point.timeNs).slice(0, 19) : "receipt")),
      ...rejections.map(({ error }) => error.message),
    ];
  };
  const utc = "2026-01-31T11:00:00";
  assert.deepEqual(times("## Date/Time,v\n2026-01-31 12:00:00,1\n"), [utc]);
  assert.deepEqual(times("## v;Datum/Zeit\n1;31.01.2026 12:00\n2;31.01.26 12:00:00\n"), [utc, utc]);
  assert.deepEqual(times("## Timestamp,v\n1769857200,1\n"), [utc]);
  assert.deepEqual(times("## Date,v\n2026/1/31 12:00:00,1\n2026-01-31,2\n"), [utc, "2026-01-30T23:00:00"]);
  assert.deepEqual(times("## Date,Time,v\n31.1.2026,12:00,1\n,,2\n31.1.2026,,3\n"), [
    utc,
    "receipt",
    "2026-01-30T23:00:00",
  ]);
  assert.deepEqual(times("## Datum;Uhrzeit;v\n31.01.2026;12:00:00;1\n"), [utc]);
  // Davis WeatherLink, Fronius Solar.web, MadgeTech 4, and spreadsheets in French, Spanish and Dutch.
  for (const name of ["Date & Time", "Datum und Uhrzeit", "Date et heure", "Fecha y hora", "Datum en tijd"])
    assert.deepEqual(times(`## ${name};v\n31.01.2026 12:00;1\n`), [utc], name);
  for (const names of ["Date;Heure", "Fecha;Hora", "Datum;Tijd"])
    assert.deepEqual(times(`## ${names};v\n31.01.2026;12:00;1\n`), [utc], names);
  assert.deepEqual(times("## Date,Time,v\n2026-01-31,12:00 PM,1\n2026-01-31,12:00:00 p.m.,2\n"), [utc, utc]);
  assert.deepEqual(times("## Time,unixtime,v\n12:00,1769857200,1\n"), [utc]);
  assert.deepEqual(times("## Zeit;v\n31.01.2026 12:00:00;1\n"), [utc]);
  assert.deepEqual(times("## Time (UTC),v\n2026-01-31 11:00:00,1\n"), [utc]);
  assert.deepEqual(times("## Date,v\n01/02/2026 12:00,1\n"), [
    "Time '01/02/2026 12:00' may begin with its day or its month: set 'dates' of its realm",
  ]);
  assert.deepEqual(times("## Time,v\n12:00,1\n"), ["Time '12:00' is neither ISO 8601 nor a number"]);
  assert.deepEqual(times("## Time (s),v\n5,1\n"), [
    "CSV column 'Time (s)' may be the rows' time: name it 'Time' if it is, otherwise without a word for time",
  ]);
  assert.deepEqual(decode("## time,Date,runtime,date 2\n5,x,7,8\n").rows, [
    { "time.sent": 5, Date: "x", runtime: 7, "date 2": 8 },
  ]);
});

test("a bad row is rejected alone [D24]", () => {
  const { rows, errors } = decode('## time,v\nsoon,1\n5,2,3\n6\n7,"x\n8,4\n,\n9,5\n');
  assert.deepEqual(rows, [
    { "time.sent": 8, v: 4 },
    { "time.sent": 9, v: 5 },
  ]);
  assert.deepEqual(errors, [
    "0: Time 'soon' is neither ISO 8601 nor a number",
    "1: CSV row has 3 cells where the header names 2",
    "2: CSV row has 1 cells where the header names 2",
    "3: CSV row has a quote that is not closed or stands in a cell",
    "5: CSV row has no values",
  ]);
});

test("a row that is not UTF-8 is rejected alone, and kept unchanged", () => {
  const body = Buffer.concat([
    Buffer.from("## t,n\n20,ü\n"),
    Buffer.from("21,\u00b0C\n", "latin1"),
    Buffer.from("22,ö\n"),
  ]);
  const { points, rejections } = decodeDeviceMessage(message(body), { realms: [] });
  assert.deepEqual(
    points.map((point) => point.values),
    [
      [20, "ü"],
      [22, "ö"],
    ],
  );
  const kept = Buffer.from(rejections[0]?.message.payload ?? []);
  assert.deepEqual(kept, Buffer.concat([Buffer.from("## t,n\n"), Buffer.from("21,\u00b0C\n", "latin1")]));
});

test("a rejected row is a separate message that can be accepted later", () => {
  const { rejections } = decodeDeviceMessage(message("## time;v\n1;2;3\nsoon;4\n"), { realms: [] });
  assert.deepEqual(
    rejections.map(({ message: row }) => [Buffer.from(row.payload).toString(), row.receivedNs]),
    [
      ["## time;v\n1;2;3\n", 1_800_000_000_000_001_000n],
      ["## time;v\nsoon;4\n", 1_800_000_000_000_001_001n],
    ],
  );
});

test("invalid headers", () => {
  assert.deepEqual(decode("## a,,b\n1,2,3").errors, ["undefined: CSV header has a column without a name"]);
  assert.deepEqual(decode("## a,b,a\n1,2,3").errors, ["undefined: CSV header names column 'a' twice"]);
  assert.deepEqual(decode('## a,"b\n1,2').errors, ["undefined: CSV header has a quote that is not closed"]);
  assert.deepEqual(decode("## a,b\u000bc\n1,2").errors, [
    'undefined: Field name "b\\u000bc" contains control characters',
  ]);
  assert.match(decode("1,2\n").errors[0] ?? "", /please supply field names via CSV header before sending readings$/);
});

test("lines between a stray quote and the next one are rows, unless a multi-line row may begin there", () => {
  const { rows, errors } = decode('## a,b\n1,"x\n2,3\n4,5\n6,"two\nlines"\n7,8\n');
  assert.deepEqual(rows, [
    { a: 2, b: 3 },
    { a: 4, b: 5 },
    { a: 6, b: "two\nlines" },
    { a: 7, b: 8 },
  ]);
  assert.equal(errors.length, 1);
});

// Each quote closes one cell and opens another, so that every row seems unterminated.
test("rows that all seem unterminated are read in one pass", { timeout: 60_000 }, async () => {
  const text = 'x","y\n'.repeat(150_000);
  const chunks = new CsvChunks();
  const pieces = [...chunks.push(Buffer.from(text)), ...chunks.end()];
  let rejected = 0;
  for (const piece of pieces) {
    await setImmediate();
    if (piece.kind !== "rows") continue;
    const body = message(Buffer.concat([Buffer.from("## a\n"), piece.bytes]));
    rejected += rowsRefused(decodeDeviceMessage(body, { realms: [] }).rejections);
  }
  assert.equal(rejected, 150_000);
});

test("a long row in thousands of pieces is read in one pass", { timeout: 60_000 }, async () => {
  const chunks = new CsvChunks();
  for (let bytes = 0; bytes < 1_000_000; bytes += 50) {
    if (bytes % 1000 === 0) await setImmediate();
    assert.deepEqual([...chunks.push(Buffer.alloc(50, "1"))], []);
  }
  assert.equal([...chunks.end()].length, 1);
});

test("rows before one that is too long are returned", () => {
  const pieces: CsvPiece[] = [];
  const chunks = new CsvChunks({ chunkBytes: 1, maxRowBytes: 100 });
  assert.throws(() => {
    for (const piece of chunks.push(Buffer.from(`1\n2\n${"3".repeat(2000)}`))) pieces.push(piece);
  }, /CSV row is longer than 100 bytes/);
  assert.deepEqual(
    pieces.map((piece) => (piece.kind === "rows" ? piece.bytes.toString() : "")),
    ["1\n", "2\n"],
  );
});

const cell = fc.string({ unit: fc.constantFrom(...'ab1,;"\n\r .ü'), maxLength: 8 }).map((text) => text.trim());
const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });

test("records are read like by an independent parser", () => {
  const property = fc.property(
    rows,
    fc.constantFrom(",", ";"),
    fc.constantFrom("\n", "\r\n"),
    (table, delimiter, end) => {
      const text = table.map((cells) => formatRecord(cells, delimiter as "," | ";")).join(end) + end;
      const expected = parse(text, { delimiter, relax_column_count: true, record_delimiter: end, trim: true });
      const read: (string[] | undefined)[] = [];
      const marks = new Marks(text);
      for (let position = 0; position < text.length; ) {
        const record = recordAt(marks, position, delimiter as "," | ";");
        read.push(cellsOf(text.slice(record.start, record.end), delimiter as "," | ";"));
        position = record.next;
      }
      assert.deepEqual(read, expected);
      assert.deepEqual(read, table);
    },
  );
  fc.assert(property, { seed: 24, numRuns: 1000 });
});

test("a plain table is read alike, whether it is ASCII or not", () => {
  const plain = fc.string({ unit: fc.constantFrom(...'01234.-e ab"'), maxLength: 8 });
  const table = fc.array(
    fc.array(fc.oneof(plain, fc.double({ noNaN: true }).map(String)), { minLength: 3, maxLength: 3 }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(table, (cells) => {
      const text = cells.map((row) => row.join(",")).join("\n");
      // The rows are the same; behind the first name, all characters lie elsewhere than their bytes.
      const { rows: ascii, errors } = decode(`## x,y,z\n${text}\n`);
      const other = decode(`## \u00fc,y,z\n${text}\n`);
      const renamed = ascii.map(({ x, ...rest }) => (x === undefined ? rest : { ü: x, ...rest }));
      assert.deepEqual(other.rows, renamed);
      assert.equal(other.errors.length, errors.length);
    }),
    { seed: 56, numRuns: 1000 },
  );
});

test("of the first rows each that has a word in a column of numbers is kept whole as a rejection", () => {
  const numbers = "1790000003,7,8\n1790000004,7,9\n1790000005,7,9\n1790000006,7,9\n1790000007,7,9\n";
  for (const first of ["", "1790000000,bad\n"]) {
    const words = ["1790000000,5,abc", "1790000001,6,def", "1790000002,6,ghi"];
    const { points, rejections } = decodeDeviceMessage(
      message(`## time,a,b\n${first}${words.join("\n")}\n${numbers}`),
      { realms: [] },
    );
    assert.equal(points.length, 5);
    const kept = rejections.map(({ message: { payload } }) => Buffer.from(payload).toString());
    for (const row of words) assert.ok(kept.includes(`## time,a,b\n${row}\n`), `${row} is not among ${kept}`);
  }
});

test("many refused rows that follow each other share a dead letter, and have the same times when it is retried", () => {
  const lines = Array.from({ length: 60 }, (_, row) => `${row === 30 ? "2026-03-01T10:00:00Z" : "soon"},${row}`);
  const { points, rejections } = decodeDeviceMessage(message(`## time,b\n${lines.join("\n")}\n`), { realms: [] });
  assert.equal(points.length, 1);
  assert.deepEqual(
    rejections.map(({ row, rows = 1 }) => [row, rows]),
    [...Array.from({ length: 20 }, (_, row) => [row, 1]), [20, 10], [31, 29]],
  );
  const [run, last] = rejections.slice(-2);
  assert.match(run?.error.message ?? "", /; 9 rows after it are refused, too$/);
  // Without a time column, they have the times of receipt.
  const payload = Buffer.from(Buffer.from(last!.message.payload).toString().replace("## time,", "## word,"));
  const again = decodeDeviceMessage({ ...last!.message, payload }, { realms: [] });
  const { receivedNs } = rejections[0]!.message;
  assert.deepEqual(
    again.points.map(({ timeNs, values }) => [timeNs - receivedNs, ...values]),
    Array.from({ length: 29 }, (_, index) => [BigInt(31 + index), "soon", 31 + index]),
  );
});

test("plain rows and those read by the general rules give the same points and rejections", () => {
  const cell = fc.oneof(
    fc.constantFrom(
      ..."|1|-1.50|007|+5|.5|5.|1e3|1E+3|nan|-inf|--|-|NA|n/a|null|true|FALSE|Tuesday|fault|1.234,5".split("|"),
    ),
    fc.constantFrom(
      "12,5",
      "1'234",
      "\u22125",
      " 7 ",
      "a b",
      'a"b',
      '"',
      '""',
      '"x"',
      '"a,b"',
      '"a;b" ',
      ' "5"',
      '"5"',
    ),
    fc.constantFrom("21.5\0", "\0", '"a""b"', '"a\nb"', "caf\u00e9", "1234567890123456", "0.1234567890123456", "-0"),
    fc.double({ noNaN: true }).map(String),
    fc.string({ maxLength: 6, unit: fc.constantFrom(...'0123456789.,;-+eE" \t\0aT') }),
  );
  const time = fc.constantFrom(
    "1790000000",
    "2026-03-01T10:00:00Z",
    "2026-02-30 10:00:00",
    "0",
    "",
    "x",
    "1790000000.5",
    "2026-03-01 10:00:00",
    "2026-03-01T10:00:00.000000001",
    "2024-02-29T23:59:59.9Z",
    "2025-02-29T00:00:00Z",
    "2026-03-01T24:00:00Z",
    "1999-12-31T23:59:59Z",
    "2999-01-01T00:00:00Z",
    "2026-03-01T10:00:00.1234567890Z",
    "2026-03-01T10:00:00.Z",
    "2026-03-01T10:00:00+01:00",
    " 2026-03-01T10:00:00.5Z ",
    '"2026-03-01T10:00:00Z"',
    '" 2026-03-01 10:00:00"',
  );
  const row = fc.tuple(time, fc.array(cell, { minLength: 2, maxLength: 4 })).map(([at, cells]) => [at, ...cells]);
  const property = fc.property(
    fc.array(row, { minLength: 1, maxLength: 20 }),
    fc.constantFrom(",", ";", "\t", "|"),
    fc.constantFrom("\n", "\r\n", "\r"),
    fc.constantFrom("time", "Time (UTC)", "Date Time - GMT+01:00", "date", "timestamp", "x"),
    (table, delimiter, end, name) => {
      const head = [`## ${name}`, "a", "b", "c"].join(delimiter);
      const text = [head, ...table.map((cells) => cells.join(delimiter)), ""].join(end);
      // A row that is not UTF-8 has all rows read by the general rules.
      const general = Buffer.concat([Buffer.from(text), Buffer.from([0xff])]);
      const [plain, other] = [detailsOf(Buffer.from(text)), detailsOf(general)];
      assert.deepEqual(plain.points, other.points);
      const [added, ...rest] = other.rejections.filter(({ text: reason }) => reason.includes("not valid UTF-8"));
      assert.deepEqual(rest, []);
      assert.deepEqual(
        plain.rejections,
        other.rejections.filter((rejection) => rejection !== added),
      );
    },
  );
  fc.assert(property, { numRuns: 1500 });
});

function detailsOf(payload: Buffer) {
  const { points, rejections, noticed } = decodeDeviceMessage(message(payload), { realms: [] });
  return {
    points: points.map(({ timeNs, timeSource, columns, values, texts }) => {
      return { timeNs, timeSource, columns, values, texts: columns.map(({ name }) => texts?.get(name)) };
    }),
    rejections: rejections.map(({ error, row, shown, message: { payload: own, receivedNs } }) => {
      return { text: error.message, row, shown, receivedNs, payload: Buffer.from(own).toString() };
    }),
    noticed,
  };
}

test("ends of rows are those that a scanner finds character by character, in text of any pieces", () => {
  const property = fc.property(
    fc.string({ maxLength: 40, unit: fc.constantFrom(...'a,; "\n\r') }),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom(",", ";" as const),
    (text, size, delimiter) => {
      const scanner = new RowScanner(delimiter as "," | ";");
      const ends: number[] = [];
      for (let from = 0; from < text.length; from += size) {
        const marks = new Marks(text.slice(from, from + size));
        for (let at = 0; at >= 0 && at < marks.text.length; ) {
          at = scanner.next(marks, at);
          if (at >= 0) ends.push(from + at);
        }
      }
      assert.deepEqual(ends, rowEnds(text, size, delimiter));
    },
  );
  fc.assert(property, { numRuns: 20_000 });
});

/** Positions after line ends outside quotes; a quote opens only at the start of a cell, and a pair of line ends counts as one within a piece. */
function rowEnds(text: string, size: number, delimiter: string): number[] {
  const ends: number[] = [];
  let place: Place = "start";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    const isEnd: boolean = place !== "quoted" && (char === "\n" || char === "\r");
    if (isEnd && char === "\r" && text[at + 1] === "\n" && (at + 1) % size !== 0) at++;
    if (isEnd) ends.push(at + 1);
    place = isEnd ? "start" : placeBehind(char, place, delimiter);
  }
  return ends;
}

type Place = "start" | "cell" | "quoted" | "quote";

function placeBehind(char: string, place: Place, delimiter: string): Place {
  if (place === "quoted") return char === '"' ? "quote" : place;
  if (char === '"') return place === "cell" ? place : "quoted";
  if (char === delimiter) return "start";
  return char === " " && place === "start" ? place : "cell";
}

test("the delimiter is the character that is more frequent outside of quotes", () => {
  assert.deepEqual(["a,b", "a;b", '"a,b";c', "a,b;c,d", "a", "1,5;2,5;3,5"].map(delimiterOf), [
    ",",
    ";",
    ";",
    ",",
    ",",
    ",",
  ]);
});

function cut(parts: readonly Buffer[], chunkBytes: number): CsvPiece[] {
  const chunks = new CsvChunks({ chunkBytes, maxRowBytes: 1000 });
  return [...parts.flatMap((part) => [...chunks.push(part)]), ...chunks.end()];
}

test("a body is split into the same rows however the network splits it", () => {
  const property = fc.property(
    rows,
    fc.array(fc.nat(400), { maxLength: 6 }),
    fc.integer({ min: 1, max: 300 }),
    (table, cuts, size) => {
      const block = table.map((cells) => formatRecord(cells, ",")).join("\n");
      const text = Buffer.from(`\ufeff## a,b\n${`${block}\n`.repeat(5)}`);
      const borders = [0, ...cuts.filter((at) => at < text.length).sort((a, b) => a - b), text.length];
      const parts = borders.slice(1).map((end, index) => text.subarray(borders[index] ?? 0, end));
      const pieces = cut(parts, size);
      assert.deepEqual(pieces[0], { kind: "header", line: "## a,b" });
      const bytes = pieces.flatMap((piece) => (piece.kind === "rows" ? [piece.bytes] : []));
      // Every chunk starts and ends with a row: read separately, they give the rows of the whole.
      const cells = bytes.flatMap((piece) => parse(piece, { relax_column_count: true, trim: true }));
      const whole = text.subarray("\ufeff## a,b\n".length + 2);
      assert.deepEqual(cells, parse(whole, { relax_column_count: true, trim: true }));
    },
  );
  fc.assert(property, { seed: 24, numRuns: 500 });
});

test("headers within a body start new columns; rows without a header have none", () => {
  const pieces = cut([Buffer.from("1,2\n## a;b\r\n3;4\n## c,d")], 100);
  assert.deepEqual(
    pieces.map((piece) => (piece.kind === "header" ? piece.line : piece.bytes.toString())),
    ["1,2\n", "## a;b", "3;4\n", "## c,d"],
  );
});

test("an unterminated row is refused, an open quote is not", () => {
  assert.throws(() => cut([Buffer.from(`## a\n${"1".repeat(1200)}`)], 100), /CSV row is longer than 1000 bytes/);
  const pieces = cut([Buffer.from(`## a,b\n"x,1\n${"2,3\n".repeat(300)}`), Buffer.from("4,5\n")], 100);
  const bytes = pieces.flatMap((piece) => (piece.kind === "rows" ? [piece.bytes] : []));
  const decoded = bytes.map((piece) => decode(Buffer.concat([Buffer.from("## a,b\n"), piece])));
  assert.equal(
    decoded.reduce((sum, { rows: read }) => sum + read.length, 0),
    301,
  );
  assert.equal(
    decoded.reduce((sum, { errors }) => sum + errors.length, 0),
    1,
  );
});

function address() {
  const { address: found } = parsePath("r/n/g/d/data", []);
  if (found === undefined) throw new Error("no address");
  return found;
}

test("headers survive a restart, with the time and sender that set them [D24]", async () => {
  const memory = new Map<string, string>();
  const store = {
    remember: async (key: string, value: string) => void memory.set(key, value),
    remembered: async () => memory,
  };
  const clock = { nowNs: () => 1_769_860_800_123_456_789n };
  const headers = new CsvHeaders(store, clock);
  assert.equal(await headers.get(address()), undefined);
  await headers.set(address(), { fields: ["a", "b"], delimiter: ";" }, "192.0.2.7:1234");
  const expected = {
    fields: ["a", "b"],
    delimiter: ";",
    setAt: "2026-01-31T12:00:00.123456789Z",
    setBy: "192.0.2.7:1234",
  };
  assert.deepEqual(await new CsvHeaders(store, clock).get(address()), expected);
  await headers.set(address(), { fields: ["a", "b"], delimiter: ";" }, "192.0.2.8:1");
  assert.deepEqual(await headers.get(address()), expected, "a header that stays as it is was not set again");
});

test("a header applies while the store is down, but is not acknowledged", async () => {
  const memory = new Map<string, string>();
  let down = true;
  const store = {
    remember: async (key: string, value: string) => {
      if (down) throw new Error("store is down");
      memory.set(key, value);
    },
    remembered: async () => memory,
  };
  const headers = new CsvHeaders(store, { nowNs: () => 0n });
  const header = { fields: ["a"], delimiter: "," } as const;
  await assert.rejects(headers.set(address(), header, ""), /CSV headers cannot be kept at the moment/);
  assert.deepEqual((await headers.get(address()))?.fields, ["a"]);
  down = false;
  await headers.set(address(), header, "");
  assert.equal(memory.size, 1);
  headers.stop();
});

test("headers are remembered up to a size, at most half of it per sender address, and none is forgotten", async () => {
  const memory = new Map<string, string>();
  const store = {
    remember: async (key: string, value: string) => void memory.set(key, value),
    remembered: async () => memory,
  };
  const headers = new CsvHeaders(store, { nowNs: () => 0n });
  const fields = Array.from({ length: 250 }, (_, index) => `${index}${"x".repeat(230)}`);
  const set = (device: string, by: string) => {
    const { address: found } = parsePath(`r/n/g/${device}/data`, []);
    if (found === undefined) throw new Error("no address");
    return headers.set(found, { fields, delimiter: "," }, by);
  };
  const untilFull = async (by: string, prefix: string) => {
    let count = 0;
    await assert.rejects(async () => {
      for (; ; count++) await set(`${prefix}${count}`, `${by}:${count}`);
    }, TooManyHeaders);
    return count;
  };
  const own = await untilFull("192.0.2.7", "a");
  const other = await untilFull("192.0.2.8", "b");
  assert.ok(own > 270 && Math.abs(own - other) <= 1, `${own}, ${other}`);
  await assert.rejects(set("late", "192.0.2.9:1"), TooManyHeaders);
  assert.equal(memory.size, own + other);
  assert.ok(
    (headers.bounds["csv-headers"]?.held ?? 0) <= BOUNDS["csv-headers"].all,
    `${headers.bounds["csv-headers"]?.held} bytes are held`,
  );
  const again = new CsvHeaders(store, { nowNs: () => 0n });
  await again.get(address());
  assert.equal(again.bounds["csv-headers"]?.held, headers.bounds["csv-headers"]?.held);
});

test("a message without a header gets the remembered one", async () => {
  const store = { remember: async () => {}, remembered: async () => new Map<string, string>() };
  const headers = new CsvHeaders(store, { nowNs: () => 0n });
  const parse = (path: string) => parsePath(path, []);
  const bare = message("1;2\n");
  assert.equal(await headers.complete(bare, parse), bare);
  await headers.set(address(), { fields: ["a", "b"], delimiter: ";" }, "");
  assert.equal(Buffer.from((await headers.complete(bare, parse)).payload).toString(), "## a;b\n1;2\n");
  const whole = message("## c\n1\n");
  assert.equal(await headers.complete(whole, parse), whole);
});
