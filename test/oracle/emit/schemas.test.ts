/** JSON Schema, AsyncAPI and Protocol Buffers: results of their own tools for definitions and records. */

import assert from "node:assert/strict";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import { stringifyExact } from "../../../runtime/lib/exact-json.ts";
import { planOf } from "../../support/channel-plan.ts";
import { fileText, viewOf } from "../../support/compiled-channels.ts";
import { onlyLong } from "../../support/long.ts";
import { needsPeers, peerRequire, run } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { emitSample, type SampleMessage, sampleMessages } from "./messages.ts";

const headers = sampleHeaders();

/** A WAMP event's arguments as JSON. */
function published({ codec, bytes, stored }: SampleMessage): { args: object[]; kwargs: Record<string, unknown> } {
  const kwargs = {
    name: codec.name,
    id: codec.id,
    measurement: codec.measurement,
    time: "2026-11-21T10:00:00.123456789Z",
    hex: Buffer.from(bytes).toString("hex"),
    values: stored,
  };
  return JSON.parse(stringifyExact({ args: [codec.decode(viewOf(bytes))], kwargs }));
}

test("ajv accepts every published record, and rejects records with a missing, added or too large field", {
  skip: onlyLong,
}, async () => {
  for (const header of headers) {
    const channel = await emitSample(header, ["json-schema"]);
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(ajv);
    const validate = ajv.compile(JSON.parse(fileText(channel.files, /\.schema\.json$/)));
    for (const message of sampleMessages(channel, 3)) {
      const event = published(message);
      assert.ok(validate(event), `${header.file} ${message.codec.name}: ${ajv.errorsText(validate.errors)}`);
      const [raw] = event.args as Record<string, unknown>[];
      const { length: _, ...shorter } = raw!;
      assert.equal(validate({ ...event, args: [shorter] }), false, `${header.file} ${message.codec.name}`);
      assert.equal(
        validate({ ...event, args: [{ ...raw, length: 256 }] }),
        false,
        `${header.file} ${message.codec.name}`,
      );
      // With `__proto__` among its names, validators do not reject other properties.
      if (fieldsOf(message.codec).some(({ path }) => path.includes("__proto__"))) continue;
      const more = { ...event, kwargs: { ...event.kwargs, values: { ...message.stored, "no such": 1 } } };
      assert.equal(validate(more), false, `${header.file} ${message.codec.name}`);
    }
  }
});

test("AsyncAPI's parser reports no problem with the topics", { skip: onlyLong || needsPeers("npm") }, async () => {
  const { Parser } = peerRequire("@asyncapi/parser");
  for (const header of headers.filter(({ name }) => ["rig"].includes(name))) {
    const channel = await emitSample(header, ["asyncapi"]);
    const { document, diagnostics } = await new Parser().parse(fileText(channel.files, /asyncapi\.yaml$/));
    const problems = (diagnostics as { severity: number; message: string; path: string[] }[]).filter(
      ({ severity }) => severity === 0,
    );
    assert.deepEqual(
      problems.map(({ message, path }) => `${path.join("/")}: ${message}`),
      [],
      header.file,
    );
    const [telemetry] = document.channels().all();
    assert.equal(telemetry.address(), "lab.telemetry");
    assert.equal(telemetry.messages().all().length, channel.codecs.length);
  }
});

