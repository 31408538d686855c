import assert from "node:assert/strict";
import { test } from "node:test";
import { formatNs } from "../../../runtime/model/clock.ts";
import type { Message } from "../../../runtime/model/message.ts";
import type { RealmSettings } from "../../../runtime/model/realm-settings.ts";
import { decodeDeviceMessage } from "../../support/device-messages.ts";

const RECEIVED_NS = 1_769_860_800_000_000_000n;
const REALMS: readonly RealmSettings[] = [
  { name: "r", networks: [], timezone: "UTC" },
  { name: "berlin", networks: [], timezone: "Europe/Berlin" },
];

function message(payload: string | Uint8Array, options: Partial<Message> = {}): Message {
  return {
    source: "http",
    address: "r/n/g/d/data",
    sender: "",
    contentType: "application/json",
    receivedNs: RECEIVED_NS,
    payload: Buffer.from(payload),
    ...options,
  };
}

function decode(payload: string | Uint8Array, options: Partial<Message> = {}) {
  const { points, rejections, ignored } = decodeDeviceMessage(message(payload, options), { realms: REALMS });
  const rows = points.map((point) => {
    const fields = point.columns.map(({ name }, index) => [name, point.values[index]]);
    return { ...Object.fromEntries(fields), "@": point.timeSource === "receipt" ? "receipt" : formatNs(point.timeNs) };
  });
  const errors = rejections.map(
    ({ error, row }) => `${error.code}${row === undefined ? "" : ` in row ${row}`}: ${error.message}`,
  );
  return { rows, errors, ...(ignored === undefined ? {} : { ignored }) };
}

const row = (payload: string, options: Partial<Message> = {}) => decode(payload, options).rows[0];
const error = (payload: string | Uint8Array, options: Partial<Message> = {}) => decode(payload, options).errors[0];

test("values [D22]", () => {
  assert.deepEqual(row('{"a":1,"b":"2.50","c":true,"d":false,"e":"text","f":null,"g":"","h":"  "}'), {
    a: 1,
    b: 2.5,
    c: 1,
    d: 0,
    e: "text",
    "@": "receipt",
  });
});

test("a table names its columns' units, and lines may be lists", () => {
  const { units } = decodeDeviceMessage(
    message(
      JSON.stringify({
        table: {
          columnNames: ["time", "wtmp"],
          columnUnits: ["UTC", "degree_C"],
          rows: [["2026-01-31T10:00:00Z", 8.5]],
        },
      }),
    ),
    { realms: REALMS },
  );
  assert.deepEqual([...(units?.byColumn ?? [])], [["wtmp", "°C"]]);
  const lines = decode('{"t":[[1769853600,1],[1769853601,2]]}\n{"t":3}\nno\n', { contentType: "application/x-ndjson" });
  assert.deepEqual(
    lines.rows.map((each) => [each["@"], each["t"]]),
    [
      ["2026-01-31T10:00:00.000000000Z", 1],
      ["2026-01-31T10:00:01.000000000Z", 2],
      ["receipt", 3],
    ],
  );
  assert.equal(lines.errors.length, 1);
  // A forecast: the rows beyond tomorrow have the time of receipt [D54].
  const forecast = decode('{"hourly":{"time":["2026-01-31T10:00","2026-02-05T10:00"],"t":[9.5,10]}}');
  assert.deepEqual(
    forecast.rows.map((each) => [each["@"], each["hourly.t"]]),
    [
      ["2026-01-31T10:00:00.000000000Z", 9.5],
      ["receipt", 10],
    ],
  );
});

test("rows of a list do not multiply what they have in common without bounds", () => {
  const common = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`c${at}`, at]));
  const list = Array.from({ length: 10_000 }, (_, at) => [1_769_853_600 + at, at]);
  assert.match(error(JSON.stringify({ ...common, t: list })) ?? "", /too-large: Too many rows share/);
  const many = Array.from({ length: 150_000 }, (_, at) => [1_769_700_000 + at, at]);
  assert.match(error(JSON.stringify({ data: [{ uuid: "a", tuples: many }] })) ?? "", /too-large: More than 20000 rows/);
});

