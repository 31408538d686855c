/** Several firmware versions in one channel: generated, loaded, and distinguished on receipt. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { breakingChanges, breakingText } from "../../generator/breaking/breaking.ts";
import { type StoredTypes, storedTypes } from "../../generator/breaking/stored-types.ts";
import { generateNothing } from "../../generator/run/generate.ts";
import { loadCodecs } from "../../runtime/channels/load-codecs.ts";
import { versionsText } from "../../runtime/cli/actions/info.ts";
import { DatagramDecoder } from "../../runtime/intake/datagram-decoder.ts";
import { loadSettings } from "../../runtime/settings/load-settings.ts";
import { onlyLong } from "../support/long.ts";
import { INI, type Project, project } from "./run/project.ts";

const VERSIONS = INI.replace("header_files = rig.h", "versions = v1: v1/rig.h, v2: rig.h");
const V1 = "struct struct_tank { uint8_t length; uint8_t ID; uint16_t level; } tank = {4, 7};\n";
/** Two bytes longer. */
const V2 =
  "struct struct_tank { uint8_t length; uint8_t ID; uint16_t level; /* @rule: expr=level / 10 */ int16_t heat; } tank = {6, 7};\n";
/** As long as the first, with another meaning. */
const SAME = "struct struct_tank { uint8_t length; uint8_t ID; int8_t heat; uint8_t level; } tank = {4, 7};\n";

function versioned([v1, v2]: readonly [string, string], ini = VERSIONS): Project {
  return project({ "channels.ini": ini, "headers/v1/rig.h": v1, "headers/rig.h": v2 });
}

async function decoderOf({ folder }: Project): Promise<DatagramDecoder> {
  const settings = loadSettings({ file: join(folder, "channels.ini"), env: {} });
  const codecs = (await loadCodecs(settings)).get("rig")!;
  const { pins } = settings.channels[0]!;
  return new DatagramDecoder({ name: "rig", wampTopic: "lab.rig", codecs, ...(pins !== undefined && { pins }) });
}

function row(decoder: DatagramDecoder, bytes: readonly number[], sender = "10.0.7.12:4000") {
  const message = {
    source: "udp",
    address: "rig",
    sender,
    contentType: "",
    receivedNs: 1n,
    payload: Uint8Array.from(bytes),
  };
  const { points, rejections } = decoder.decode(message);
  const [point] = points;
  if (point === undefined) return rejections[0]?.error.code;
  const values = Object.fromEntries(point.columns.map(({ name }, index) => [name, point.values[index]]));
  const { length: _length, ID: _id, _hex_, _schema_: schema, ...fields } = values;
  assert.match(String(schema), /^[0-9a-f]{8}$/);
  assert.deepEqual(decoder.raw(message).codec.schema, schema);
  return fields;
}

test("two firmware versions at once are distinguished by length, and rows name their layout", {
  skip: onlyLong,
}, async () => {
  const lab = versioned([V1, V2]);
  assert.equal((await lab.run()).ok, true);
  assert.ok(lab.generated().includes("rig_v1/struct_tank.js"), `${lab.generated()}`);
  const decoder = await decoderOf(lab);
  assert.deepEqual(row(decoder, [4, 7, 20, 0]), { level: 20 });
  assert.deepEqual(row(decoder, [6, 7, 20, 0, 5, 0]), { level: 2, heat: 5 });
  assert.equal(row(decoder, [5, 7, 20, 0, 5]), "wrong-length");
  assert.equal(row(decoder, [5, 8, 20, 0, 5]), "unknown-id");
});

test("two versions of equal length without a distinction are an error with both positions", async () => {
  const { diagnostics, ok } = await versioned([V1, SAME]).run();
  assert.equal(ok, false);
  assert.deepEqual(
    diagnostics.map(({ code, message, span, related }) => [code, message, span?.file, related?.[0]?.span.file]),
    [
      [
        "E505",
        "channel 'rig': a struct_tank (ID 7) of 4 bytes may be of version v2 or v1",
        "headers/rig.h",
        "headers/v1/rig.h",
      ],
    ],
  );
});

