/**
 * What strangers' devices and clients really send, through a real service: the answer and the stored rows. Each row of
 * the table is one message, or several, to a device of its own.
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { encode as msgpack } from "@msgpack/msgpack";
import { encode as cbor } from "cborg";
import { connectAsync } from "mqtt";
import { Lab, type ServiceProcess } from "../support/lab.ts";
import { until } from "../support/until.ts";

type Body = string | Uint8Array | object;
type Row = Readonly<Record<string, unknown>>;

/** One request. `mqtt` has a topic's ending as type; `lines` the query. */
interface Sent {
  readonly by: "http" | "mqtt" | "lines";
  readonly type: string;
  readonly body: Body;
  readonly realm?: string;
  /** A body whose length is not told before. */
  readonly length?: "stream";
}

interface Expected {
  /** Status, or status and a part of the answer. */
  readonly answers?: readonly (number | readonly [number, RegExp])[];
  /** Rows of the device without their times, in order of time; absent: not compared. */
  readonly rows?: readonly Row[];
  /** Seconds since 1970 of each row's time; `now` for the time of receipt. */
  readonly times?: readonly (number | string)[];
  /** Other measurement than the device's, by its ending. */
  readonly measurement?: string;
  readonly rejects?: number;
  /** Units of columns in `/read/measurements`. */
  readonly units?: Readonly<Record<string, string>>;
  /** What `/health` notices of the device. */
  readonly noticed?: Readonly<Record<string, unknown>>;
}

interface Case {
  readonly name: string;
  readonly sent: readonly Sent[];
  readonly right: Expected;
}

const json = (body: Body, realm = "any", type = "application/json"): Sent => ({ by: "http", type, body, realm });
const csv = (body: Body, realm = "any", type = "text/csv", length?: "stream"): Sent => ({
  ...{ by: "http", type, body, realm },
  ...(length && { length }),
});
const form = (body: Body, realm = "any"): Sent => json(body, realm, "application/x-www-form-urlencoded");
const mqtt = (body: Body, type = "data.json", realm = "any"): Sent => ({ by: "mqtt", type, body, realm });
const lines = (body: Body, type = "/write?db=DB"): Sent => ({ by: "lines", type, body });

const NO_CLOCK: readonly (readonly [string, object])[] = [
  ["zero", { time: 0, v: 1 }],
  ["milliseconds since the start", { timestamp: 123456, v: 1 }],
  ["text of 1970", { Time: "1970-01-01T00:02:11", v: 1 }],
  ["hhmmss", { time: 194905, v: 1 }],
  ["2106", { time: 4294967295, v: 1 }],
  ["FILETIME", { time: 133000000000000000, v: 1 }],
  [".NET ticks", { dateTime: "638000000000000000", v: 1 }],
  ["Excel's serial number", { datetime: 45000.5, v: 1 }],
  ["yymmddHHMMSS", { time: 261128165619, v: 1 }],
  ["year 2500", { time: "2500-01-01T00:00:00Z", v: 1 }],
  ["too many digits", { time: "123456789012345678901234", v: 1 }],
  ["a database's zero date", { time: "0000-00-00 00:00:00", v: 1 }],
  ["seconds since 1904", { Timestamp: 3_874_000_000, v: 1 }],
  ["yyyymmdd", { time: 20261128, v: 1 }],
];
const SENSORS = [
  { time: 1791000000, model: "A", id: 1, temperature_C: 20.1 },
  { time: 1791000000, model: "A", id: 2, temperature_C: 30.2 },
  { time: 1791000000, model: "B", id: 3, wind: 5 },
];
const ONE_UNSET = { unsetClocks: 1 };

const NO_PARTS = { v: null, Min: null, Max: null, YYYY: null, DOY: null, hhmm: null, year: null, day: null };

/** Rows of a table, a second apart. */
function rowsFrom(from: number, count: number, cells: (at: number) => string, separator = ","): string {
  const line = (at: number) => `${1_700_000_000 + at}${separator}${cells(at)}\n`;
  return Array.from({ length: count }, (_, index) => line(from + index)).join("");
}

/** Rows of one day. */
function clocksFrom(day: string, count: number, cells: string): string {
  const clock = (at: number) => new Date(at * 1000).toISOString().slice(11, 19);
  return Array.from({ length: count }, (_, at) => `${day} ${clock(at)};${cells}\n`).join("");
}