test("plain decimal strings become numbers, other texts stay texts [D22]", () => {
  const texts = [
    "1",
    "-1",
    "+1",
    "1.",
    ".5",
    "007",
    " 12 ",
    "1e-05",
    "1e+16",
    "1e5",
    "12e45",
    "0x10",
    "1,5",
    "--1",
    "1 2",
    "1_0",
    "true",
  ];
  const read = row(JSON.stringify(Object.fromEntries(texts.map((text, index) => [`f${index}`, text]))));
  assert.deepEqual(Object.values(read ?? {}).slice(0, -1), [
    1,
    -1,
    1,
    1,
    0.5,
    "007",
    12,
    1e-5,
    1e16,
    "1e5",
    "12e45",
    "0x10",
    1.5,
    "--1",
    "1 2",
    "1_0",
    "true",
  ]);
});

test("a missing value affects only its own field, and is counted [D42]", () => {
  const body =
    '{"a":1,"n":null,"e":"","q":"nan","u":"-NaN","i":"inf","j":"+Infinity","x":1e999,"b":NaN,"c":-Infinity,"d":[nan,2,-inf],"s":"say NaN, not \\"inf\\""}';
  const kept = { a: 1, "d.1": 2, s: 'say NaN, not "inf"', "@": "receipt" };
  assert.deepEqual(row(body), kept);
  assert.deepEqual(row(`[${body},{"b":12345678901234567890,"c":NaN}]`), kept);
  assert.equal(decodeDeviceMessage(message(body), { realms: [] }).noticed?.missing, 11);
  const csv = { contentType: "text/csv" };
  assert.deepEqual(row("## a,b,c,d\n1,nan,,null\n", csv), { a: 1, "@": "receipt" });
  assert.equal(decodeDeviceMessage(message("## a,b\n1,nan\n2,\n", csv), { realms: [] }).noticed?.missing, 2);
  assert.deepEqual(row("a=1&b=nan&c=null", { contentType: "application/x-www-form-urlencoded" }), {
    a: 1,
    "@": "receipt",
  });
  assert.deepEqual(row('{"title":"x","n":NaN}', { address: "r/n/g/d/event" })?.["n"], undefined);
  assert.equal(error("nan", { source: "mqtt", address: "r/n/g/d/data/t" }), "empty: Message has no value");
  assert.equal(error('{"a":NaN}'), "empty: Payload has no values");
});

test("NaN is accepted only as a value, and an error after it has the right position", () => {
  assert.equal(
    error('{"a":NaN,}'),
    "bad-json: Expecting property name enclosed in double quotes: line 1 column 10 (char 9)",
  );
  assert.equal(error('{"a":-Infinity,\n"b":x}'), "bad-json: Unexpected symbol: line 2 column 5 (char 20)");
  assert.match(error('{"a":NaNa}') ?? "", /^bad-json: Unexpected symbol/);
  assert.match(error('{"a":info}') ?? "", /^bad-json: Unexpected symbol/);
  assert.match(error("{NaN:1}") ?? "", /^bad-json: /);
});

test("a body with as many errors as bytes is refused at the first one", { timeout: 60_000 }, () => {
  assert.match(error(`[${"}".repeat(900_000)}`) ?? "", /^bad-json: .*line 1 column 2 \(char 1\)$/);
  assert.match(error(`{${'""'.repeat(450_000)}`) ?? "", /^bad-json: /);
});

test("nested objects and arrays are flattened, empty ones left out [D22]", () => {
  assert.deepEqual(row('{"SonoffSC":{"Temperature":25,"Light":[10,[20]]},"e":{},"f":[],"a.b":1}'), {
    "SonoffSC.Temperature": 25,
    "SonoffSC.Light.0": 10,
    "SonoffSC.Light.1.0": 20,
    "a.b": 1,
    "@": "receipt",
  });
});