test("equal layouts need no distinction", async () => {
  assert.equal((await versioned([V1, V1.replace("level;", "level; /* @rule: unit=m */")]).run()).ok, true);
});

test("a pinned sender sends its version, all others the newest", async () => {
  const lab = versioned([V1, SAME], `${VERSIONS}device.10.0.7.12 = v1\n`);
  assert.equal((await lab.run()).ok, true);
  const decoder = await decoderOf(lab);
  assert.deepEqual(row(decoder, [4, 7, 20, 1]), { level: 276 });
  assert.deepEqual(row(decoder, [4, 7, 20, 1], "10.0.7.13:4000"), { heat: 20, level: 1 });
});

const volts = (unit: string, fields = "", more = 0) =>
  `struct struct_grid { uint8_t length; uint8_t ID; int16_t volt; /* @rule: expr=volt / 100; ${unit}; warn=-10..10 */ ${fields} } grid = {${4 + more}, 7};\n`;

test("one column has one unit: an older version's values and limits are converted, to the last digit", async () => {
  const lab = versioned([volts("unit=V"), volts("unit=kV", "int16_t heat;", 2)]);
  const { ok, diagnostics } = await lab.run();
  assert.equal(ok, true);
  assert.deepEqual(
    diagnostics.map(({ code, message }) => [code, message]),
    [["N509", "values of 'volt' of v1 are converted from 'V' to 'kV', which v2 has"]],
  );
  const decoder = await decoderOf(lab);
  assert.deepEqual(row(decoder, [4, 7, 0xd2, 0x04]), { volt: 0.01234 });
  assert.deepEqual(row(decoder, [6, 7, 0xd2, 0x04, 0, 0]), { volt: 12.34, heat: 0 });
  const settings = loadSettings({ file: join(lab.folder, "channels.ini"), env: {} });
  const [, , field] = (await loadCodecs(settings)).get("rig")!.older![0]!.structs[0]!.fields;
  const { unit, expr, limits } = field!;
  assert.deepEqual([unit, expr, limits], ["kV", "(volt / 100) / 1000", { warn: { min: -0.01, max: 0.01 } }]);
});

for (const [from, to, expr, value] of [
  ["°F", "°C", "((volt / 100) - 32) / 1.8", 25],
  ["°C", "°F", "((volt / 100) * 1.8) + 32", 170.6],
  ["°C", "K", "(volt / 100) + 273.15", 350.15],
  ["km/h", "m/s", "(volt / 100) / 3.6", 77 / 3.6],
  ["min", "s", "(volt / 100) * 60", 4620],
] as const) {
  test(`77 ${from} of an older version are exactly ${value} ${to}`, async () => {
    const lab = versioned([volts(`unit=${from}`), volts(`unit=${to}`, "int16_t heat;", 2)]);
    await lab.run();
    const rigs = await loadCodecs(loadSettings({ file: join(lab.folder, "channels.ini"), env: {} }));
    assert.equal(rigs.get("rig")!.older![0]!.structs[0]!.fields[2]!.expr, expr);
    assert.deepEqual(row(await decoderOf(lab), [4, 7, 7700 & 0xff, 7700 >> 8]), { volt: value });
  });
}

test("a converted layout that no header has any more is still converted", async () => {
  const lab = versioned([volts("unit=V"), volts("unit=kV", "int16_t heat;", 2)]);
  await lab.run();
  lab.write("channels.ini", INI);
  assert.equal((await lab.run()).ok, true);
  const former = (await loadCodecs(loadSettings({ file: join(lab.folder, "channels.ini"), env: {} }))).get("rig")!
    .former!;
  const v1 = former.find(({ wireSize }) => wireSize === 4)!;
  const raw = v1.decode(new DataView(Uint8Array.of(4, 7, 0xd2, 0x04).buffer), 0);
  assert.equal((v1.toStored(raw) as Record<string, unknown>)["volt"], 0.01234);
});

