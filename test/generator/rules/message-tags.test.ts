import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { columnsOf, fieldsOf } from "../../../runtime/codec/fields.ts";
import { FactsReader } from "../../../runtime/frames/frame-facts.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";

function compiled(header: string, abi: Partial<Parameters<typeof planOf>[0]> = {}) {
  const plan = planOf({ name: "rig", ...abi });
  return compile([{ plan, reader: memoryReader({ "lab.h": header }) }], { version: "0.0.0" });
}

const struct = (length: number, lines: string) =>
  `#pragma pack(1)\nstruct struct_a { uint8_t length; uint8_t ID;\n${lines}\n} a = {${length}, 1};`;

const errors = (lines: string) =>
  compiled(struct(1, lines))
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code, span, message }) => `${span?.start.line}:${span?.start.column} ${code} ${message}`);

async function tagsOf(length: number, lines: string, byteOrder: "little" | "big" = "little") {
  const { files, diagnostics } = compiled(struct(length, lines), { byteOrder });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  const codec = (await channelsOf(files))["rig"]!.structs[0]!;
  return { codec, tags: fieldsOf(codec).flatMap(({ path, tag }) => (tag === undefined ? [] : [[path, tag]])) };
}

test("the codec's table contains counters, clocks and sample times [D38]", async () => {
  const little = { byteOrder: "little" } as const;
  assert.deepEqual(
    (
      await tagsOf(
        8,
        "uint16_t seq; // @seq counts every frame\n uint32_t t; // @order: big; @time: us since boot, wraps",
      )
    ).tags,
    [
      ["seq", { kind: "seq", of: "message", ...little }],
      ["t", { kind: "time", unit: "us", since: "boot", byteOrder: "big" }],
    ],
  );
  assert.deepEqual((await tagsOf(11, "uint8_t n; // @seq: shared\n double t; // @time: s epoch")).tags, [
    ["n", { kind: "seq", of: "sender", ...little }],
    ["t", { kind: "time", unit: "s", since: "epoch", ...little }],
  ]);
  assert.deepEqual((await tagsOf(8, "uint16_t gpsWeek; // @time: week/tow\n uint32_t tow; // @time: week/tow")).tags, [
    ["gpsWeek", { kind: "time", unit: "week", since: "week", ...little }],
    ["tow", { kind: "time", unit: "ms", since: "week", ...little }],
  ]);
  assert.deepEqual((await tagsOf(10, "uint64_t t; /* @time: ms */", "big")).tags, [
    ["t", { kind: "time", unit: "ms", since: "either", byteOrder: "big" }],
  ]);
});

test("times of CCSDS: parts by their tags or names, with their epoch; leap seconds by TAI or not", async () => {
  const utc = async (lines: string, bytes: readonly number[]) => {
    const { codec, tags } = await tagsOf(2 + bytes.length, lines, "big");
    const view = new DataView(Uint8Array.of(0, 0, ...bytes).buffer);
    const { clock } = FactsReader.of(codec)!.read(view, 0, 0n);
    return [tags.length, new Date(Number(clock!.ns / 1_000_000n)).toISOString(), clock!.ns % 1_000_000n];
  };
  const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const counted = "uint32_t coarse; // @time: cuc";
  // GPS time 1167264018 is 2017-01-01, since 1980-01-06. [IS-GPS-200, and the leap second before it]
  assert.deepEqual(await utc(`${counted} s since 1980-01-06`, u32(1_167_264_018)), [1, "2017-01-01T00:00:00.000Z", 0n]);
  assert.deepEqual(await utc(`${counted} s since 1980-01-06`, u32(1_167_264_016)), [1, "2016-12-31T23:59:59.000Z", 0n]);
  assert.deepEqual(await utc(`${counted} s since 1980-01-06 utc`, u32(1_167_264_018)), [
    1,
    "2017-01-01T00:00:18.000Z",
    0n,
  ]);
  // Since 1958: 8,040 days to 1980-01-06, when TAI was 19 s ahead.
  const since1958 = 8040 * 86_400 + 19 + 1_167_264_018;
  const fine = `${counted}\nuint32_t fine : 24; // @time: cuc`;
  assert.deepEqual(await utc(fine, [...u32(since1958), 0x80, 0, 1]), [2, "2017-01-01T00:00:00.500Z", 59n]);
  const days = "uint16_t day; // @time: cds\nuint32_t ms; // @time: cds\nuint16_t us; // @time: cds";
  // 21,550 days after 1958 is 2017-01-01.
  assert.deepEqual(await utc(days, [21_550 >> 8, 21_550 & 255, ...u32(86_399_999), 3, 231]), [
    3,
    "2017-01-01T23:59:59.999Z",
    999_000n,
  ]);
  const own =
    "uint16_t d; // @time: cds day since 2000-01-01\nuint32_t m; // @time: cds ms\nuint32_t p; // @time: cds ps";
  assert.deepEqual(await utc(own, [0, 31, ...u32(5), ...u32(7_000)]), [3, "2000-02-01T00:00:00.005Z", 7n]);
});