test("an array of objects with names becomes columns of these names, in any order", () => {
  const cases: readonly (readonly [string, object])[] = [
    [
      '{"sensordatavalues":[{"value_type":"SDS_P1","value":"12.3"},{"value_type":"SDS_P2","value":"3.1"}]}',
      { "sensordatavalues.SDS_P1": 12.3, "sensordatavalues.SDS_P2": 3.1 },
    ],
    ['{"s":[{"value_type":"SDS_P2","value":"3.1"}]}', { "s.SDS_P2": 3.1 }],
    [
      '{"s":[{"id":7,"type":"t","tC":20.5},{"id":8,"type":"t","tC":21}]}',
      { "s.7.type": "t", "s.7.tC": 20.5, "s.8.type": "t", "s.8.tC": 21 },
    ],
    ['{"s":[{"id":1,"name":"in","v":2,"u":"Cel"}]}', { "s.in": 2, "s.in.id": 1, "s.in.u": "Cel" }],
    ['{"relays":[{"ison":true},{"ison":false}],"a":1}', { relays: '[{"ison":true},{"ison":false}]', a: 1 }],
    ['{"s":[{"name":"a","v":1},{"name":"a","v":2}]}', { "s.a": 1, "s.a.2": 2 }],
    ['{"s":[1,{"name":"a","v":12345678901234567890}]}', { s: '[1,{"name":"a","v":12345678901234567890}]' }],
    ['[{"value_type":"t","value":"20"},{"value_type":"h","value":"50"}]', { t: 20, h: 50 }],
  ];
  for (const [payload, expected] of cases)
    assert.deepEqual(decode(payload).rows, [{ ...expected, "@": "receipt" }], payload);
  assert.equal(decode('[{"id":1,"temperature":2},{"id":2,"temperature":3}]').rows.length, 2, "rows of a table");
  const byPlace = [{ name: "r", networks: [], timezone: "UTC", arrays: "by-place" as const }];
  const [point] = decodeDeviceMessage(message('{"relays":[{"ison":true}]}'), { realms: byPlace }).points;
  assert.deepEqual(
    point?.columns.map(({ name }) => name),
    ["relays.0.ison"],
  );
});

test("SenML packs: base names and times, a row for each time [RFC 8428 5.1]", () => {
  const at = "2010-06-08T18:01:16.001000000Z";
  assert.deepEqual(
    decode(
      '[{"bn":"dev:1:","bt":1.276020076001e+09,"n":"voltage","u":"V","v":120.1},{"n":"current","t":-1,"v":1.2},{"n":"on","vb":true}]',
    ).rows,
    [
      { "dev:1:voltage": 120.1, "dev:1:on": 1, "@": at },
      { "dev:1:current": 1.2, "@": "2010-06-08T18:01:15.001000000Z" },
    ],
  );
  assert.deepEqual(decode('[{"n":"t","v":20},{"n":"h","v":50,"t":-2}]').rows, [
    { t: 20, "@": "receipt" },
    { h: 50, "@": "2026-01-31T11:59:58.000000000Z" },
  ]);
});

test("an integer with a leading zero or more than 15 digits is a name; a realm can add names", () => {
  const sent =
    '{"id":"0101010101010101","plz":"01234","day":"07","long":"1234567890123456","f":"0.30000000000000004","n":"-05","p":"007.5","z":"0"}';
  const read = {
    id: "0101010101010101",
    plz: "01234",
    day: "07",
    long: "1234567890123456",
    f: 0.30000000000000004,
    n: -5,
    p: 7.5,
    z: 0,
  };
  assert.deepEqual(row(sent), { ...read, "@": "receipt" });
  const csv = { contentType: "text/csv" };
  assert.deepEqual(row("## plz,v\n01234,1\n", csv), { plz: "01234", v: 1, "@": "receipt" });
  assert.deepEqual(row("plz=01234&v=1", { contentType: "application/x-www-form-urlencoded" }), {
    plz: "01234",
    v: 1,
    "@": "receipt",
  });
  const realms = [{ name: "r", networks: [], timezone: "UTC", text: ["FW", "s.serial"] }];
  const values = (payload: string, options: Partial<Message> = {}) =>
    decodeDeviceMessage(message(payload, options), { realms }).points[0]?.values;
  assert.deepEqual(values('{"fw":1.10,"s":{"serial":"12"},"x":"12"}'), ["1.1", "12", 12]);
  assert.deepEqual(values("## fw,x\n1.10,2\n", csv), ["1.10", 2]);
});