test("a unit that two trades read differently is refused with the clear spellings", async () => {
  const { diagnostics } = await versioned([volts("unit=bbl"), volts("unit=L", "int16_t heat;", 2)]).run();
  const hints = diagnostics.filter(({ code }) => code === "E508").map(({ hint }) => hint ?? "");
  assert.equal(hints.length, 1);
  assert.match(hints[0]!, /^'bbl' has two meanings: write 'oilbarrel' or 'beerbarrel'; or convert it by a rule of v1/);
});

for (const [from, to, problem] of [
  ["unit=V", "unit=A", ["E508", "column 'volt' of 07_grid is in 'V' in v1 and in 'A' in v2"]],
  ["unit=Pegel", "unit=V", ["E508", "column 'volt' of 07_grid is in 'Pegel' in v1 and in 'V' in v2"]],
  ["states=1:on", "unit=V", ["W510", "column 'volt' of 07_grid has the unit 'V' in v2 and no unit in v1"]],
] as const) {
  test(`one column in two versions: ${from} and ${to}`, async () => {
    const { diagnostics } = await versioned([volts(from), volts(to, "int16_t heat;", 2)]).run();
    assert.deepEqual(
      diagnostics.map(({ code, message }) => [code, message]),
      [problem],
    );
  });
}

test("version_columns gives each version its own column, and must name existing fields", async () => {
  const headers = [volts("unit=V"), volts("unit=A", "int16_t heat;", 2)] as const;
  const lab = versioned(headers, `${VERSIONS}version_columns = volt\n`);
  assert.deepEqual((await lab.run()).diagnostics, []);
  const decoder = await decoderOf(lab);
  assert.deepEqual(row(decoder, [4, 7, 0xd2, 0x04]), { volt_v1: 12.34 });
  assert.deepEqual(row(decoder, [6, 7, 0xd2, 0x04, 0, 0]), { volt: 12.34, heat: 0 });
  const { diagnostics } = await versioned(headers, `${VERSIONS}version_columns = volt, vlot\n`).run();
  assert.deepEqual(
    diagnostics.map(({ code, message }) => [code, message]),
    [
      [
        "E511",
        "version_columns of channel 'rig' names 'vlot', which is not a field of its older versions (did you mean 'volt'?)",
      ],
    ],
  );
  lab.write("channels.ini", VERSIONS);
  await assert.rejects(decoderOf(lab), /with another 'version_columns'/);
});

test("equal layouts whose values have different meanings need a distinction", async () => {
  const { diagnostics } = await versioned([volts("unit=V"), volts("unit=kV")]).run();
  assert.ok(
    diagnostics.some(({ code }) => code === "E505"),
    `${diagnostics.map(({ code }) => code)}`,
  );
  const pinned = versioned([volts("unit=V"), volts("unit=kV")], `${VERSIONS}device.10.0.7.12 = v1\n`);
  assert.equal((await pinned.run()).ok, true);
  const decoder = await decoderOf(pinned);
  assert.deepEqual(row(decoder, [4, 7, 0xd2, 0x04]), { volt: 0.01234 });
  assert.deepEqual(row(decoder, [4, 7, 0xd2, 0x04], "10.0.7.13:4000"), { volt: 12.34 });
});

test("a field tagged @version decides, whatever the sender is pinned to", async () => {
  const tagged = (fields: string, version: number) =>
    `struct struct_tank { uint8_t length; uint8_t ID; uint8_t fw; // @version: ${version}\n${fields} } tank = {5, 7};\n`;
  const headers = [tagged("uint8_t a; uint8_t b;", 1), tagged("int8_t c; int8_t d;", 2)] as const;
  const lab = versioned(headers, `${VERSIONS}device.10.0.7.12 = v1\n`);
  assert.equal((await lab.run()).ok, true);
  const decoder = await decoderOf(lab);
  assert.deepEqual(row(decoder, [5, 7, 1, 255, 1]), { fw: 1, a: 255, b: 1 });
  assert.deepEqual(row(decoder, [5, 7, 2, 255, 1]), { fw: 2, c: -1, d: 1 });
  assert.deepEqual(row(decoder, [5, 7, 9, 255, 1]), { fw: 9, a: 255, b: 1 });
});

