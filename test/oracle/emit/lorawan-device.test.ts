/** The folder for The Things Network's device repository: its own examples hold for its own formatter, as their validator runs them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { createContext, Script } from "node:vm";
import { onlyLong } from "../../support/long.ts";
import { needsPeers, peerRequire } from "../../support/peers.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { emitSample, emitText } from "./messages.ts";

type Emitted = Awaited<ReturnType<typeof emitText>>;

interface Example {
  readonly input: object;
  readonly output: object;
}

interface Codec {
  readonly uplinkDecoder: { readonly fileName: string; readonly examples: readonly Example[] };
  readonly downlinkEncoder: { readonly fileName: string; readonly examples: readonly Example[] };
  readonly downlinkDecoder: { readonly fileName: string; readonly examples: readonly Example[] };
}

function folderOf({ files }: Emitted): Map<string, string> {
  const ours = files.filter(({ path }) => path.includes("_lorawan/"));
  return new Map(ours.map(({ path, text }) => [path.slice(path.indexOf("/") + 1), text]));
}

/** Examples whose result is another. */
function wrongExamples(channel: Emitted): string[] {
  const folder = folderOf(channel);
  const [name = ""] = [...folder.keys()].filter((path) => path.endsWith("-codec.yaml"));
  const codec = peerRequire("yaml").parse(folder.get(name)) as Codec;
  const calls = {
    decodeUplink: codec.uplinkDecoder,
    encodeDownlink: codec.downlinkEncoder,
    decodeDownlink: codec.downlinkDecoder,
  };
  return Object.entries(calls).flatMap(([call, { fileName, examples }]) => {
    const context = createContext({ input: undefined as unknown });
    new Script(folder.get(fileName) ?? "").runInContext(context);
    assert.equal(examples.length, Math.min(20, channel.codecs.length));
    return examples.flatMap(({ input, output }) => {
      context["input"] = input;
      const answer = new Script(`JSON.stringify(${call}(input))`).runInContext(context) as string;
      const isRight = isDeepStrictEqual(JSON.parse(answer), output);
      return isRight ? [] : [`${channel.name} ${call}: ${answer}, not ${JSON.stringify(output)}`];
    });
  });
}

test("every example of the device repository holds, for all sample headers", {
  skip: onlyLong || needsPeers("npm"),
}, async () => {
  const channels = await Promise.all(sampleHeaders().map((header) => emitSample(header, ["lorawan"])));
  assert.deepEqual(channels.flatMap(wrongExamples), []);
});

test("initial values, rules, texts, bit-fields and checksums are in the examples", {
  skip: needsPeers("npm"),
}, async () => {
  const channel = await emitText(
    `struct struct_a { uint8_t length; uint8_t ID; uint8_t low : 3; uint8_t high : 5; int16_t t; // @rule: expr=t/100; unit=C
      float f; double d; char name[6]; uint16_t v[2]; int64_t big; uint16_t crc; // @check: crc16/modbus
    } a = { 48, 1, 5, 17, -250, 1.5f, -2.25, "abc", { 7, 300 }, -9 };`,
    ["lorawan"],
  );
  assert.deepEqual(wrongExamples(channel), []);
  const text = folderOf(channel).get("text-codec.yaml") ?? "";
  for (const line of ["low: 5", "high: 17", "t: -2.5", "f: 1.5", "d: -2.25", "name: abc", "- 300", "big: -9"])
    assert.ok(text.includes(line), line);
});

test("names of files are those that the repository takes", async () => {
  const { files } = await emitText("struct struct_a { uint8_t length; uint8_t ID; } a = { 2, 1 };", ["lorawan"]);
  const names = files
    .filter(({ path }) => path.includes("_lorawan/"))
    .map(({ path }) => path.slice(path.indexOf("/") + 1));
  assert.deepEqual(names.sort(), ["index.yaml", "text-codec.yaml", "text-profile.yaml", "text.js", "text.yaml"]);
});