test("protoc compiles all channels in one program, and rows survive a round trip", {
  skip: needsPeers("protoc"),
}, async () => {
  const folder = temporaryFolder();
  try {
    for (const header of headers) {
      const channel = await emitSample(header, ["proto"]);
      for (const { path, text } of channel.files.filter(({ path }) => path.endsWith(".proto"))) {
        writeFileSync(join(folder, path), text);
      }
    }
    const files = readdirSync(folder).filter((name) => name.endsWith(".proto"));
    run("protoc", ["-I", folder, `--descriptor_set_out=${join(folder, "all.pb")}`, ...files]);
    const [given, options] = ["azimuth: 45\narmed: 1\nmode: 5\nlength: 16\n", ["-I", folder, "rig.proto"]];
    const command = `protoc --encode=structline.rig.Mount ${options.join(" ")} > ${folder}/row.bin && protoc --decode=structline.rig.Mount ${options.join(" ")} < ${folder}/row.bin`;
    const lines = (text: string) => text.trim().split("\n").sort();
    assert.deepEqual(lines(run("sh", ["-c", command], given)), lines(given));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const TWO = {
  first: `enum mode { IDLE = 1, RUN };
typedef struct { uint16_t mv; /* @rule: expr=mv/1000; unit=V */ int8_t celsius; } cell_t;
struct struct_pack { uint8_t length; uint8_t ID; enum mode mode; int16_t speed[2][3]; cell_t cells[3]; uint64_t big; } p = {0, 1};\n`,
  second: `enum mode { IDLE = 1, RUN };
typedef struct { int8_t celsius; int8_t added; uint16_t mv; /* @rule: expr=mv/1000; unit=V */ } cell_t;
struct struct_pack { uint8_t length; uint8_t ID; float extra; cell_t cells[3]; float big; int16_t speed[2][3]; } p = {0, 1};\n`,
};

test("a field keeps its number while its name and type are the same; numbers are never reused", {
  skip: needsPeers("protoc"),
}, () => {
  const emitted = (text: string, previous: string | undefined) => {
    const plan = planOf({ name: "rig", headerFiles: ["rig.h"], layout: "packed", emit: ["proto"] });
    const tool = { version: "0.0.0", previous: (path: string) => (path === "rig.proto" ? previous : undefined) };
    return compile([{ plan, reader: memoryReader({ "rig.h": text }) }], tool).files;
  };
  const first = fileText(emitted(TWO.first, undefined), /^rig\.proto$/);
  const second = fileText(emitted(TWO.second, first), /^rig\.proto$/);
  const third = fileText(emitted(TWO.first, second), /^rig\.proto$/);
  const numbers = (text: string) =>
    [...text.matchAll(/^ +(?:(?:optional|repeated) )?\S+ (\w+) = (\d+)[ ;]|^ +(reserved) (.*);/gm)]
      .map(([, name, number, reserved, list]) => `${name ?? reserved} ${number ?? list}`)
      .filter((line) => !/^(MODE_|IDLE|RUN)/.test(line));
  const common = ["length 1", "ID 2"];
  const row = ["time_ns 1", "payload 2", "pack_row 16"];
  assert.deepEqual(numbers(first), ["mv 1", "celsius 2", ...common, "mode 3", "speed 4", "cells 5", "big 6", ...row]);
  assert.deepEqual(numbers(second), [
    ...["celsius 2", "added 3", "mv 1", "reserved 3, 6", ...common],
    ...["extra 7", "cells 5", "big 8", "speed 4", ...row],
  ]);
  assert.deepEqual(numbers(third), [
    ...["reserved 3", "mv 1", "celsius 2", "reserved 3, 6, 7, 8", ...common],
    ...["mode 9", "speed 4", "cells 5", "big 10", ...row],
  ]);
  const folder = temporaryFolder();
  try {
    for (const { path, text } of emitted(TWO.first, second).filter(({ path }) => path.endsWith(".proto"))) {
      writeFileSync(join(folder, path), text);
    }
    const row =
      "pack_row { mode: MODE_RUN speed: [1, -2, 3] cells { mv: 3.7 } cells { celsius: -4 } big: 18446744073709551615 }";
    const encoded = run("sh", ["-c", `protoc -I ${folder} --encode=structline.rig.Row rig.proto | od -An -tx1`], row);
    // Tags: field 16 of the row; field 9 (mode), 4 (speed, packed), 5 (cells) twice, 10 (big).
    const expected =
      "82 01 21 22 03 02 03 06 2a 09 09 9a 99 99 99 99 99 0d 40 2a 02 10 07 48 02 50 ff ff ff ff ff ff ff ff ff 01";
    assert.equal(encoded.replace(/\s+/g, " ").trim(), expected);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