test("errors in versions and pins have a position", async () => {
  const wrong = `${VERSIONS}header_files = rig.h\ndevice.10.0.7.12 = v3\ndevice.rig = v1\n`;
  const { diagnostics } = await versioned([V1, V2], wrong).run();
  assert.deepEqual(
    diagnostics.map(({ span, message }) => [span?.start.line, message]),
    [
      [9, "header_files cannot be combined with versions, which name their header files"],
      [10, "there is no version 'v3' (did you mean 'v1'?); known are v1, v2"],
      [11, "'rig' is not an IP address"],
    ],
  );
});

/** The output of `gen --breaking` in the project's folder. */
async function breaking(
  { folder }: Project,
  against?: string,
  { stored, out }: { readonly stored?: StoredTypes; readonly out?: string } = {},
): Promise<string[]> {
  const options = {
    config: undefined,
    out,
    mode: "check",
    warnings: "allowed",
    version: "1.2.3",
    cwd: folder,
    environment: {},
  } as const;
  const { catalogue = "", place } = await generateNothing(options);
  const report = breakingChanges({ catalogue, ...place, cwd: folder, ...(stored && { stored }) }, against);
  return breakingText(report).trimEnd().split("\n");
}

test("a firmware upgrade: history, what breaks, and no wire change if the old layout is kept as a version", async () => {
  const before = `struct struct_tank { uint8_t length; uint8_t ID; uint16_t level; /* @rule: unit=mm */ uint8_t mode; } tank = {6, 7};\n`;
  const after = `struct struct_tank { uint8_t length; uint8_t ID; uint8_t mode; /* @rule: name=state */ uint16_t level; /* @rule: expr=level / 10; unit=cm */ char label[4]; } tank = {10, 7};\n`;
  const lab = project({ "headers/rig.h": before, "headers/v1/rig.h": before });
  await lab.run();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: lab.folder, stdio: "ignore" });
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "first");
  git("tag", "fw-1");
  assert.deepEqual(await breaking(lab), ["nothing breaks against git:HEAD"]);
  lab.write("headers/rig.h", after);
  const changes = [
    "wire   rig struct_tank: 5 → 10 bytes",
    "wire   rig struct_tank level: uint16, 16 bits at byte 2 → uint16, 16 bits at byte 4; unit mm → unit cm; level → level / 10",
    "wire   rig struct_tank mode: uint8, 8 bits at byte 4 → uint8, 8 bits at byte 2; stored as 'mode' → stored as 'state'",
  ];
  assert.deepEqual(await breaking(lab, "git:fw-1"), [...changes, "3 breaking changes against git:fw-1"]);
  await lab.run();
  // Both layouts are kept, and both are compared with stored columns.
  const kept = readdirSync(join(lab.folder, "generated/history/rig"));
  assert.equal(kept.filter((name) => name.endsWith(".json")).length, 2);
  lab.write("headers/rig.h", after.replace("uint16_t level; /* @rule: expr=level / 10; unit=cm */", "char level[2];"));
  const types = await breaking(lab, "generated");
  assert.ok(
    types.some((line) => /^wire {3}rig struct_tank level: .*; column of type float → column of type string/.test(line)),
    types.join("\n"),
  );
  lab.write("headers/rig.h", after);
  lab.write("channels.ini", VERSIONS);
  assert.deepEqual(await breaking(lab, "git:fw-1"), [
    "unit   rig struct_tank level: unit mm → unit cm; level → level / 10",
    "name   rig struct_tank mode: stored as 'mode' → stored as 'state'",
    "2 breaking changes against git:fw-1",
  ]);
  await assert.rejects(breaking(lab, "fw-1"), /there is no folder 'fw-1'; did you mean --against git:fw-1\?/);
  await assert.rejects(breaking(lab, "git:none"), /git has no .*catalogue\.json at 'none'/);
  await assert.rejects(breaking(lab, "nowhere"), /there is no catalogue\.json in nowhere to compare with/);
});