test("a time under another name is used if it is valid; a candidate that is not used is counted", () => {
  const at = "2026-01-30T12:00:00.000000000Z";
  for (const field of [
    '"tst":1769774400',
    '"reported_at":"2026-01-30T12:00:00Z"',
    '"last_seen":1769774400000',
    '"params":{"ts":1769774400.0}',
  ])
    assert.deepEqual(row(`{"v":1,${field}}`)?.["@"], at, field);
  assert.deepEqual(row('{"v":1,"params":{"ts":1769774400.0,"x":2}}'), { v: 1, "params.x": 2, "@": at });
  assert.deepEqual(row('{"ts":0.5,"dt":12}'), { ts: 0.5, dt: 12, "@": "receipt" });
  assert.deepEqual(row('{"v":1,"tst":{"x":2}}'), { v: 1, "tst.x": 2, "@": "receipt" });
  // Shelly Gen1: a time of day beside the time.
  assert.deepEqual(row('{"v":1,"time":"12:00","unixtime":1769774400}'), {
    v: 1,
    "@": "2026-01-30T12:00:00.000000000Z",
  });
  assert.deepEqual(row('{"v":1,"time":"2026-01-31","tst":1769774400}'), {
    v: 1,
    tst: 1769774400,
    "@": "2026-01-31T00:00:00.000000000Z",
  });
  for (const name of ["Fecha y hora", "Data/Ora", "Horodatage", "Zeitpunkt", "Datum/tijd", "tidpunkt"])
    assert.deepEqual(row(`## v,${name}\n1,30.01.2026 12:00\n`, { contentType: "text/csv" }), { v: 1, "@": at });
  assert.deepEqual(row("## v,reported_at\n1,2026-01-30T12:00:00Z\n", { contentType: "text/csv" }), { v: 1, "@": at });
  const noticed = (payload: string, options: Partial<Message> = {}) =>
    decodeDeviceMessage(message(payload, options), { realms: [] }).noticed;
  const unused = (unusedTime: string) => ({ lengthByteDiffers: 0, missing: 0, unusedTimes: 1, unusedTime });
  assert.deepEqual(noticed('{"v":1,"created_at":"2026-01-30 12:00"}'), unused("created_at"));
  assert.deepEqual(noticed('{"v":1,"x":{"sampleTime":1769774400}}'), unused("x.sampleTime"));
  assert.deepEqual(noticed("## v,build date\n1,2026-01-30\n", { contentType: "text/csv" }), unused("build date"));
  assert.equal(noticed('{"v":1,"uptime":86400,"dated":"2026-01-30"}'), undefined);
  // Whatever its name.
  assert.deepEqual(noticed('{"v":1,"wann":"30.01.2026 12:00"}'), unused("wann"));
  for (const cell of [
    "2026-01-30T12:00:00Z",
    "30.01.2026 12:00:05",
    "05/01/2026 09:05",
    '"1/30/26, 9:05 AM"',
    "1970/1/1 0:02",
  ])
    assert.deepEqual(noticed(`## v,quand\n1,${cell}\n`, { contentType: "text/csv" }), unused("quand"), cell);
  for (const cell of ["12:00:05", "2026-01-30", "10.0.12.1:8080", "1.2.3 4:56", "20260130 12:00"])
    assert.equal(noticed(`## v,quand\n1,${cell}\n`, { contentType: "text/csv" }), undefined, cell);
  // The first column, or the one behind a counter, is the time, if it can be read.
  for (const table of ["## quand,v\n30.01.2026 12:00,1\n", "## No.,quand,v\n7,2026-01-30 12:00,1\n"])
    assert.equal(row(table, { contentType: "text/csv" })["@"], at, table);
  const both = "## quand,v\n05/01/2026 09:05,1\n";
  assert.deepEqual(noticed(both, { contentType: "text/csv" }), unused("quand"));
  const realms = [{ name: "r", networks: [], timezone: "UTC", time: ["gemessen", "fix.at"] }];
  for (const payload of ['{"v":1,"gemessen":"2026-01-30T12:00:00Z","time":5}', '{"v":1,"fix":{"at":1769774400}}']) {
    const [point] = decodeDeviceMessage(message(payload), { realms }).points;
    assert.equal(formatNs(point?.timeNs ?? 0n), at);
  }
});

