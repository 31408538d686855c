import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsRefused } from "../../../runtime/intake/intake.ts";
import { LineMessages } from "../../../runtime/parts/lines/line-messages.ts";
import { type LineError, parseLine, splitLines } from "../../../runtime/parts/lines/line-protocol.ts";

test("measurement, tags, fields of every type, time", () => {
  assert.deepEqual(
    parseLine(
      String.raw`we\,ather,lo\ c=a\=b,site=n f=1,g=-2.5e3,i=-7i,u=18446744073709551615u,b=T,s="a \"q\" \\ ,=\n" 1700000000000000001`,
    ),
    {
      measurement: "we,ather",
      tags: [
        ["lo c", "a=b"],
        ["site", "n"],
      ],
      fields: [
        ["f", 1, "float"],
        ["g", -2500, "float"],
        ["i", -7n, "integer"],
        ["u", 18446744073709551615n, "unsigned"],
        ["b", true, "boolean"],
        ["s", String.raw`a "q" \ ,=\n`, "string"],
      ],
      time: 1700000000000000001n,
    },
  );
});

test("lines end at line ends outside of texts; comments and empty lines are skipped", () => {
  const text = '# c\n\na f="x\ny z" 1\r\nb,t=" f=1\nc f="\\"\n"\n';
  assert.deepEqual(splitLines(text), ['a f="x\ny z" 1', 'b,t=" f=1', 'c f="\\"\n"']);
});

test("lines that InfluxDB refuses are refused, with the reason", () => {
  const reasons: Record<string, RegExp> = {
    a: /missing fields/,
    "a f": /missing field key or value/,
    "a,t= f=1": /missing value of tag 't'/,
    ",t=1 f=1": /missing measurement/,
    "a f=abc": /invalid value 'abc' of field 'f'/,
    "a f=0x10": /invalid value/,
    "a f=Infinity": /invalid value/,
    "a f=1 12x": /bad timestamp/,
    'a f="x': /unbalanced quotes/,
    "a f=9223372036854775808i": /out of range/,
    "a f=-1u": /out of range/,
    "a,t=1,t=2 f=1": /duplicate tag/,
    "a f=1 99999999999999999999": /bad timestamp/,
  };
  for (const [line, reason] of Object.entries(reasons))
    assert.throws(
      () => parseLine(line),
      (error: LineError) => reason.test(error.message),
      line,
    );
});

const messages = new LineMessages({ receiptStepNs: 10, dropFields: ["token"] });

function decoded(text: string, precision = "ns") {
  const payload = Buffer.from(text);
  const address = "telegraf";
  return messages.decode({
    source: "lines",
    address,
    sender: "",
    contentType: `${precision} any`,
    receivedNs: 1000n,
    payload,
  });
}

test("of thousands of bad lines, a thousand have a dead letter each, and the others one together", () => {
  const lines = Array.from({ length: 5000 }, (_, n) => (n % 2 === 0 ? `m${n}` : "m v=1"));
  const { points, rejections } = decoded(lines.join("\n"));
  assert.deepEqual([points.length, rejections.length, rowsRefused(rejections)], [2500, 1001, 2500]);
  const { error, message, row } = rejections.at(-1)!;
  assert.deepEqual([error.message, row], ["line 2001 and 1499 after it cannot be read, either", 2000]);
  const again = decoded(Buffer.from(message.payload).toString());
  assert.deepEqual([again.points.length, rowsRefused(again.rejections)], [0, 1500]);
});

test("series are measurements, so that rows of equal times stay separate; tags are columns too", () => {
  const { points, rejections } = decoded(
    "cpu,host=a,cpu=cpu0 usage=1 5\ncpu,cpu=cpu1,host=a usage=2 5\nmem v=1i\nmem v=2i",
    "s",
  );
  assert.deepEqual(rejections, []);
  assert.deepEqual(
    points.map(({ measurement, timeNs, timeSource, values }) => [measurement, timeNs, timeSource, values]),
    [
      ["cpu,cpu=cpu0,host=a", 5_000_000_000n, "payload", [1, "a", "cpu0"]],
      ["cpu,cpu=cpu1,host=a", 5_000_000_000n, "payload", [2, "cpu1", "a"]],
      ["mem", 1020n, "receipt", [1n]],
      ["mem", 1030n, "receipt", [2n]],
    ],
  );
});

test("no two series have the same name, whatever characters they contain", () => {
  const names = ["a/b", "a.b", "a-b", "a_b", "a\\ b", "a\\,b", "a\\=b", "a%2Fb", "a+b", "a#b"];
  const { points, rejections } = decoded(names.map((name) => `m,t=${name} v=1 1`).join("\n"));
  assert.deepEqual(rejections, []);
  assert.equal(new Set(points.map(({ measurement }) => measurement)).size, names.length);
  assert.deepEqual(
    points.filter(({ measurement }) => /[+#/\n]/.test(measurement)),
    [],
  );
});

test("a bad line is rejected alone; names that belong to others are refused", () => {
  const { points, rejections } = decoded(
    'a v=1 1\nb v= 1\nc,t=x/../y v=1,token="s",t=2 1\nd v=1 9223372036854775807',
    "us",
  );
  assert.deepEqual(
    points.map(({ measurement, columns }) => [measurement, columns.map(({ name }) => name)]),
    [
      ["a", ["v"]],
      ["c,t=x%2F..%2Fy", ["v", "t", "t_1"]],
    ],
  );
  assert.deepEqual(
    rejections.map(({ error, row }) => [row, error.message]),
    [
      [1, "line 2: invalid value '' of field 'v'"],
      [3, "line 4: time outside of 1677 to 2262"],
    ],
  );
});

test("a line of many fields, tags or blanks is read in one pass", () => {
  const names = Array.from({ length: 100_000 }, (_, place) => `f${place}`);
  const { fields } = parseLine(`a ${names.map((name) => `${name}=1`).join(",")}`);
  assert.equal(fields.length, 100_000);
  const { tags } = parseLine(`a,${names.map((name) => `${name}=1`).join(",")} f=1`);
  assert.equal(tags.length, 100_000);
  assert.throws(() => parseLine(`a f=${"1".repeat(500_000)}x`), /invalid value/);
  const blanks = " ".repeat(500_000);
  assert.deepEqual(splitLines(`a${blanks}f=1${blanks}`), [`a${blanks}f=1`]);
  assert.deepEqual(splitLines("a\\  "), ["a\\ "]);
  assert.deepEqual(splitLines("a\\"), ["a\\"]);
  const message = {
    source: "lines",
    address: "x",
    sender: "",
    contentType: "ns",
    receivedNs: 1_800_000_000_000_000_000n,
  };
  const kind = new LineMessages({ receiptStepNs: 1, dropFields: [] });
  const payload = Buffer.from(`a ${names.map((name) => `${name}=1`).join(",")},f7=2`);
  const [point] = kind.decode({ ...message, payload }).points;
  assert.equal(point?.columns.length, 100_000);
  assert.equal(point?.values[7], 2);
});