test("a run of samples is one column, each sample with its time; also for structs and two dimensions", async () => {
  const { codec, tags } = await tagsOf(
    22,
    `int16_t v[3]; // @samples: dt=200us; at=end; @rule: name=volts; expr=v / 10; unit=V
     struct { int16_t x; int16_t y; } s[2]; // @samples: dt=0.5ms, at=start
     int8_t m[2][3]; // @samples: dt=1s`,
  );
  const sample = (column: string, offsetNs: number) => ({ kind: "sample", column, offsetNs });
  assert.deepEqual(tags, [
    ["v[0]", sample("volts", -400_000)],
    ["v[1]", sample("volts", -200_000)],
    ["v[2]", sample("volts", 0)],
    ["s[0].x", sample("s.x", 0)],
    ["s[0].y", sample("s.y", 0)],
    ["s[1].x", sample("s.x", 500_000)],
    ["s[1].y", sample("s.y", 500_000)],
    ["m[0][0]", sample("m.0", -1e9)],
    ["m[0][1]", sample("m.1", -1e9)],
    ["m[0][2]", sample("m.2", -1e9)],
    ["m[1][0]", sample("m.0", 0)],
    ["m[1][1]", sample("m.1", 0)],
    ["m[1][2]", sample("m.2", 0)],
  ]);
  assert.deepEqual(
    columnsOf(codec).map(({ name }) => name),
    ["length", "ID", "volts", "s.x", "s.y", "m.0", "m.1", "m.2"],
  );
  assert.deepEqual(columnsOf(codec)[2], { name: "volts", kind: "float", unit: "V", field: "v[0]" });
});