test("time fields: the first one present is used, the others are fields [D23]", () => {
  const at = "2026-01-31T12:00:00.000000000Z";
  for (const name of ["time", "datetime", "dateTime", "Time", "timestamp"]) {
    assert.deepEqual(row(`{"v":1,"${name}":"2026-01-31T12:00:00Z"}`), { v: 1, "@": at });
  }
  assert.deepEqual(row('{"v":1,"timestamp":5,"time":"2026-01-31T12:00:00Z"}'), { v: 1, timestamp: 5, "@": at });
  assert.deepEqual(row('{"v":1,"time":null,"timestamp":"2026-01-31T12:00:00Z"}'), { v: 1, "@": at });
  assert.deepEqual(row('{"v":1,"time":""}'), { v: 1, "@": "receipt" });
  assert.deepEqual(row('{"v":1,"x":{"time":5}}'), { v: 1, "x.time": 5, "@": "receipt" });
});

test("other spellings of these fields also mean the time; a field named like a day may hold anything", () => {
  const at = "2026-01-31T12:00:00.000000000Z";
  for (const name of ["Timestamp", "TIME", "date_time", "Date/Time", "dateutc"]) {
    assert.deepEqual(row(`{"v":1,"${name}":"2026-01-31 12:00:00"}`), { v: 1, "@": at });
  }
  assert.equal(row('{"v":1,"dateutc":"2026-01-31 12:00:00"}', { address: "berlin/n/g/d/data" })?.["@"], at);
  assert.deepEqual(row('{"v":1,"date":"2026-01-31","time":"12:00:00"}'), { v: 1, "@": at });
  assert.deepEqual(row('{"v":1,"date":"Monday"}'), { v: 1, date: "Monday", "@": "receipt" });
  assert.deepEqual(row('{"v":1,"date":{"x":2}}'), { v: 1, "date.x": 2, "@": "receipt" });
});

test("times in JSON keep all digits [D22]", () => {
  assert.equal(row('{"v":1,"time":1700000000123456789}')?.["@"], "2023-11-14T22:13:20.123456789Z");
  assert.equal(row('{"v":1,"time":1700000000.123456789}')?.["@"], "2023-11-14T22:13:20.123456789Z");
  assert.equal(row('[{"v":1,"time":1700000000123456789}]')?.["@"], "2023-11-14T22:13:20.123456789Z");
  assert.equal(row('{"v":1,"time":"1700000000123456789"}')?.["@"], "2023-11-14T22:13:20.123456789Z");
});

test("a realm's zone applies to times without one [D23]", () => {
  const berlin = { address: "berlin/n/g/d/data" };
  assert.equal(row('{"v":1,"time":"2025-07-01 12:00:00"}', berlin)?.["@"], "2025-07-01T10:00:00.000000000Z");
  assert.equal(row('{"v":1,"time":"2025-07-01 12:00:00Z"}', berlin)?.["@"], "2025-07-01T12:00:00.000000000Z");
});

test("an unreadable time is an error and is never replaced by another time [D23]", () => {
  assert.equal(error('{"v":1,"time":"soon"}'), "bad-time: Time 'soon' is neither ISO 8601 nor a number");
  assert.equal(error('{"v":1,"time":true}'), "bad-time: Time field 'time' is neither text nor a number");
  assert.equal(error('{"v":1,"time":{"s":1}}'), "bad-time: Time field 'time' is neither text nor a number");
});

