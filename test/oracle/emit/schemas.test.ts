/** JSON Schema, AsyncAPI and Protocol Buffers: what their own tools say of the definitions, and of the records. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import { stringifyExact } from "../../../runtime/telemetry/exact-json.ts";
import { fileText, viewOf } from "../../support/compiled-channels.ts";
import { needsPeers, peerRequire, run } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { type EmittedChannel, emitSample, type SampleMessage, sampleMessages } from "./messages.ts";

const headers = sampleHeaders();

/** A WAMP event's arguments as JSON has them. */
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

test("ajv finds every published record valid, and one with a field missing, added or too large invalid", async () => {
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
      // `__proto__` among its names: validators leave such a record open.
      if (fieldsOf(message.codec).some(({ path }) => path.includes("__proto__"))) continue;
      const more = { ...event, kwargs: { ...event.kwargs, values: { ...message.stored, "no such": 1 } } };
      assert.equal(validate(more), false, `${header.file} ${message.codec.name}`);
    }
  }
});

test("AsyncAPI's parser finds nothing wrong with the topics", { skip: needsPeers("npm") }, async () => {
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

/** A row in the text format of Protocol Buffers; the defaults of proto3 are not written. */
function textFormat(channel: EmittedChannel, { codec, stored }: SampleMessage): string {
  const definition = fileText(channel.files, /\.proto$/);
  const body = new RegExp(`ID ${codec.id}\\nmessage \\w+ \\{\\n([^}]*)\\n\\}`).exec(definition)?.[1] ?? "";
  const names = [...body.matchAll(/^ {2}\w+ (\w+) = \d+/gm)].map(([, name]) => name);
  const lines = fieldsOf(codec).map(({ column }, index) => [names[index], literal(stored[column]!)] as const);
  return lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\n`])).join("");
}

function literal(value: ColumnValue): string | undefined {
  if (value === 0 || value === 0n || value === false || value === "") return undefined;
  if (typeof value !== "string") return String(value);
  return undefined;
}

test("protoc takes the definitions, and its rows come back as they were", { skip: needsPeers("protoc") }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "structline-proto-"));
  try {
    for (const header of headers) {
      const channel = await emitSample(header, ["proto"]);
      writeFileSync(join(folder, `${header.name}.proto`), fileText(channel.files, /\.proto$/));
    }
    const files = headers.map(({ name }) => `${name}.proto`);
    run("protoc", ["-I", folder, `--descriptor_set_out=${join(folder, "all.pb")}`, ...files]);
    const rig = headers.find(({ name }) => name === "rig")!;
    const channel = await emitSample(rig, ["proto"]);
    for (const message of sampleMessages(channel, 2).filter(({ stored }) =>
      Object.values(stored).every((value) => typeof value !== "number" || Number.isFinite(value)),
    )) {
      const given = textFormat(channel, message);
      const type = `structline.rig.${{ 1: "Mount", 2: "Power", 3: "Thrust" }[message.codec.id]}`;
      const options = ["-I", folder, `${rig.name}.proto`];
      const bytes = join(folder, "row.bin");
      const command = `protoc --encode=${type} ${options.join(" ")} > ${bytes} && protoc --decode=${type} ${options.join(" ")} < ${bytes}`;
      const again = run("sh", ["-c", command], given);
      assert.deepEqual(numbers(again), numbers(given));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** `name: 1.50` and `name: 1.5` are one. */
function numbers(text: string): Record<string, number> {
  return Object.fromEntries([...text.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, Number(value)]));
}
