/** The options of `structline/compiler` are the keys of a channel's section. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type CompilerChannel, CompilerOptionError, type CompilerOptions, compile } from "../../generator/compiler.ts";
import type { AbiName } from "../../runtime/channels/abi-names.ts";
import type { CHANNEL } from "../../runtime/channels/keys.ts";

type Camel<Key extends string> = Key extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : Key;
type OfTheService =
  | "include_path"
  | "sources"
  | "listen"
  | "allow_from"
  | "tcp_idle"
  | "ack"
  | "unknown_ids"
  | "commands"
  | "device.<address>"
  | "publish";
type Wanted = Camel<Exclude<(typeof CHANNEL)["keys"][number]["key"], OfTheService>>;
type Given = Exclude<keyof CompilerChannel, "name" | "headers">;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

// If one side lacks a key or a target, this does not compile.
const keysAgree: Same<Wanted, Given> = true;
const processorsAgree: Same<AbiName, NonNullable<CompilerChannel["abi"]>> = true;

const GPS =
  "typedef struct { uint16_t type; int32_t lat; } gps_t;\ntypedef struct { uint16_t type; float x; } imu_t;\n";

test("a vendor's header, frames with a checksum, versions and definitions, as in channels.ini", () => {
  assert.deepEqual([keysAgree, processorsAgree], [true, true]);
  const { ok, files, report } = compile({
    ...{ name: "gps", headers: { "gps.h": GPS }, messages: ["7 gps_t", "8 imu_t"], id: "u16le@0", length: "none" },
    ...{ trailer: 2, check: "crc16/modbus", abi: "avr", cflags: "-fpack-struct=1", emit: "python, kaitai" },
  });
  assert.equal(ok, true, report);
  const paths = files.map(({ path }) => path);
  assert.ok(paths.includes("gps.py") && paths.includes("gps.ksy"), `${paths}`);
  assert.match(files.find(({ path }) => path === "gps.ts")?.text ?? "", /checksum/);
  const tank = (type: string) => `struct struct_a { uint8_t length; uint8_t ID; ${type} x; } a = {0, 1};\n`;
  const versions = compile({
    name: "rig",
    headers: { "v1.h": tank("uint8_t"), "v2.h": tank("uint32_t") },
    versions: "v1: v1.h, v2: v2.h",
  });
  assert.ok(
    versions.files.some(({ path }) => path === "rig_v1/struct_a.ts"),
    "a file of version 1",
  );
});

test("TypeScript imports use the configured extension", () => {
  const index = (options: CompilerOptions) =>
    compile({ name: "gps", headers: { "gps.h": GPS }, messages: "7 gps_t" }, options).files.find(
      ({ path }) => path === "index.ts",
    )?.text ?? "";
  assert.match(index({}), /from "\.\/gps\.js"/);
  assert.match(index({ importExtension: "ts" }), /from "\.\/gps\.ts"/);
  assert.match(index({ importExtension: "none" }), /from "\.\/gps"/);
});

for (const [what, given, options, code, option, message] of [
  ["an unknown option", { abbi: "avr" }, {}, "unknown-option", "abbi", /did you mean 'abi'/],
  ["a key of the service", { allowFrom: "10.0.0.0/8" }, {}, "unknown-option", "allowFrom", /no option 'allowFrom'/],
  ["a key of MQTT", { publish: "json" }, {}, "unknown-option", "publish", /no option 'publish'/],
  ["an empty name", { name: "" }, {}, "wrong-value", "name", /a channel's name was wanted/],
  ["no header", { headers: {} }, {}, "wrong-value", "headers", /file names with their texts were wanted/],
  ["an unknown processor", { abi: "z80" }, {}, "wrong-value", "abi", /z80/],
  ["an unknown definition", { emit: "wirshark" }, {}, "wrong-value", "emit", /wireshark/],
  ["a wrong place", { id: "u9@0" }, {}, "wrong-value", "id", /u9@0/],
  ["a wrong type", { cflags: {} }, {}, "wrong-value", "cflags", /a text was wanted/],
  ["an unknown option of all", {}, { standalone: true }, "unknown-option", "standalone", /known are contract/],
  ["a wrong contract", {}, { contract: "own" }, "wrong-value", "contract", /'own' is not one of/],
] as const) {
  test(`${what} is a typed error`, () => {
    const channel = { name: "gps", headers: { "gps.h": GPS }, ...given } as CompilerChannel;
    assert.throws(
      () => compile(channel, options as CompilerOptions),
      (error) => {
        assert.ok(error instanceof CompilerOptionError, `${error}`);
        assert.deepEqual([error.code, error.option], [code, option]);
        assert.match(error.message, message);
        return true;
      },
    );
  });
}