test("a payload without values is an error [D22]", () => {
  for (const payload of ["{}", '{"a":null}', '{"a":""}', '{"time":5}', '{"a":{},"b":[]}']) {
    assert.equal(error(payload), "empty: Payload has no values");
  }
  assert.equal(error("[]"), "empty: Array has no rows");
});

test("payloads that are not rows", () => {
  for (const payload of ["1", '"text"', "true", "null"]) {
    assert.equal(error(payload), "bad-value: Expected a JSON object of field names to values, or an array of them");
  }
  assert.deepEqual(decode('[{"v":1},2,[3],{"v":4}]').errors, [
    "bad-value in row 1: Expected a JSON object of field names to values, or an array of them",
    "bad-value in row 2: Expected a JSON object of field names to values, or an array of them",
  ]);
});

test("an error in JSON is reported with line, column and position [D31]", () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"value": 42.42', "Expecting '}': line 1 column 16 (char 15)"],
    ['{"a":1,}', "Expecting property name enclosed in double quotes: line 1 column 8 (char 7)"],
    ['{\n  "a": 1\n  "b": 2\n}', "Expecting ',' delimiter: line 3 column 3 (char 13)"],
    ["{a:1}", "Unexpected symbol: line 1 column 2 (char 1)"],
    ['{"a" 1}', "Expecting ':' delimiter: line 1 column 6 (char 5)"],
    ["[1,2", "Expecting ']': line 1 column 5 (char 4)"],
    ["{} {}", "Extra data: line 1 column 4 (char 3)"],
    ['// note\n{"a":1}', "Comments are not allowed in JSON: line 1 column 1 (char 0)"],
    ['{"a":"\\x"}', "Invalid \\escape: line 1 column 6 (char 5)"],
    ['{"time":1700000000123456789,}', "Expecting property name enclosed in double quotes: line 1 column 29 (char 28)"],
    ["[".repeat(300), "Nested too deeply: line 1 column 201 (char 200)"],
  ];
  assert.deepEqual(
    cases.map(([payload]) => [payload, error(payload)]),
    cases.map(([payload, text]) => [payload, `bad-json: ${text}`]),
  );
  const latin1 = Buffer.from('{"t":"20\u00b0"}', "latin1");
  assert.equal(error(latin1), "bad-json: Payload is not valid UTF-8: line 1 column 9 (char 8)");
});

test("limits: depth, number of fields, names, values", () => {
  assert.match(
    error(`{"a":${"[".repeat(40)}1${"]".repeat(40)}}`) ?? "",
    /^bad-value: Field 'a\.0.* is nested too deeply$/,
  );
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, 1])));
  assert.equal(error(many), "bad-value: More than 1000 fields in one row");
  assert.match(error(`{"${"n".repeat(300)}":1}`) ?? "", /^bad-value: Field name 'n+…' is too long$/);
  assert.equal(error('{"":1}'), "bad-value: A field has no name");
  assert.equal(error('{"a\\u0000":1}'), 'bad-value: Field name "a\\u0000" contains control characters');
  assert.equal(error('{"a":{"b":1},"a.b":2}'), "bad-value: Field 'a.b' is given twice");
});

test("an array with too many rows is refused before they are read", () => {
  const rows = `[${"1,".repeat(20_000)}1]`;
  assert.equal(error(rows), "too-large: More than 20000 rows in one array, send CSV or several messages");
});

test("a field may have any name, including __proto__", () => {
  for (const long of ["", ',"x":12345678901234567890']) {
    const [first] = decodeDeviceMessage(message(`{"__proto__":{"polluted":1},"constructor":2${long}}`), {
      realms: [],
    }).points;
    assert.deepEqual(
      first?.columns.slice(0, 2).map(({ name }) => name),
      ["__proto__.polluted", "constructor"],
    );
  }
  assert.equal(Reflect.get({}, "polluted"), undefined);
});