test("every wrong value of every tag is reported with its position [D38]", () => {
  const seq = "it takes 'shared' (all messages of a sender count together), or nothing";
  const time =
    "it takes s, ms, us or ns, then 'since boot' or 'epoch'; week/tow; cds with day, ms, us or ps; or cuc with s or fraction (day and s: since 2000-01-01)";
  const samples = "it takes dt=200us, then at=end or at=start; or index";
  const number = "which takes one number";
  const counter = "which takes one integer of two bits or more";
  const table: readonly (readonly [line: string, ...said: string[]])[] = [
    ["uint8_t a; // @seq: each", `3:15 E335 'a': 'each' is not valid for @seq; ${seq}`],
    [
      "uint8_t a[2]; // @seq",
      `3:18 E336 'a[0]' cannot be @seq, ${counter}`,
      `3:18 E336 'a[1]' cannot be @seq, ${counter}`,
    ],
    ["float a; // @seq", `3:13 E336 'a' cannot be @seq, ${counter}`],
    ["uint8_t a : 1; // @seq", `3:19 E336 'a' cannot be @seq, ${counter}`],
    ["char a[4]; // @seq", `3:15 E336 'a' cannot be @seq, ${counter}`],
    ["bool a; // @time: s", `3:12 E336 'a' cannot be @time, ${number}`],
    ["uint32_t a; // @time", `3:16 E335 'a': @time is empty; ${time}`],
    ["uint32_t a; // @time: usec", `3:16 E335 'a': 'usec' is not valid for @time; ${time}`],
    ["uint32_t a; // @time: us sinse boot", `3:16 E335 'a': 'us sinse boot' is not valid for @time; ${time}`],
    ["uint32_t a; // @time: week ms", `3:16 E335 'a': 'week ms' is not valid for @time; ${time}`],
    ["uint32_t a; // @time: tow", "3:10 E338 'a' is a part of a time: no field of the struct has @time: week"],
    ["uint16_t a; // @time: week", "3:10 E338 'a' is a part of a time: no field of the struct has @time: tow"],
    ["uint32_t a; // @time: cds ms", "3:10 E338 'a' is a part of a time: no field of the struct has @time: cds day"],
    [
      "uint16_t a; // @time: cuc fraction",
      "3:10 E338 'a' is a part of a time: no field of the struct has @time: cuc s",
    ],
    ["float a; // @time: cuc s", "3:13 E336 'a' cannot be @time, which takes one integer for cds and cuc"],
    [
      "uint8_t a; // @time: cds ms since 2000-01-01",
      `3:15 E335 'a': 'cds ms since 2000-01-01' is not valid for @time; ${time}`,
    ],
    [
      "uint8_t a; // @time: cuc s since 2000-13-01",
      `3:15 E335 'a': 'cuc s since 2000-13-01' is not valid for @time; ${time}`,
    ],
    [
      "uint32_t a; // @time: cuc s\nuint32_t b; // @time: us since boot",
      "4:10 E337 'b' has the tag that 'a' already has",
    ],
    ["uint8_t a; // @seq\nuint8_t b; // @seq", "4:9 E337 'b' has the tag that 'a' already has"],
    ["uint32_t a; // @time: us\nuint32_t b; // @time: ms", "4:10 E337 'b' has the tag that 'a' already has"],
    ["int8_t a; // @samples: dt=1ms", "3:14 E336 'a' cannot be @samples, which takes an array"],
    ["char a[4]; // @samples: dt=1ms", "3:15 E336 'a' cannot be @samples, which takes an array"],
    ["int8_t a[4]; // @samples", `3:17 E335 'a': @samples is empty; ${samples}`],
    ["int8_t a[4]; // @samples: at=end", `3:17 E335 'a': 'at=end' is not valid for @samples; ${samples}`],
    ["int8_t a[4]; // @samples: dt=5", `3:17 E335 'a': 'dt=5' is not valid for @samples; ${samples}`],
    ["int8_t a[4]; // @samples: dt=0us", `3:17 E335 'a': 'dt=0us' is not valid for @samples; ${samples}`],
    ["int8_t a[4]; // @samples: dt=90000s", `3:17 E335 'a': 'dt=90000s' is not valid for @samples; ${samples}`],
    [
      "int8_t a[4]; // @samples: dt=1s; at=middle",
      `3:17 E335 'a': 'dt=1s; at=middle' is not valid for @samples; ${samples}`,
    ],
    ["int8_t a[4]; // @samples: dt=1s; rate=4", `3:17 E335 'a': 'dt=1s; rate=4' is not valid for @samples; ${samples}`],
  ];
  for (const [line, ...said] of table) assert.deepEqual(errors(line), said, line);
  const clash = errors("int8_t a[2]; // @samples: dt=1s; @rule: name=b\nint8_t b;");
  assert.equal(clash.length, 1);
  assert.match(clash[0]!, /^4:8 E317 /);
  assert.match(errors("int8_t a; // @rule: name=_received_")[0]!, /E319/);
});