test("one changed field is one change, with its consequences", async () => {
  const struct = (fields: string) => `struct struct_tank { uint8_t length; uint8_t ID; ${fields} } tank = {0, 7};\n`;
  const rest = "uint16_t b; int16_t v[3]; uint32_t c;";
  const lab = project({ "headers/rig.h": `#pragma pack(1)\n${struct(`uint8_t a; ${rest}`)}` });
  await lab.run();
  const against = async (fields: string) => {
    lab.write("headers/rig.h", `#pragma pack(1)\n${struct(fields)}`);
    return await breaking(lab, "generated");
  };
  const one = "1 breaking change against generated";
  assert.deepEqual(await against(`float a; ${rest}`), [
    "wire   rig struct_tank a: uint8, 8 bits at byte 2 → float32, 32 bits at byte 2; 15 → 18 bytes; 5 other fields move by +3 bytes",
    one,
  ]);
  assert.deepEqual(await against(`uint8_t a; uint8_t d; ${rest}`), [
    "wire   rig struct_tank d: is new (uint8_t at 8 bits at byte 3); 15 → 16 bytes; 5 other fields move by +1 bytes",
    one,
  ]);
  assert.deepEqual(await against(rest), [
    "wire   rig struct_tank a: is gone (uint8_t at 8 bits at byte 2); 15 → 14 bytes; 5 other fields move by -1 bytes",
    one,
  ]);
  assert.deepEqual(await against(`uint8_t a; uint16_t b; float v[3]; uint32_t c;`), [
    "wire   rig struct_tank v[0]: int16, 16 bits at byte 5 → float32, 32 bits at byte 5; the same of 2 more elements; 15 → 21 bytes; 1 other field moves by +6 bytes",
    one,
  ]);
});

test("a project with its own output is compared with its last run or commit", async () => {
  const lab = project();
  const out = "src/telemetry";
  await lab.run({ out });
  lab.write("headers/rig.h", V1.replace("uint16_t", "int16_t"));
  const last = await breaking(lab, undefined, { out });
  assert.match(last[0] ?? "", /^wire {3}rig struct_tank level: uint16, .* → int16/);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: lab.folder, stdio: "ignore" });
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "first");
  await lab.run({ out });
  assert.equal((await breaking(lab, "git:HEAD", { out }))[0], last[0]);
  assert.deepEqual(await breaking(lab, out, { out }), [`nothing breaks against ${out}`]);
});

test("a column that an older layout stored with another type is reported, even if the last layout did not", async () => {
  const tank = (field: string) => `struct struct_tank { uint8_t length; uint8_t ID; ${field} } tank = {4, 7};\n`;
  const lab = project({ "headers/rig.h": tank("char level[2];") });
  await lab.run();
  lab.write("headers/rig.h", tank("uint16_t other;"));
  await lab.run();
  lab.write("headers/rig.h", tank("uint16_t other; uint16_t level;"));
  const lines = await breaking(lab, "generated");
  assert.match(
    lines.join("\n"),
    /type {3}rig struct_tank level: column 'level' is string in what layout [0-9a-f]{8} stored, and would be float/,
  );
});