test("a field named __proto__ or constructor is not lost in lists of records, pairs and times", () => {
  for (const body of [
    '[{"n":"__proto__","v":3},{"n":"constructor","v":4}]',
    '[{"name":"__proto__","value":3},{"name":"constructor","value":4}]',
    '{"__proto__":3,"constructor":4,"time":[1700000000,1700000001],"x":[1,2]}',
  ]) {
    const values = new Map<string, unknown>();
    for (const { columns, values: row } of decodeDeviceMessage(message(body), { realms: [] }).points)
      columns.forEach(({ name }, place) => values.set(name, row[place]));
    assert.deepEqual([values.get("__proto__"), values.get("constructor")], [3, 4], body);
  }
});

test("rows of one shape share their columns; rows without a time follow each other [D16]", () => {
  const { points } = decodeDeviceMessage(message('[{"a":1,"b":"x"},{"a":2,"b":"y"},{"a":"z"}]'), { realms: [] });
  assert.equal(points[0]?.columns, points[1]?.columns);
  assert.deepEqual(
    points.map((point) => point.timeNs - RECEIVED_NS),
    [0n, 1n, 2n],
  );
  assert.deepEqual(points[2]?.columns, [{ name: "a", type: "string" }]);
});

test("plain values [D22]", () => {
  const mqtt = { source: "mqtt", address: "r/n/g/d/data/temperature" } as const;
  assert.deepEqual(row("21.5", mqtt), { temperature: 21.5, "@": "receipt" });
  assert.deepEqual(row("true", mqtt), { temperature: 1, "@": "receipt" });
  assert.deepEqual(row("warm", mqtt), { temperature: "warm", "@": "receipt" });
  assert.equal(error("  ", mqtt), "empty: Message has no value");
  assert.equal(error("", mqtt), "empty: Empty message");
});

test("forms [D21]", () => {
  const form = { contentType: "application/x-www-form-urlencoded" };
  assert.deepEqual(row("a=1&b=x+y%21&c=&d=true&", form), { a: 1, b: "x y!", d: 1, "@": "receipt" });
  assert.equal(error("a=1&a=2", form), "bad-form: Field 'a' is given twice");
  assert.equal(error("a=%zz", form), "bad-form: '%zz' is not percent-encoded UTF-8");
  assert.equal(error("a=%ff", form), "bad-form: '%ff' is not percent-encoded UTF-8");
  assert.equal(error("temperature", form), "bad-form: Form field 'temperature' has no value");
  assert.equal(error('{"a":1}', form), "bad-form: The body looks like JSON, but its Content-Type says it is a form");
});

test("the end of an event without a zone is in its realm's, as its beginning is; others are as sent", () => {
  const ends = (end: string) =>
    row(`{"title":"x","time":"2026-07-01 10:00","timeEnd":${end}}`, { address: "berlin/n/g/d/event" });
  assert.deepEqual(ends('"2026-07-01 11:00"'), {
    title: "x",
    text: "",
    tags: "",
    timeEnd: "2026-07-01T09:00:00.000000000Z",
    "@": "2026-07-01T08:00:00.000000000Z",
  });
  assert.equal(ends('"2026-07-01T11:00:00+02:00"')?.["timeEnd"], "2026-07-01T11:00:00+02:00");
  assert.equal(ends('"2026-07-01T09:00:00Z"')?.["timeEnd"], "2026-07-01T09:00:00Z");
  assert.equal(ends("1782896400000")?.["timeEnd"], 1782896400000);
  assert.equal(ends('"later"')?.["timeEnd"], "later");
  assert.equal(ends('"2026-03-29 02:30"')?.["timeEnd"], "2026-03-29 02:30");
});

