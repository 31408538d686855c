/** `structline init --from FILE.proto`: the message of a body, what is copied, and that the service reads the configuration. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { protoOutline } from "../../../generator/definitions/proto/proto-outline.ts";
import { type InitOptions, type InitResult, init } from "../../../generator/init/init.ts";
import { loadSettings } from "../../../runtime/settings/load-settings.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
let labs = 0;

async function begin(files: Readonly<Record<string, string>>, options: Partial<InitOptions> = {}, ini?: string) {
  const base = join(folder, String(++labs));
  const cwd = join(base, "lab");
  mkdirSync(cwd, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), text);
  }
  if (ini !== undefined) writeFileSync(join(cwd, "channels.ini"), ini);
  const given = {
    channel: undefined,
    messages: undefined,
    abi: undefined,
    guesses: "take",
    header: undefined,
  } as const;
  const from = join(base, Object.keys(files)[0]!);
  const result = await init({ cwd, from, version: "1.2.3", ...given, ...options });
  const file = join(cwd, "channels.ini");
  return { result, cwd, ini: existsSync(file) ? readFileSync(file, "utf8") : "", file };
}

const refusal = (result: InitResult) => (result.kind === "refused" ? result.text : result.kind);

test("the message that no other contains is that of a body, also with options in braces, maps, groups and inner messages", () => {
  const outline = protoOutline(`
    edition = "2023"; // message Comment {
    package plant.v1;
    import public "parts/pump.proto";
    option (owner) = { name: "message X { A a = 1; }" };
    export message Telemetry {
      oneof body { Inner inner = 1; .plant.v1.Late late = 2 [(rule) = { min: 1 }]; }
      message Inner { optional Telemetry again = 1; map<string, Deep> deep = 2; message Deep { int32 x = 1; } }
      repeated group Reading = 5 { int32 v = 1; }
      reserved 7, 8; extensions 100 to 199;
      enum Kind { A = 0; }
    }
    message Late { Kind k = 1; }
    service S { rpc Get(Telemetry) returns (Late) { option idempotent = true; } }
  `);
  assert.deepEqual(outline.imports, ["parts/pump.proto"]);
  assert.deepEqual(outline.messages, [
    "plant.v1.Telemetry",
    "plant.v1.Telemetry.Inner",
    "plant.v1.Telemetry.Inner.Deep",
    "plant.v1.Telemetry.Reading",
    "plant.v1.Late",
  ]);
  // An inner message may name the one around it; a group is a message and a field.
  assert.deepEqual(outline.free, ["plant.v1.Telemetry"]);
});

const PUMP = 'syntax = "proto3";\nmessage Pump { float bar = 1; }\n';
const PLANT = 'syntax = "proto3";\npackage plant;\nimport "parts/pump.proto";\nmessage Telemetry { Pump pump = 1; }\n';

test("a file from outside is copied with what it imports, and the service reads the section", async () => {
  const { result, ini, cwd, file } = await begin({ "there/plant.proto": PLANT, "there/parts/pump.proto": PUMP });
  assert.equal(result.kind, "done");
  assert.equal(ini, "[lab]\nchannels =\n\n[realm-plant]\nproto = proto/plant.proto\nmessage = plant.Telemetry\n");
  assert.equal(readFileSync(join(cwd, "proto/parts/pump.proto"), "utf8"), PUMP);
  assert.deepEqual(
    loadSettings({ file }).realms.map(({ name }) => name),
    ["plant"],
  );
});

test("one of several messages is asked for by name; a lab whose realms were open stays open", async () => {
  const two = { "lab/x.proto": 'syntax = "proto3";\nmessage A { int32 a = 1; }\nmessage B { int32 b = 1; }\n' };
  const { result } = await begin(two);
  assert.match(refusal(result), /name it with --messages, one of A, B; nothing was written/);
  const wrong = await begin(two, { messages: "C" });
  assert.match(refusal(wrong.result), /has no message 'C': its messages are A, B/);
  const named = await begin(two, { messages: "B", channel: "my-lab" }, "[lab]\nchannels =\n");
  assert.match(named.ini, /\[realms\]\ndefault = open\n\n\[realm-mylab\]\nproto = x.proto\nmessage = B\n$/);
  const again = await begin({ "none.proto": 'syntax = "proto3";\nenum E { A = 0; }\n' });
  assert.match(refusal(again.result), /has no message; nothing was written/);
});