test("a column with another type in the store is reported, whatever the headers were", async (t) => {
  const lab = project();
  await lab.run();
  const overview = {
    measurements: [
      {
        database: "lab_rig",
        measurement: "07_tank",
        stored: true,
        columns: [
          { name: "level", type: "float", storedType: "string" },
          { name: "ID", type: "float" },
        ],
      },
    ],
  };
  const service = createServer((request, response) => {
    const isAsked = request.url === "/read/measurements" && request.headers.authorization === "Bearer secret";
    response.writeHead(isAsked ? 200 : 401).end(JSON.stringify(overview));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  t.after(() => service.close());
  const { port } = service.address() as AddressInfo;
  const http = { ...loadSettings({ file: join(lab.folder, "channels.ini"), env: {} }).http };
  const at = { http: { ...http, listen: { host: "127.0.0.1", port } } };
  assert.match(String(await storedTypes(at, undefined)), /says 401$/);
  const stored = await storedTypes(at, "secret");
  assert.ok(typeof stored !== "string", `${stored}`);
  assert.deepEqual(await breaking(lab, "generated", { stored }), [
    "type   rig struct_tank level: column 'level' is string in the store, which refuses what would be float",
    "1 breaking change against generated",
  ]);
  service.close();
  service.closeAllConnections();
  assert.match(
    String(await storedTypes(at, undefined)),
    /^the store was not asked, since (?:no service answers|the service) at http/,
  );
});

test("a layout that no header has any more still decodes its messages, with its rules of that time", async () => {
  const before = V1.replace("level;", "level; /* @rule: name=depth; expr=level / 10 */");
  const lab = project({ "headers/rig.h": before });
  await lab.run();
  const [schema = ""] = readdirSync(join(lab.folder, "generated/history/rig")).map((name) => name.slice(0, 8));
  lab.write("headers/rig.h", V2);
  assert.equal((await lab.run()).ok, true);
  assert.ok(lab.generated().includes(`history/rig/${schema}.js`), `${lab.generated()}`);
  assert.deepEqual((await lab.run()).written, []);
  const decoder = await decoderOf(lab);
  const message = {
    source: "udp",
    address: "rig",
    sender: "",
    contentType: "",
    receivedNs: 1n,
    payload: Uint8Array.of(4, 7, 20, 0),
  };
  assert.equal(decoder.decode(message).rejections[0]?.error.code, "wrong-length");
  const depth = (decoded: ReturnType<DatagramDecoder["decodeBy"]>) => {
    const [point] = decoded?.points ?? [];
    return point?.values[point.columns.findIndex(({ name }) => name === "depth")];
  };
  assert.equal(depth(decoder.decodeBy(schema, message)), 2);
  // The layout that the log recorded on receipt.
  assert.equal(depth(decoder.decode({ ...message, schema: Number.parseInt(schema, 16) })), 2);
  const other = { ...message, payload: Uint8Array.of(4, 8, 20, 0) };
  assert.equal(decoder.decodeBy(schema, other), undefined);
  // A colleague's commit adds a layout; the next run finds it too.
  lab.remove(`generated/history/rig/${schema}.js`);
  assert.deepEqual((await lab.run()).written, [`history/rig/${schema}.js`]);
});

test("versions of a device's binary payload are distinguished too", async () => {
  const lab = versioned([V1, V2]);
  await lab.run();
  const decoder = await decoderOf(lab);
  const level = (...payload: number[]) => {
    const message = { sender: "", receivedNs: 1n };
    const { columns, rows } = decoder.deviceRows({ message, payload: Uint8Array.from(payload), port: undefined });
    return rows[0]?.values[columns.findIndex(({ name }) => name === "level")];
  };
  assert.deepEqual([level(4, 7, 20, 0), level(6, 7, 20, 0, 5, 0)], [20, 2]);
});

test("info describes a struct in each version, also one that the newest lacks", async () => {
  const gone = "struct struct_old { uint8_t length; uint8_t ID; uint8_t x; } old = {3, 8};\n";
  const lab = versioned([V1 + gone, V2]);
  assert.equal((await lab.run()).ok, true);
  const settings = loadSettings({ file: join(lab.folder, "channels.ini"), env: {} });
  const codecs = (await loadCodecs(settings)).get("rig")!;
  const shown = (name: string) =>
    versionsText(codecs, name).flatMap((line) => /^(?:Version .*|(?:length|heat|x) +u?int.*)$/.exec(line) ?? []);
  assert.deepEqual(
    shown("tank").map((line) => line.trim().replace(/ +/g, " ")),
    ["Version v2, the newest", "length uint8_t 6", "heat int16_t", "Version v1", "length uint8_t 4"],
  );
  assert.equal(shown("old")[0], "Version v1");
  assert.throws(() => versionsText(codecs, "none"), /has no struct 'none'/);
});