test("events are stored as sent, and always have title, text and tags [D30]", () => {
  const event = { address: "r/n/g/d/event" };
  const full =
    '{"title":"Fuel","text":"<a href=\\"x\\">y</a>","tags":"a,b","time":"2026-01-31T12:00:00.5Z","reference":"007","n":3}';
  assert.deepEqual(row(full, event), {
    title: "Fuel",
    text: '<a href="x">y</a>',
    tags: "a,b",
    reference: "007",
    n: 3,
    "@": "2026-01-31T12:00:00.500000000Z",
  });
  assert.deepEqual(row('{"title":42,"tags":["a",1]}', event), { title: "42", text: "", tags: "a,1", "@": "receipt" });
  assert.deepEqual(row("title=7&reference=8", { ...event, contentType: "application/x-www-form-urlencoded" }), {
    title: "7",
    text: "",
    tags: "",
    reference: "8",
    "@": "receipt",
  });
  assert.equal(error("{}", event), "empty: Event has neither title, text, tags nor another field");
  assert.equal(error('{"title":{"a":1}}', event), "bad-value: Field 'title' of the event is not a text");
});

test("unsupported addresses and content types", () => {
  assert.match(
    error("{}", { address: "r/n/g/data" }) ?? "",
    /^unknown-address: Unknown address 'r\/n\/g\/data', expected.*<id>\/…$/,
  );
  assert.match(
    error("{}", { address: "r/n/g/d" }) ?? "",
    /'r\/n\/g\/d', expected.*, with 'data' or 'event' at the end$/,
  );
  assert.equal(error("{}", { address: "x/n/g/d/data" }), "unknown-realm: Realm 'x' is not configured");
  assert.equal(
    error("{}", { contentType: "foo/bar" }),
    "unknown-content-type: Unable to handle Content-Type 'foo/bar'",
  );
});

test("excessive nesting is refused before any value is built", () => {
  const depth = 1_000_000;
  for (const text of [
    "[".repeat(depth) + "]".repeat(depth),
    "[".repeat(depth),
    `{"a":"]]]\\"",${'"b":{'.repeat(depth)}`,
  ]) {
    assert.match(error(text) ?? "", /^bad-json: Nested too deeply: line 1 column \d+ \(char \d+\)$/);
  }
});

test("finding a table takes no longer than the size of its body allows [worst cases]", () => {
  const many = Array.from({ length: 60_000 }, () => 1);
  const names = many.map((_, place) => `c${place}`);
  const lists = (of: (at: number) => unknown) =>
    Object.fromEntries(Array.from({ length: 19 }, (_, at) => of(at) as []));
  const wide = names.slice(0, 5000);
  const bodies: readonly (readonly [body: unknown, error: RegExp])[] = [
    // The first row has more places than can be asked for in each of the others.
    [{ a: [many, ...many.map(() => [1])] }, /: More than 1000 fields in one row$/],
    [{ columns: names, values: [many] }, /: More than 1000 fields in one row$/],
    [{ columns: names, values: [Object.fromEntries(names.map((name) => [name, 1]))] }, /: More than 1000 fields/],
    // Each list of names could belong to each list of rows.
    [
      {
        ...lists((at) => [`n${at}`, wide.map((name) => `${name}${at}`)]),
        ...lists((at) => [`l${at}`, [many.slice(0, 5000)]]),
      },
      /: The body could be a table in too many ways, send an array of rows$/,
    ],
  ];
  for (const [body, error] of bodies) {
    const { rows, errors } = decode(JSON.stringify(body));
    assert.equal(rows.length, 0);
    assert.match(errors[0]!, error);
  }
});

test("lines beyond the limit are refused before any is read, and an action of a bulk body is read once", () => {
  const lines = (text: string) => decode(text, { contentType: "application/x-ndjson" });
  assert.deepEqual(lines("{\n".repeat(20_001)).errors, [
    "too-large: More than 20000 rows in one array, send CSV or several messages",
  ]);
  const unended = `{"index":{${'"_a":'.repeat(40)}\n{"a":1}\n`;
  assert.match(lines(unended).errors.join("\n"), /^bad-json in row 0: [^\n]*$/);
  assert.equal(lines('{"index":{"_index":"x","routing":1}}\n{"a":1}\n').rows.length, 1);
});