const CASES: readonly Case[] = [
  ...NO_CLOCK.flatMap(([name, body]): Case[] => [
    {
      name: `no clock: ${name}`,
      sent: [json(body)],
      right: {
        answers: [[200, /1 row was stored at the time of receipt: the sender's clock is not set/]],
        rows: [{ v: 1 }],
        times: ["now"],
        noticed: ONE_UNSET,
      },
    },
    {
      name: `no clock over MQTT: ${name}`,
      sent: [mqtt(body)],
      right: { rows: [{ v: 1 }], times: ["now"], noticed: ONE_UNSET },
    },
  ]),
  {
    name: "no clock: inside an object",
    sent: [json({ params: { ts: 0, v: 1 } })],
    right: { answers: [200], rows: [{ "params.ts": 0, "params.v": 1 }], times: ["now"], noticed: ONE_UNSET },
  },
  {
    name: "no clock: the network server's",
    sent: [json({ received_at: "1970-01-01T00:00:00Z", uplink_message: { decoded_payload: { v: 1 } } })],
    right: { answers: [200], rows: [{ v: 1 }], times: ["now"], noticed: ONE_UNSET },
  },
  {
    name: "the time of receipt by its name [Weather Underground, dateutc=now]",
    sent: [form("dateutc=now&tempf=70.7")],
    right: { answers: [200], rows: [{ tempf: 70.7 }], times: ["now"] },
  },
  {
    name: "no clock: a form",
    sent: [form("time=0&v=1")],
    right: { answers: [200], rows: [{ v: 1 }], times: ["now"], noticed: ONE_UNSET },
  },
  {
    name: "no clock: one row of CSV, whose number stays",
    sent: [csv("## time,v\n12,1\n")],
    right: { rows: [{ "time.sent": 12, v: 1 }], times: ["now"], noticed: ONE_UNSET },
  },
  {
    name: "no clock: another name, whose field stays",
    sent: [json({ ts: 123456, v: 1 })],
    right: { rows: [{ ts: 123456, v: 1 }], times: ["now"], noticed: ONE_UNSET },
  },
  {
    name: "an archive's times, where the realm says so",
    sent: [json({ time: "1995-01-01", v: 1 }, "archive")],
    right: { rows: [{ v: 1 }], times: [788918400] },
  },
  {
    name: "a row of units",
    sent: [
      csv("## time,temp,hum\n,degC,%\n2022-08-02T15:30:00Z,21.5,40\n"),
      json({ time: 1700000000, temp: 22, hum: 41 }),
    ],
    right: {
      answers: [[200, /#1 readings/], 200],
      rows: [
        { temp: 21.5, hum: 40 },
        { temp: 22, hum: 41 },
      ],
      rejects: 0,
      units: { temp: "°C", hum: "%" },
    },
  },
  {
    name: "Campbell's TOA5",
    sent: [csv('## "TIMESTAMP","RECORD","PTemp"\n"TS","RN","C"\n"","","Smp"\n"2004-11-11 15:03:45",0,24.92\n')],
    right: { rows: [{ RECORD: 0, PTemp: 24.92 }], times: [1100185425], rejects: 0, units: { PTemp: "°C" } },
  },
  {
    name: "a first unavailable",
    sent: [
      csv("## time,temp,hum\n2022-08-02T15:30:00Z,unavailable,40\n2022-08-02T15:31:00Z,21.5,41\n"),
      json({ temp: 22 }),
    ],
    right: {
      answers: [[200, /#1 readings/], 200],
      rows: [
        { temp: 21.5, hum: 41 },
        { temp: 22, hum: null },
      ],
      rejects: 1,
    },
  },
  ...["---", "-", "NA", "NULL", "#N/A"].map(
    (word): Case => ({
      name: `a first cell that is empty by ${word}`,
      sent: [
        csv(`## time,temp,hum\n2022-08-02T15:30:00Z,${word},40\n2022-08-02T15:31:00Z,21.5,41\n`),
        json({ temp: 22 }),
      ],
      right: {
        answers: [[200, /#2 readings/], 200],
        rows: [
          { temp: null, hum: 40 },
          { temp: 21.5, hum: 41 },
          { temp: 22, hum: null },
        ],
        rejects: 0,
      },
    }),
  ),
  {
    name: "a dash among words is a word",
    sent: [csv("## time,trend\n2022-08-02T15:30:00Z,-\n2022-08-02T15:31:00Z,up\n"), json({ trend: "down" })],
    right: { rows: [{ trend: "-" }, { trend: "up" }, { trend: "down" }], rejects: 0 },
  },
  {
    name: "rows of JSON inside a column, whose times are not used",
    sent: [json({ id: "x", Messages: [{ Writer: 1, Timestamp: "2026-03-01T10:00:00Z" }, { Writer: 2 }] })],
    right: {
      rows: [{ id: "x", Messages: '[{"Writer":1,"Timestamp":"2026-03-01T10:00:00Z"},{"Writer":2}]' }],
      times: ["now"],
      noticed: { unusedTimes: 1, unusedTime: "Messages" },
    },
  },
  {
    name: "a title above the header, where the header is said to be the first line",
    sent: [csv("Kellermessung\nZeit;Temp\n2026-03-01 10:00:00;21,5\n", "any", "text/csv; header=present")],
    right: { answers: [[400, /has one name, the next one 2 cells: say which line is the header/]], rows: [] },
  },
  {
    name: "one column, whose header is no title",
    sent: [
      csv("Temp\n21,5\n", "any", "text/csv; header=present"),
      csv("Temp\n22.5\n", "any", "text/csv; header=present"),
    ],
    right: { answers: [[400, /row has 2 cells where the header names 1/], 200], rows: [{ Temp: 22.5 }] },
  },
  {
    name: "a number that is an epoch of today, whatever its name",
    sent: [json({ ob: [Math.floor(Date.now() / 1000), 2.5] }), csv(`## a,b\n${Date.now()},1\n`)],
    right: {
      answers: [
        [200, /'ob.0' looks like a time/],
        [200, /'a' looks like a time/],
      ],
      noticed: { unusedTimes: 2 },
    },
  },
  {
    name: "a first column of dates is the time, and the answer says so",
    sent: [csv("## Messung;v\n2026-03-01 10:00:00;1\n;2\n")],
    right: {
      answers: [[200, /The rows' time is column 'Messung', by its place/]],
      rows: [{ v: 1 }, { v: 2 }],
      times: [1772359200, "now"],
    },
  },
  {
    name: "a first column with another cell than dates, in another piece of the table, is data",
    sent: [csv(`## Wartung,v\n${"2026-03-01 10:00:00,1\n".repeat(2000)}nie,2\n`)],
    right: { answers: [[200, /'Wartung' looks like a time/]], noticed: { unusedTimes: 2000 } },
  },
  {
    name: "lists of objects with times of their own, some with names, beside what they have in common",
    sent: [
      mqtt({
        id: "x",
        samples: [
          { ts: 1772359200, t: 21.5 },
          { ts: 1772359210, t: 22 },
        ],
        sensors: [{ id: "a", ts: 1772359200, h: 40 }],
      }),
    ],
    right: {
      rows: [
        { id: "x", "samples.t": 21.5, "sensors.a.h": 40 },
        { id: "x", "samples.t": 22, "sensors.a.h": null },
      ],
      times: [1772359200, 1772359210],
    },
  },
  {
    name: "lists beside a time of the whole stay in its row",
    sent: [json({ time: 1772359200, log: [{ ts: 1772359190, code: 7 }] })],
    right: { rows: [{ log: '[{"ts":1772359190,"code":7}]' }], times: [1772359200] },
  },
  {
    name: "pairs of times and values, by name",
    sent: [json({ temp: [[1772359200000, 21.5]], hum: [[1772359200000, 40]] })],
    right: { rows: [{ temp: 21.5, hum: 40 }], times: [1772359200] },
  },
  {
    name: "tables and series in an array [InfluxDB 0.8; Graphite's render API]",
    sent: [
      json([
        {
          name: "m",
          columns: ["time", "v"],
          points: [
            [1772359200, 1],
            [1772359201, 2],
          ],
        },
      ]),
      json([{ target: "rig.temp", datapoints: [[21.5, 1772359202]] }]),
    ],
    right: {
      rows: [
        { name: "m", v: 1, "rig.temp": null },
        { name: "m", v: 2, "rig.temp": null },
        { name: null, v: null, "rig.temp": 21.5 },
      ],
      times: [1772359200, 1772359201, 1772359202],
    },
  },
  {
    name: "a bulk body that updates documents",
    sent: [json('{"update":{"_id":"1"}}\n{"doc":{"v":1}}\n', "any", "application/x-ndjson")],
    right: { answers: [[400, /may only index and create/]], rows: [], rejects: 1 },
  },
  {
    name: "a line with a column 'index' is a row",
    sent: [json('{"index":{"a":1}}\n{"index":{"a":2}}\n', "any", "application/x-ndjson")],
    right: { rows: [{ "index.a": 1 }, { "index.a": 2 }], rejects: 0 },
  },
  {
    name: "the zone of a row in a member or column of its own",
    sent: [
      json({ time: "2026-03-01 10:00:00", timezone: "Europe/Berlin", v: 1 }),
      csv("## time,tz,v\n2026-03-01 10:00:00,EST,2\n2026-03-01 10:00:00,+03:00,3\n2026-03-01T10:00:00Z,EST,4\n"),
      json({ time: 1772359300, timezone: "Europe/Berlin", v: 5 }, "berlin"),
    ],
    right: {
      rows: [
        { timezone: null, tz: "+03:00", v: 3 },
        { timezone: "Europe/Berlin", tz: null, v: 1 },
        { timezone: null, tz: "EST", v: 4 },
        { timezone: null, tz: "EST", v: 2 },
      ],
      times: [1772348400, 1772355600, 1772359200, 1772377200],
    },
  },
  {
    name: "the parts of a date in columns, and what only looks like them",
    sent: [
      csv("## Year,Month,Day,Hour,Minute,Second,v\n2026,3,1,10,5,7.25,1\n"),
      csv("## YYYY,MM,DD,hhmm,Min,Max\n2026,03,01,1430,4,9\n"),
      csv("## YYYY,DOY,hhmm,v\n2026,60,15,3\n2025,366,15,4\n"),
      csv("## year,day,v\n2026,1,1\n"),
    ],
    right: {
      rows: [
        { ...NO_PARTS, v: 3 },
        { ...NO_PARTS, v: 1 },
        { ...NO_PARTS, Min: 4, Max: 9 },
        { ...NO_PARTS, YYYY: 2025, DOY: 366, hhmm: 15, v: 4 },
        { ...NO_PARTS, v: 1, year: 2026, day: 1 },
      ],
      times: [1772323200 + 900, "2026-03-01T10:05:07.250000000Z", "2026-03-01T14:30:00.000000000Z", "now", "now"],
    },
  },
  {
    name: "ThingSpeak's bulk update with seconds between its entries",
    sent: [
      json({
        write_api_key: "X",
        updates: [
          { delta_t: 0, field1: 1 },
          { delta_t: "3600", field1: "2" },
        ],
      }),
      form("write_api_key=X&time_format=relative&updates=0,3|60,4,,5"),
    ],
    right: {
      answers: [
        [200, /#2 readings/],
        [200, /#2 readings/],
      ],
      rows: [
        { field1: 1, field3: null },
        { field1: 3, field3: null },
        { field1: 2, field3: null },
        { field1: 4, field3: 5 },
      ],
    },
  },
  {
    name: "Campbell's CSIJSON names units",
    sent: [
      json({
        head: { signature: 1, fields: [{ name: "PTemp", units: "DegC" }] },
        data: [{ time: "2026-03-01T10:00:00", no: 0, vals: [21.25] }],
      }),
    ],
    right: { answers: [200], rows: [{ no: 0, PTemp: 21.25 }], times: [1772359200], units: { PTemp: "°C" } },
  },
  {
    name: "a first unavailable in an array",
    sent: [json([{ temp: "unavailable" }, { temp: 21.5 }]), json({ temp: 22 })],
    right: { rows: [{ temp: 21.5 }, { temp: 22 }], rejects: 1 },
  },
  {
    name: "names and numbers in one table are texts, whatever comes first",
    sent: [csv("## id,v\n7,1\nA12,2\nB3,3\n")],
    right: {
      rows: [
        { id: "7", v: 1 },
        { id: "A12", v: 2 },
        { id: "B3", v: 3 },
      ],
      rejects: 0,
    },
  },
  {
    name: "names and numbers in one array are texts, whatever comes first",
    sent: [
      json([
        { id: 7, v: 1, w: 1 },
        { id: "A12", v: 2, w: 1 },
      ]),
    ],
    right: {
      rows: [
        { id: "7", v: 1, w: 1 },
        { id: "A12", v: 2, w: 1 },
      ],
      rejects: 0,
    },
  },
  {
    name: "a name in a table of a column that has numbers costs its cell only",
    sent: [csv("## id,v\n7,1\n8,1\n"), csv("## id,v\n9,1\nA12,2\n")],
    right: {
      rows: [
        { id: 7, v: 1 },
        { id: 8, v: 1 },
        { id: 9, v: 1 },
        { id: null, v: 2 },
      ],
      rejects: 1,
    },
  },
  {
    name: "words at the head of a long table, in other pieces of it than its numbers",
    sent: [csv(`## time,a,b\n${rowsFrom(0, 2000, () => "broken,1")}${rowsFrom(2000, 4000, (at) => `${at}.5,2`)}`)],
    right: {
      rows: Array.from({ length: 1000 }, (_, at) => ({ a: 5000.5 + at, b: 2 })),
      answers: [[200, /2000 rows were rejected/]],
    },
  },
  ...([undefined, "stream"] as const).map(
    (length): Case => ({
      name: `a column whose first value is behind the first MiB, and a word, in a ${length ?? "file"}`,
      sent: [
        csv(
          `## time,a,b\n${rowsFrom(0, 80_000, () => ",1")}${rowsFrom(80_000, 2, () => "warming,1")}${rowsFrom(80_002, 2000, (at) => `${at}.5,2`)}`,
          "any",
          "text/csv",
          length,
        ),
      ],
      right: { rows: Array.from({ length: 1000 }, (_, at) => ({ a: 81002.5 + at, b: 2 })), rejects: 2 },
    }),
  ),
  {
    name: "a word at the end of 5 MiB costs its cell only",
    sent: [csv(`## time,a,b\n${rowsFrom(0, 240_000, () => "1.5,1")}${rowsFrom(240_000, 1, () => "broken,1")}`)],
    right: { rows: [...Array.from({ length: 999 }, () => ({ a: 1.5, b: 1 })), { a: null, b: 1 }], rejects: 1 },
  },
  {
    name: "the end of 2 MiB shows names, decimal commas and days first",
    sent: [
      csv(
        `## time;id;v\n${clocksFrom("05/11/2025", 70_000, "7;1,234")}${clocksFrom("28/10/2025", 10_000, "A12;2,5")}`,
        "berlin",
      ),
    ],
    right: {
      answers: [[200, /#80000 readings/]],
      rows: Array.from({ length: 1000 }, () => ({ id: "7", v: 1.234 })),
      times: [Date.UTC(2025, 10, 5) / 1000 - 3600 + 69_000],
      rejects: 0,
    },
  },
  {
    name: "three digits behind a comma, where a later piece of the table shows that it is decimal",
    sent: [csv(`## time;a\n${rowsFrom(0, 5000, () => "1,234", ";")}${rowsFrom(5000, 1, () => "2,5", ";")}`)],
    right: { rows: [...Array.from({ length: 999 }, () => ({ a: 1.234 })), { a: 2.5 }], rejects: 0 },
  },
  {
    name: "dates with slashes, where one shows their order",
    sent: [csv("## time,v\n05/11/2025 10:00,1\n28/11/2025 10:00,2\n")],
    right: { rows: [{ v: 1 }, { v: 2 }], times: ["2025-11-05T10:00:00.000000000Z"], rejects: 0 },
  },
  {
    name: "dates with slashes, where none shows their order",
    sent: [csv("## time,v\n05/11/2025 10:00,1\n")],
    right: { answers: [[400, /may begin with its day or its month: set 'dates'/]], rows: [], rejects: 1 },
  },
  {
    name: "HOBO's column of times, with its zone in the name and half days",
    sent: [csv('## #,"Date Time, GMT+01:00","Temp"\n1,11/28/25 10:00:00 AM,21.5\n2,11/02/25 01:00:00 PM,21.6\n')],
    right: {
      rows: [
        { "#": 2, Temp: 21.6 },
        { "#": 1, Temp: 21.5 },
      ],
      times: ["2025-11-02T12:00:00.000000000Z", "2025-11-28T09:00:00.000000000Z"],
    },
  },
  {
    name: "SMA's column of times, with its form as name",
    sent: [csv("## dd.MM.yyyy HH:mm:ss;kWh\n28.11.2025 10:00:00;1,5\n")],
    right: { rows: [{ kWh: 1.5 }], times: ["2025-11-28T10:00:00.000000000Z"] },
  },
  {
    name: "a row of units that comes alone",
    sent: [csv("## time,temp,hum\nTS,degC,%\n"), csv("2025-11-28T10:00:00Z,1,2\n")],
    right: { answers: [[200, /#0 readings/], 200], rows: [{ temp: 1, hum: 2 }], units: { temp: "°C", hum: "%" } },
  },
  {
    name: "a European logger's file in one step: Latin-1, semicolons, decimal commas, days first, units, lines above the header",
    sent: [
      csv(
        Buffer.from(
          [
            "#Messger\u00e4t 3;S/N 01234567",
            "",
            "Datum;Uhrzeit;Temperatur au\u00dfen;rel. Feuchte;Druck;Bemerkung;",
            "TT/MM/JJJJ;hh:mm:ss;\u00b0C;%rF;hPa;;",
            "05/11/2025;10:00:00;-0,5;43;1.013,2;Start;",
            "05/11/2025;10:10:00;12,25;43,5;1.013,0;;",
            "28/11/2025;00:00:00;1,125;44;998,7;Wechsel \u00d6l;",
            "",
          ].join("\r\n"),
          "latin1",
        ),
        "berlin",
        "text/csv; header=present; charset=iso-8859-1",
      ),
    ],
    right: {
      answers: [[200, /Received #3 readings"\}\]$/]],
      rows: [
        { "Temperatur au\u00dfen": -0.5, "rel. Feuchte": 43, Druck: 1013.2, Bemerkung: "Start" },
        { "Temperatur au\u00dfen": 12.25, "rel. Feuchte": 43.5, Druck: 1013, Bemerkung: null },
        { "Temperatur au\u00dfen": 1.125, "rel. Feuchte": 44, Druck: 998.7, Bemerkung: "Wechsel \u00d6l" },
      ],
      times: ["2025-11-05T09:00:00.000000000Z", "2025-11-05T09:10:00.000000000Z", "2025-11-27T23:00:00.000000000Z"],
      rejects: 0,
      units: { "Temperatur au\u00dfen": "\u00b0C", "rel. Feuchte": "%", Druck: "hPa" },
    },
  },
  {
    name: "Campbell's whole file, with its line above the header",
    sent: [
      csv(
        '"TOA5","CR1000","CR1000","1234","CR1000.Std.27","CPU:x.CR1","5678","T1"\r\n"TIMESTAMP","RECORD","AirTC_Avg"\r\n"TS","RN","Deg C"\r\n"","","Avg"\r\n"2025-11-28 10:00:00",1,21.5\r\n"2025-11-28 10:01:00",2,"NAN"',
        "any",
        "text/csv; header=present",
      ),
    ],
    right: {
      answers: [[200, /#2 readings/]],
      rows: [
        { RECORD: 1, AirTC_Avg: 21.5 },
        { RECORD: 2, AirTC_Avg: null },
      ],
      rejects: 0,
      units: { AirTC_Avg: "\u00b0C" },
    },
  },
  {
    name: "a header on a line of its number, and no such line",
    sent: [
      csv("Station,7\nv,w\n1,2\n", "any", "text/csv; header=2"),
      csv("\n\n", "any", "text/csv; header=present"),
      csv("v\n1\n", "any", "text/csv; header=maybe"),
    ],
    right: {
      answers: [200, [400, /has no header line/], [400, /'present', 'absent' or the number/]],
      rows: [{ v: 1, w: 2 }],
    },
  },
  {
    name: "other names of content types",
    sent: [
      csv("## a\n1\n", "any", "application/csv"),
      csv("## a\tb\n2\t3\n", "any", "text/tab-separated-values"),
      json('{"a":4}\n{"a":5}\n', "any", "application/jsonl"),
    ],
    right: {
      answers: [200, 200, 200],
      rows: [
        { a: 1, b: null },
        { a: 2, b: 3 },
        { a: 4, b: null },
        { a: 5, b: null },
      ],
    },
  },
  {
    name: "a letter that comes alone is a value",
    sent: [csv("## time,dir\n,N\n")],
    right: { answers: [[200, /#1 readings/]], rows: [{ dir: "N" }] },
  },
  {
    name: "columns separated by blanks",
    sent: [csv("## time temp hum\n2025-11-28T10:00:00Z 1.5 2\n")],
    right: { answers: [[400, /has one column, 'time temp hum'/]], rows: [] },
  },
  {
    name: "a separator at the end of each line",
    sent: [csv("## time;temp;\n2025-11-28T10:00:00Z;1,5;\n")],
    right: { rows: [{ temp: 1.5 }] },
  },
  {
    name: "numbers as typesetters write them",
    sent: [json({ a: "\u22125,5", b: "1\u00a0234,5", c: "1 234,5", d: "1 234" })],
    right: { rows: [{ a: -5.5, b: 1234.5, c: 1234.5, d: "1 234" }] },
  },
  {
    name: "words and numbers that are names stay texts",
    sent: [csv("## id,v\nA12,1\n7,2\nB3,3\n")],
    right: {
      rows: [
        { id: "A12", v: 1 },
        { id: "7", v: 2 },
        { id: "B3", v: 3 },
      ],
      rejects: 0,
    },
  },
  {
    name: "decimal commas in a table",
    sent: [csv("## time;temp;hum\n2022-08-02T15:30:00;28,9;43\n2022-08-02T15:35:00;28,8;43,5\n")],
    right: {
      rows: [
        { temp: 28.9, hum: 43 },
        { temp: 28.8, hum: 43.5 },
      ],
      times: [1659454200],
    },
  },
  {
    name: "three digits behind a comma, where another cell shows that it is decimal",
    sent: [csv("## a;b\n1,234;2,5\n")],
    right: { rows: [{ a: 1.234, b: 2.5 }] },
  },
  {
    name: "three digits behind a comma may be a thousand",
    sent: [csv("## a;b\n1,234;2\n")],
    right: { rows: [{ a: "1,234", b: 2 }] },
  },
  {
    name: "the realm says that a comma is decimal, and the day first",
    sent: [csv("## time;a\n03/04/2026 10:00;1,234\n", "comma"), json({ a: "2,345" }, "comma")],
    right: { rows: [{ a: 1.234 }, { a: 2.345 }], times: ["2026-04-03T10:00:00.000000000Z"] },
  },
  { name: "a decimal comma in JSON", sent: [json({ t: "21,5" })], right: { rows: [{ t: 21.5 }] } },
  { name: "a decimal comma in a form", sent: [form("t=-21%2C5")], right: { rows: [{ t: -21.5 }] } },
  { name: "a decimal comma over MQTT", sent: [mqtt("21,5", "data/temp")], right: { rows: [{ temp: 21.5 }] } },
  { name: "a terminating NUL: a value", sent: [mqtt("21.5\0", "data/temp")], right: { rows: [{ temp: 21.5 }] } },
  { name: "a terminating NUL: JSON", sent: [json('{"t":"21.5\\u0000"}\0')], right: { rows: [{ t: 21.5 }] } },
  { name: "a terminating NUL: a form", sent: [form("t=21.5%00&s=on\0")], right: { rows: [{ t: 21.5, s: "on" }] } },
  {
    name: "a terminating NUL: CSV",
    sent: [csv("## t,s\0\n21.5\0,on\0\n\0")],
    right: { rows: [{ t: 21.5, s: "on" }], rejects: 0 },
  },
  {
    name: "an array of named objects with one element, and with two of a name",
    sent: [
      json({ cells: [{ name: "cell", id: 1, v: 3.3 }] }),
      json({
        cells: [
          { name: "cell", id: 1, v: 3.4 },
          { name: "cell", id: 2, v: 3.5 },
        ],
      }),
    ],
    right: {
      rows: [
        { "cells.cell": 3.3, "cells.cell.id": 1, "cells.cell.2": null, "cells.cell.2.id": null },
        { "cells.cell": 3.4, "cells.cell.id": 1, "cells.cell.2": 3.5, "cells.cell.2.id": 2 },
      ],
    },
  },
  {
    name: "LoRaWAN: a payload's time is a value",
    sent: [
      json({ uplink_message: { received_at: "2026-11-21T02:03:11.5Z", decoded_payload: { time: 4, status: 1 } } }),
    ],
    right: { answers: [200], rows: [{ "payload.time": 4, status: 1 }], times: ["2026-11-21T02:03:11.500000000Z"] },
  },
  {
    name: "LoRaWAN: an object and odd texts named like a time refuse nothing",
    sent: [
      json({
        received_at: "2026-11-21T02:03:11.5Z",
        uplink_message: { decoded_payload: { time: { h: 4 }, timestamp: "noon", date: [1, 2], datetime: true, t: 1 } },
      }),
    ],
    right: {
      answers: [200],
      rows: [{ "payload.time.h": 4, timestamp: "noon", "date.0": 1, "date.1": 2, datetime: 1, t: 1 }],
      times: ["2026-11-21T02:03:11.500000000Z"],
    },
  },
  {
    name: "LoRaWAN: a payload's device_id and counter have their own names",
    sent: [
      json({
        end_device_ids: { device_id: "d-1" },
        uplink_message: {
          received_at: "2026-11-21T02:03:11.5Z",
          f_cnt: 7,
          decoded_payload: { device_id: 4711, counter: 12 },
        },
      }),
    ],
    right: { rows: [{ device_id: "d-1", counter: 7, "payload.device_id": 4711, "payload.counter": 12 }] },
  },
  {
    name: "LoRaWAN: members that have the names which others get",
    sent: [
      json({
        received_at: "1970-01-01T00:00:00Z",
        uplink_message: {
          received_at: "2026-11-21T02:03:11.4Z",
          decoded_payload: { "payload.time": 1, time: 2, payload: { counter: 5 }, counter: 6 },
        },
      }),
    ],
    right: {
      answers: [200],
      rows: [{ "payload.time": 1, "payload.time.2": 2, "payload.counter": 5, "payload.counter.2": 6 }],
      times: ["2026-11-21T02:03:11.400000000Z"],
    },
  },
  {
    name: "LoRaWAN: the payload's time, where the realm names it",
    sent: [
      json(
        { uplink_message: { received_at: "2026-11-21T02:03:11.5Z", decoded_payload: { measured: 1790000000, t: 1 } } },
        "field",
      ),
    ],
    right: { rows: [{ t: 1 }], times: [1790000000] },
  },
  {
    name: "ThingSpeak's created_at",
    sent: [json({ created_at: "2018-01-23 10:26:21 -0500", field1: 12.5 })],
    right: { rows: [{ field1: 12.5 }], times: ["2018-01-23T15:26:21.000000000Z"] },
  },
  {
    name: "Actility's Time",
    sent: [json({ DevEUI_uplink: { Time: "2021-07-20T13:05:00.5+02:00", FCntUp: 7 } })],
    right: { rows: [{ "DevEUI_uplink.FCntUp": 7 }], times: ["2021-07-20T11:05:00.500000000Z"] },
  },
  {
    name: "Ruuvi's timestamp",
    sent: [json({ data: { timestamp: "1659365432", gw_mac: "AA:BB" } })],
    right: { rows: [{ "data.gw_mac": "AA:BB" }], times: [1659365432] },
  },
  {
    name: "a Latin-1 header is refused",
    sent: [csv(Buffer.from("## time,temp_\u00b0C\n2022-08-02T15:30:00Z,21.5\n", "latin1"))],
    right: { answers: [[400, /header is not valid UTF-8.*charset/]], rows: [] },
  },
  {
    name: "a Latin-1 header with its charset",
    sent: [
      csv(
        Buffer.from("## time,temp_\u00b0C\n2022-08-02T15:30:00Z,21.5\n", "latin1"),
        "any",
        "text/csv; charset=iso-8859-1",
      ),
    ],
    right: { answers: [200], rows: [{ "temp_°C": 21.5 }] },
  },
  {
    name: "UTF-16 with its mark",
    sent: [csv(Buffer.from("\ufeff## time,temp_\u00b0C\n2022-08-02T15:30:00Z,21.5\n", "utf16le"))],
    right: { answers: [200], rows: [{ "temp_°C": 21.5 }] },
  },
  ...["|", "\t", ";"].map(
    (separator): Case => ({
      name: `a table with ${JSON.stringify(separator)}`,
      sent: [csv(`## time${separator}temp\n2022-08-02T15:30:00Z${separator}21.5\n`)],
      right: { answers: [200], rows: [{ temp: 21.5 }], times: [1659454200] },
    }),
  ),
  {
    name: "sep=; and comments before the header",
    sent: [csv("sep=;\n# a logger\n## time;temp\n2022-08-02T15:30:00Z;1E3\n")],
    right: { answers: [200], rows: [{ temp: 1000 }], rejects: 0 },
  },
  {
    name: "dates in a column of an unknown name are never silent",
    sent: [csv("## temp,quand\n1,2022-08-02T15:30:00Z\n2,2022-08-02T15:40:00Z\n")],
    right: {
      answers: [[200, /2 rows were stored at the time of receipt, but 'quand' looks like a time/]],
      rows: [
        { quand: "2022-08-02T15:30:00Z", temp: 1 },
        { quand: "2022-08-02T15:40:00Z", temp: 2 },
      ],
      times: ["now", "now"],
      noticed: { unusedTimes: 2, unusedTime: "quand" },
    },
  },
  {
    name: "dates in a first column of an unknown name are the rows' times",
    sent: [csv("## quand;temp\n02.08.2022 15:30;1\n02.08.2022 15:40;2\n")],
    right: { answers: [200], rows: [{ temp: 1 }, { temp: 2 }], times: [1659454200, 1659454800] },
  },
  {
    name: "the order of dates in a column whose name is Spanish is that of the table",
    sent: [csv("## Fecha hora;temp\n02/08/2022 15:30;1\n31/08/2022 15:40;2\n")],
    right: { answers: [200], rows: [{ temp: 1 }, { temp: 2 }], times: [1659454200, 1661960400] },
  },
  {
    name: "rows of one time are told and counted",
    sent: [json(SENSORS)],
    right: {
      answers: [[200, /Received #3 readings.*4 values were replaced/]],
      rows: [{ model: "B", id: 3, temperature_C: 30.2, wind: 5 }],
      noticed: { replaced: 4 },
    },
  },
  {
    name: "rows of one time in several messages are counted",
    sent: [
      json({ time: 1791000000, a: 1, b: 1 }),
      json({ time: 1791000000, a: 2, b: 1 }),
      csv("## time,a\n1791000000,3\n"),
    ],
    right: {
      answers: [200, [200, /1 value was replaced/], [200, /1 value was replaced/]],
      rows: [{ a: 3, b: 1 }],
      noticed: { replaced: 2 },
    },
  },
  {
    name: "rows of an older time in a later message are counted, their repetition is not",
    sent: [
      json({ time: 1791000000, a: 1, b: 1 }),
      json({ time: 1791000060, a: 5, b: 5 }),
      json({ time: 1791000000, a: 2, b: 1 }),
      json({ time: 1791000000, a: 2, b: 1 }),
      csv("## time,a,b\n1791000060,5,5\n1791000000,2,7\n"),
      json({ time: 1791000000, c: 4 }),
    ],
    right: {
      rows: [
        { a: 2, b: 7, c: 4 },
        { a: 5, b: 5, c: null },
      ],
      noticed: { replaced: 2 },
    },
  },
  {
    name: "series = id, model",
    sent: [json(SENSORS, "radio")],
    right: {
      answers: [[200, /Received #3 readings"\}\]$/]],
      measurement: ",id=1,model=A",
      rows: [{ model: "A", id: 1, temperature_C: 20.1 }],
    },
  },
  {
    name: "series = id, model: a table",
    sent: [csv("## time,id,model,v\n1791000000,1,A,5\n1791000000,2,A,6\n", "radio")],
    right: { measurement: ",id=2,model=A", rows: [{ id: 2, model: "A", v: 6 }] },
  },
  {
    name: "application/senml+json, vnd.x+json",
    sent: [
      json([{ bn: "s:", bt: 1.79e9, n: "t", u: "Cel", v: 21.5 }], "any", "application/senml+json"),
      json({ t: 1 }, "any", "application/vnd.acme.reading+json"),
    ],
    right: {
      answers: [200, 200],
      rows: [
        { "s:t": 21.5, t: null },
        { "s:t": null, t: 1 },
      ],
    },
  },
  {
    name: "CBOR",
    sent: [
      json(cbor({ time: 1790000000, t: 21.5, n: 2n ** 60n, b: new Uint8Array([1, 2]) }), "any", "application/cbor"),
    ],
    right: { answers: [200], rows: [{ t: 21.5, n: 1152921504606847000, b: "AQI=" }], times: [1790000000] },
  },
  {
    name: "SenML in CBOR",
    sent: [
      json(
        cbor([
          new Map<number, unknown>([
            [-2, "s:"],
            [0, "t"],
            [2, 21.5],
          ]),
        ]),
        "any",
        "application/senml+cbor",
      ),
    ],
    right: { answers: [200], rows: [{ "s:t": 21.5 }] },
  },
  {
    name: "MessagePack",
    sent: [json(msgpack({ t: 21.5 }), "any", "application/msgpack")],
    right: { answers: [200], rows: [{ t: 21.5 }] },
  },
  {
    name: "MessagePack's own time, to the nanosecond and far away",
    sent: [
      json(
        Buffer.concat([
          Buffer.from([0x82]),
          msgpack("time"),
          Buffer.from("d7ff0000001469a40fe0", "hex"),
          msgpack("v"),
          msgpack(1),
        ]),
        "any",
        "application/msgpack",
      ),
      json(
        Buffer.concat([
          Buffer.from([0x82]),
          msgpack("time"),
          Buffer.from("c70cff000000007fffffffffffffff", "hex"),
          msgpack("v"),
          msgpack(2),
        ]),
        "any",
        "application/msgpack",
      ),
    ],
    right: {
      answers: [200, 200],
      rows: [{ v: 1 }, { v: 2 }],
      times: ["2026-03-01T10:07:28.000000005Z", "now"],
      noticed: ONE_UNSET,
    },
  },
  {
    name: "CBOR, MessagePack and SenML in CBOR over MQTT",
    sent: [
      mqtt(cbor({ time: 1790000000, t: 21.5 }), "data.cbor"),
      mqtt(msgpack({ time: 1790000001, t: 22.5 }), "data.msgpack"),
      mqtt(
        cbor([
          new Map<number, unknown>([
            [0, "t"],
            [2, 23.5],
            [6, 1790000002],
          ]),
        ]),
        "data.senmlc",
      ),
      mqtt(Buffer.from([0xff]), "data.cbor"),
    ],
    right: { rows: [{ t: 21.5 }, { t: 22.5 }, { t: 23.5 }], times: [1790000000, 1790000001, 1790000002], rejects: 1 },
  },
  {
    name: "CBOR that is none, and is too deep",
    sent: [
      json(Buffer.from([0xff]), "any", "application/cbor"),
      json(new Uint8Array(100_000).fill(0x81), "any", "application/cbor"),
    ],
    right: {
      answers: [
        [400, /not valid CBOR/],
        [400, /deep/],
      ],
      rows: [],
    },
  },
  {
    name: "line protocol: two backslashes are two",
    sent: [lines("m,path=\\\\a free=1 1700000000000000000\nm,path=\\a free=2 1700000000000000000\n")],
    right: { answers: [204], measurement: "m,path=\\a", rows: [{ free: 2, path: "\\a" }] },
  },
  {
    name: "line protocol: a quote opens a text only after =",
    sent: [lines('m 3"pipe=1 1700000000000000000\nm g=2 1700000000000000001\n')],
    right: {
      answers: [204],
      rows: [
        { '3"pipe': 1, g: null },
        { '3"pipe': null, g: 2 },
      ],
    },
  },
  {
    name: "line protocol: an integer in a column of floats",
    sent: [
      lines("m v=1.5 1700000000000000000"),
      lines("m v=2i 1700000000000000001"),
      lines("m v=9007199254740993i 1700000000000000002"),
    ],
    right: {
      answers: [204, 204, [400, /type integer, already exists as type float dropped=1/]],
      rows: [{ v: 1.5 }, { v: 2 }],
      rejects: 1,
    },
  },
  {
    name: "line protocol: another type than the column's is told, the rest of the line is stored",
    sent: [
      lines("m v=2i,w=1 1700000000000000000"),
      lines('m v=1.5,w=2 1700000000000000001\nm v="x" 1700000000000000002\nm v=3i 1700000000000000003'),
      lines("m v=true 1700000000000000004", "/api/v2/write?bucket=DB"),
    ],
    right: {
      answers: [
        204,
        [400, /partial write: field type conflict.* is type float, already exists as type integer dropped=2/],
        [400, /"code":"invalid".*is type boolean/],
      ],
      rows: [
        { v: 2, w: 1 },
        { v: null, w: 2 },
        { v: 3, w: null },
      ],
      rejects: 3,
    },
  },
  {
    name: "line protocol: the first line of a body decides a new column",
    sent: [lines("m v=1 1700000000000000000\nm v=t 1700000000000000001")],
    right: { answers: [[400, /is type boolean, already exists as type float/]], rows: [{ v: 1 }], rejects: 1 },
  },
  {
    name: "line protocol: nothing may follow a text",
    sent: [lines('m f="a"1\n')],
    right: { answers: [[400, /after its quote/]], rows: [] },
  },
  {
    name: "line protocol: a tag time",
    sent: [lines("m,time=1 f=1\n")],
    right: { answers: [[400, /named 'time'/]], rows: [] },
  },
  {
    name: "line protocol: = in a tag",
    sent: [lines("m,t=a=b f=1\n")],
    right: { answers: [[400, /invalid tag format/]], rows: [] },
  },
  ...[2n ** 63n - 1n, -(2n ** 63n) + 1n].map(
    (time): Case => ({
      name: `line protocol: ${time}`,
      sent: [lines(`m f=1 ${time}`)],
      right: { answers: [[400, /outside/]], rows: [] },
    }),
  ),
  {
    name: "line protocol: no clock",
    sent: [lines("m f=1 123456\n")],
    right: { answers: [204], rows: [{ f: 1 }], times: ["now"], noticed: ONE_UNSET },
  },
  {
    name: "line protocol: an archive's times",
    sent: [lines("m f=1 5", "/write?db=DB&precision=s&times=any")],
    right: { answers: [204], rows: [{ f: 1 }], times: [5] },
  },
  {
    name: "InfluxDB 3's write_lp: times by their size",
    sent: [
      lines(
        "m f=1 1700000000\nm f=2 1700000001000\nm f=3 1700000002000000\nm f=4 1700000003000000000",
        "/api/v3/write_lp?db=DB",
      ),
      // As influxdb3-python 0.21.0 with use_v2_api=False.
      lines("m f=5 1700000004", "/api/v3/write_lp?org=default&db=DB&precision=second&accept_partial=true"),
    ],
    right: {
      answers: [204, 204],
      rows: [1, 2, 3, 4, 5].map((f) => ({ f })),
      times: [1700000000, 1700000001, 1700000002, 1700000003, 1700000004],
    },
  },
  {
    name: "InfluxDB 3's write_lp: one bad line",
    sent: [lines("m f=1 1700000000\nm f=x", "/api/v3/write_lp?db=DB")],
    right: { answers: [[400, /partial write of line protocol occurred.*"line_number":2/]], rows: [{ f: 1 }] },
  },
  {
    name: "InfluxDB 3's write_lp: all or nothing",
    sent: [lines("m f=1 1700000000\nm f=x", "/api/v3/write_lp?db=DB&accept_partial=false")],
    right: { answers: [400], rows: [] },
  },
];

let lab: Lab;
let service: ServiceProcess;
let client: Awaited<ReturnType<typeof connectAsync>>;

const INI = `
[lab]
channels =
[realms]
default = open
[realm-archive]
times = any
[realm-comma]
decimal = comma
dates = day-first
[realm-field]
time = measured
[realm-berlin]
timezone = Europe/Berlin
[realm-radio]
series = id, model
`;

before(async () => {
  lab = new Lab({ ini: INI, headers: {} });
  service = await lab.start();
  client = await connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
});

after(async () => {
  await client?.endAsync();
  await lab.remove();
});

for (const [index, { name, sent, right }] of CASES.entries()) {
  test(name, async () => {
    const node = `n${index}`;
    const begunNs = BigInt(Date.now()) * 1_000_000n;
    const answers: [number, string][] = [];
    for (const each of sent) answers.push(await send(each, node));
    checkAnswers(answers, right);
    await service.settled();
    const { realm = "any", by } = sent[0]!;
    const isLines = by === "lines";
    const database = isLines ? `lines_${node}` : `${realm}_net`;
    const measurement = isLines ? (right.measurement ?? "m") : `gw_${node}_sensors${right.measurement ?? ""}`;
    const stored = await rows(database, measurement);
    const values = stored.map(({ time, ...row }) => row);
    if (right.rows !== undefined) assert.deepEqual(values, right.rows);
    checkTimes(stored, right, begunNs);
    await checkUnits(measurement, right);
    await checkCounts(isLines ? database : `${realm}/net/gw/${node}`, right);
  });
}

function checkAnswers(answers: readonly [number, string][], { answers: expected = [] }: Expected): void {
  for (const [at, answer] of expected.entries()) {
    const [status, text] = typeof answer === "number" ? [answer] : answer;
    assert.equal(answers[at]![0], status, answers[at]![1]);
    if (text !== undefined) assert.match(answers[at]![1], text);
  }
}

function checkTimes(stored: readonly Row[], { times = [] }: Expected, begunNs: bigint): void {
  for (const [at, time] of times.entries()) {
    const text = String(stored[at]!["time"]);
    if (time === "now") assert.ok(nsOf(text) >= begunNs - 1_000_000_000n, `${text} is not the time of receipt`);
    else if (typeof time === "number") assert.equal(nsOf(text) / 1_000_000_000n, BigInt(time));
    else assert.equal(text, time);
  }
}

async function checkUnits(measurement: string, { units: expected }: Expected): Promise<void> {
  if (expected === undefined) return;
  const path = `/read/measurements?search=${measurement}`;
  const { measurements } = await service.json<{ measurements: { columns: { name: string; unit?: string }[] }[] }>(path);
  const units = measurements[0]!.columns.flatMap(({ name, unit }) => (unit === undefined ? [] : [[name, unit]]));
  assert.deepEqual(Object.fromEntries(units), expected);
}

async function checkCounts(address: string, { rejects: expected, noticed = {} }: Expected): Promise<void> {
  if (expected !== undefined) {
    // A publication is acknowledged before its letter is on disk.
    await until(async () => (await rejectsOf(address)) >= expected);
    assert.equal(await rejectsOf(address), expected);
  }
  const channel = async (): Promise<Row> => {
    const { channels } = await service.json<{ channels: (Row & { name: string })[] }>("/health?limit=1000");
    return channels.find((one) => one.name === address) ?? {};
  };
  // The store tells what it replaced a moment after it has stored.
  const { replaced } = noticed as { replaced?: number };
  if (replaced !== undefined) await until(async () => ((await channel())["replaced"] as number) >= replaced);
  const found = await channel();
  for (const [key, value] of Object.entries(noticed)) assert.deepEqual(found[key], value, key);
}

async function rejectsOf(address: string): Promise<number> {
  const { rejects } = await service.json<{ rejects: { address: string }[] }>("/rejects?limit=1000");
  return rejects.filter((letter) => `${letter.address}/`.startsWith(`${address}/`)).length;
}

async function send({ by, type, body, realm = "any", length }: Sent, node: string): Promise<[number, string]> {
  const bytes = body instanceof Uint8Array ? Buffer.from(body) : typeof body === "string" ? body : JSON.stringify(body);
  if (by === "mqtt") {
    await client.publishAsync(`${realm}/net/gw/${node}/${type}`, bytes, { qos: 1 });
    return [200, ""];
  }
  const path = by === "lines" ? type.replace("DB", `lines_${node}`) : `/api/${realm}/net/gw/${node}/data`;
  const headers = { "Content-Type": by === "lines" ? "text/plain" : type };
  const sent = length === "stream" ? { body: new Blob([bytes]).stream(), duplex: "half" as const } : { body: bytes };
  const response = await fetch(`${service.url}${path}`, { method: "POST", headers, ...sent });
  return [response.status, await response.text()];
}

async function rows(database: string, measurement: string): Promise<Row[]> {
  const query = new URLSearchParams({ limit: "1000", database, measurement });
  const response = await fetch(`${service.url}/read/rows?${query}`);
  if (response.status === 404) return [];
  return ((await response.json()) as { rows: Row[] }).rows;
}

function nsOf(time: string): bigint {
  const [whole = "", fraction = "0"] = time.replace("Z", "").split(".");
  return BigInt(Date.parse(`${whole}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}
