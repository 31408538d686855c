/** `structline init --header`: the proposal for a vendor's header, its evidence, and that gen accepts it. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type InitOptions, type InitResult, init } from "../../../generator/init/init.ts";
import { ROOT } from "../../support/lab.ts";
import { onlyLong } from "../../support/long.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
let labs = 0;

interface Begun {
  readonly result: InitResult;
  readonly ini: string;
  readonly files: readonly string[];
  readonly cwd: string;
}

/** @param headers next to the project's folder; the first one is named on the command line */
async function begin(headers: Readonly<Record<string, string>>, options: Partial<InitOptions> = {}): Promise<Begun> {
  const base = join(folder, String(++labs));
  const cwd = join(base, "project");
  mkdirSync(cwd, { recursive: true });
  for (const [name, text] of Object.entries(headers)) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), text);
  }
  const header = join(base, Object.keys(headers)[0]!);
  const given = { channel: undefined, messages: undefined, abi: undefined, guesses: "ask for IDs" } as const;
  const result = await init({ cwd, header, version: "1.2.3", ...given, ...options });
  const file = join(cwd, "channels.ini");
  const ini = existsSync(file) ? readFileSync(file, "utf8") : "";
  return { result, ini, files: readdirSync(cwd, { recursive: true }).map(String), cwd };
}

function keyOf(ini: string, key: string): string | undefined {
  return new RegExp(`^${key} *= (.*?)(?:  ;.*)?$`, "m").exec(ini)?.[1];
}

test("a single struct without ID and length has neither in its frames, and the target is named", async () => {
  const header = "#include <Arduino.h>\nstruct EnvReading { uint16_t n; unsigned long ms; float heat; };\n";
  const { result, ini } = await begin({ "env.h": header }, { messages: "1 EnvReading" });
  assert.equal(result.kind, "done");
  assert.deepEqual(
    ["abi", "id", "length", "messages"].map((key) => keyOf(ini, key)),
    ["avr", "none", "none", "1 EnvReading"],
  );
  assert.match(
    ini,
    /^abi = avr {2}; 'Arduino\.h' is included at env\.h:1, GUESSED: it may be xtensa \(ESP32, ESP8266\), arm-eabi \([^)]+\), riscv32/m,
  );
});

test("only a package of npm gets scripts: another package.json would hide the one above, with its `npx structline`", async () => {
  const header = "struct EnvReading { unsigned char ID; unsigned char heat; };\n";
  const alone = await begin({ "env.h": header }, { messages: "1 EnvReading" });
  assert.equal(alone.files.includes("package.json"), false);
  const inPackage = await begin({ "env.h": header, "project/package.json": "{}\n" }, { messages: "1 EnvReading" });
  assert.deepEqual(JSON.parse(readFileSync(join(inPackage.cwd, "package.json"), "utf8")), {
    scripts: { gen: "structline gen", start: "structline start" },
  });
});

/** Header → the target that its text suggests, and whether that determines the layout. */
const TARGETS: readonly (readonly [string, string, string, boolean])[] = [
  ["<Arduino.h>", "unsigned long v; uint8_t b; float f;", "avr", false],
  ["<Arduino.h>", "uint8_t b; uint16_t v; float f;", "avr", true],
  ["<avr/io.h>", "int v; double d;", "avr", true],
  ["<esp_system.h>", "long v; uint8_t b; double d;", "xtensa", true],
  ["<esp32c3/rom/ets_sys.h>", "size_t v;", "riscv32", true],
  ["<stm32f4xx_hal.h>", "long v; size_t n;", "arm-eabi", true],
  ["<mbed.h>", "long v; wchar_t w;", "arm-eabi", true],
  ["<pico/stdlib.h>", "char *name; long v;", "", true],
  ["<zephyr/kernel.h>", "long v; uint16_t n;", "arm-eabi", true],
  ["<msp430.h>", "int v; long w;", "msp430", true],
  ["<windows.h>", "long v; wchar_t w;", "msvc-x64", true],
  ["<linux/types.h>", "long v; char c;", "x86-64", false],
];

for (const [include, members, abi, settled] of TARGETS) {
  test(`${include} and ${members}`, async () => {
    const header = `#include ${include}\n#include <stdint.h>\nstruct reading { uint8_t a; ${members} };\n`;
    const { result, ini } = await begin({ "x.h": header }, { messages: "1 reading" });
    if (abi === "") {
      assert.equal(result.kind, "refused");
      assert.equal(ini, "");
      return;
    }
    assert.equal(result.kind, "done");
    assert.equal(keyOf(ini, "abi"), abi);
    assert.equal(ini.includes("GUESSED"), !settled);
    // On a terminal, it asks.
    const asked = await begin({ "x.h": header }, { messages: "1 reading", guesses: "ask" });
    assert.equal(asked.result.kind, settled ? "done" : "proposed");
  });
}

const VENDOR = `#include <stdint.h>
#include "types/base.h"
#define MAVLINK_MSG_ID_ATTITUDE 30
#define MAVLINK_MSG_ID_ATTITUDE_LEN 8
#define MAVLINK_MSG_ID_ATTITUDE_CRC 39
typedef enum { CRSF_FRAMETYPE_BATTERY_SENSOR = 0x08, CRSF_FRAMETYPE_GPS = 0x02, CRSF_FRAMETYPE_LINK_STATISTICS = 0x14 } crsf_type_e;
typedef struct __mavlink_attitude_t { float roll; float pitch; } mavlink_attitude_t;
// CRSF_FRAMETYPE_BATTERY_SENSOR
typedef struct { uint16_t volts; uint16_t amps; } power_payload_t;
struct crsf_link_quality_statistics { uint8_t rssi, snr; };
enum { MSG_BESTPOS = 42, MSG_BESTVEL = 99 };
struct BestPos { double lat; };
struct Pose { static constexpr uint8_t ID = 0x51; float x; };
struct wheel { vec at; };
const struct { int id; unsigned size; } TABLE[] = { { 0x33, sizeof(struct wheel) } };
struct device { struct device *next; };
`;

test("IDs are found where vendors put them, each with its evidence; unusable structs are listed with the reason", async () => {
  const headers = { "vendor/msg.h": VENDOR, "vendor/types/base.h": "struct vec { float x; };\n" };
  const { result, ini, files } = await begin(headers, { protocol: "MAVLink 1" });
  assert.equal(result.kind, "done", result.kind === "refused" ? result.text : "");
  const messages = [...ini.matchAll(/^(?:messages =| {10}) (\S+ \S+(?: extra=\S+)?) *;/gm)].map(([, entry]) => entry);
  assert.deepEqual(messages.sort(), [
    "0x33 wheel",
    "0x51 Pose",
    "CRSF_FRAMETYPE_BATTERY_SENSOR power_payload_t",
    "CRSF_FRAMETYPE_LINK_STATISTICS crsf_link_quality_statistics",
    "MAVLINK_MSG_ID_ATTITUDE mavlink_attitude_t extra=MAVLINK_MSG_ID_ATTITUDE_CRC",
    "MSG_BESTPOS BestPos",
  ]);
  const lines = result.kind === "done" ? result.lines.join("\n") : "";
  for (const evidence of [
    /ATTITUDE mavlink_attitude_t .*8 bytes; the constant has the same words \(0\.90\)/,
    /power_payload_t .*the comment at msg\.h:9 \(0\.95\)/,
    /0x51 Pose .*the constant in msg\.h:13 \(1\.00\)/,
    /0x33 wheel .*the table in msg\.h:15 \(1\.00\)/,
    /link_quality_statistics .*the enumerator's words are near/,
    /not usable: device: .*next/,
  ]) {
    assert.match(lines, evidence);
  }
  assert.ok(
    ["headers/msg.h", "headers/types/base.h", "generated/catalogue.json"].every((name) => files.includes(name)),
    `${files}`,
  );
});

test("if the ID would be read from another field, nothing is written; a protocol's name gives its position", async () => {
  const headers = {
    "x.h": "enum { MSG_POSE = 3, MSG_SPEED = 4 };\nstruct pose { float x, y; };\nstruct speed { int32_t v; };\n",
  };
  const { result, files } = await begin(headers, { guesses: "take" });
  assert.equal(result.kind, "refused");
  const text = result.kind === "refused" ? result.text : "";
  assert.match(
    text,
    /nothing was written: the ID at u8@1 lies inside 'x' \(float\) of 'pose', and so it is with 1 more; .*--protocol NAME/,
  );
  assert.deepEqual(files, []);
  const known = await begin(headers, { guesses: "take", protocol: "msp 1" });
  assert.deepEqual(
    [known.result.kind, keyOf(known.ini, "id"), keyOf(known.ini, "check")],
    ["done", "u8@4", "xor8 from=3"],
  );
  // A protocol with one-byte IDs has no larger ones.
  const large = {
    "y.h": `enum { MSG_FAR = 256, MSG_NEAR = 7 };\nstruct far { float x; };\nstruct near { float y; };\n`,
  };
  const left = await begin(large, { guesses: "take", protocol: "MSP 1" });
  assert.equal(keyOf(left.ini, "messages"), "MSG_NEAR near");
  assert.match(left.result.kind === "done" ? left.result.lines.join("\n") : "", /not usable: far: 'MSG_FAR' is 256/);
  const wide = await begin(large, { guesses: "take" });
  assert.match(
    wide.result.kind === "refused" ? wide.result.text : "",
    /^nothing was written: 'MSG_FAR' is 256, but an ID of this channel is at most 255; frames have the ID at another place: say where/m,
  );
  const unknown = await begin(headers, { protocol: "MSP" });
  assert.match(
    unknown.result.kind === "refused" ? unknown.result.text : "",
    /^there is no protocol 'MSP'; (?:did you mean 'MSP [12]'\?|known are MAVLink 2, .*MSP 1, )/m,
  );
});

test("headers that were not found are named beside the structs that need them; a word of a comment is no ID", async () => {
  const header = `#include <stdint.h>
#include <cmath>
#include <vendor.h>
enum class Solution : uint8_t { Invalid, External = 9 };
enum : uint8_t { MSG_DETAILS = 3, MSG_FIX = 4 };
// Details with an External clock.
struct Details { uint8_t source; float age = NAN; };
// MSG_FIX
struct Position { uint8_t kind = 4; double lat = NAN; };
struct Blob { vendor_size_t n; };
`;
  const { result, ini } = await begin({ "m.hpp": header }, { id: "u8@0", offset: "2", abi: "x86-64" });
  const lines = result.kind === "done" ? result.lines.join("\n") : JSON.stringify(result);
  assert.match(lines, /not usable: Blob: unknown type 'vendor_size_t'/);
  assert.match(lines, /not found: 'vendor\.h': put them beside the header/);
  assert.match(ini, /messages = MSG_DETAILS Details .*\n +MSG_FIX Position /);
});

test("an include above the header's folder is copied too, and an existing different header is not overwritten", async () => {
  const headers = {
    "lib/common/pos.h": '#include "../types.h"\nstruct pos { place at; };\n',
    "lib/types.h": "typedef struct { float x; } place;\n",
  };
  const { result, ini, cwd } = await begin(headers, { messages: "1 pos" });
  assert.equal(result.kind, "done");
  assert.deepEqual([keyOf(ini, "include_path"), keyOf(ini, "header_files")], ["headers", "common/pos.h"]);
  assert.equal(existsSync(join(cwd, "headers/types.h")), true);
  const other = join(folder, "other.h");
  writeFileSync(other, "struct other { float x; };\n");
  writeFileSync(join(cwd, "headers/other.h"), "struct other { double x; };\n");
  const before = readFileSync(join(cwd, "channels.ini"), "utf8");
  const options = { cwd, header: other, channel: undefined, messages: "1 other", abi: undefined, version: "1.2.3" };
  const refused = await init({ ...options, guesses: "ask for IDs" });
  assert.match(refused.kind === "refused" ? refused.text : "", /headers\/other\.h exists already with other contents/);
  assert.equal(readFileSync(join(cwd, "channels.ini"), "utf8"), before);
});

test("unknown IDs are asked for; --yes numbers them in order", async () => {
  const header = "#include <stdint.h>\nstruct a { uint8_t type; float x; };\nstruct b { uint8_t type; float y; };\n";
  const asked = await begin({ "x.h": header });
  assert.equal(asked.result.kind, "proposed");
  assert.deepEqual(asked.files, []);
  const taken = await begin({ "x.h": header }, { guesses: "take" });
  assert.deepEqual([taken.result.kind, keyOf(taken.ini, "id"), keyOf(taken.ini, "length")], ["done", "u8@0", "none"]);
});

test("if gen reports errors, every written file is removed again", async () => {
  const { cwd, result } = await begin({ "a.h": "struct a { float x; };\n" }, { messages: "1 a" });
  assert.equal(result.kind, "done");
  const ini = join(cwd, "channels.ini");
  writeFileSync(join(cwd, "headers/a.h"), "struct a { float x };;;; nonsense {\n");
  const before = [readFileSync(ini, "utf8"), ...readdirSync(join(cwd, "headers"))];
  const header = join(folder, "second.h");
  writeFileSync(header, "struct second { float y; };\n");
  const options = { cwd, header, channel: undefined, messages: "1 second", abi: undefined, version: "1.2.3" };
  const again = await init({ ...options, guesses: "take" });
  assert.equal(again.kind, "refused");
  assert.deepEqual([readFileSync(ini, "utf8"), ...readdirSync(join(cwd, "headers"))], before);
});

test("a file that is no header is refused with the reason, and nothing is written", async () => {
  const given = { "empty.h": "", "program.h": "\u007fELF\u0000\u0000\u0001" };
  for (const [name, text] of Object.entries(given)) {
    const { result, files } = await begin({ [name]: text });
    assert.deepEqual(files, []);
    const reason = text === "" ? "is empty" : "is not a text: it has bytes that are 0";
    assert.ok(result.kind === "refused" && result.text.endsWith(`${name}' ${reason}\n`), JSON.stringify(result));
  }
});

test("a header whose name would be more than a name in channels.ini is refused", async () => {
  for (const name of ["x\n[http]\nport = 1.h", "a, b.h", "a ; b.h", "${HOME}.h"]) {
    const { result, files } = await begin({ [name]: "struct m { unsigned char length, ID; float x; };\n" });
    assert.deepEqual(files, []);
    assert.match(result.kind === "refused" ? result.text : "", /^the header's name has a character that channels\.ini/);
  }
});

test("a header that the system cannot read is refused", { skip: process.platform !== "linux" }, async () => {
  const { result } = await begin({ "x.h": "" }, { header: "/proc/self/mem" });
  assert.match(result.kind === "refused" ? result.text : "", /^'\/proc\/self\/mem' cannot be read: /);
});

for (const [what, constants, comment] of [
  ["a high bit", "#define CAN_INV_FILTER 0x20000000U", "inverted (CAN_INV_FILTER bit set in can_id)"],
  ["a shifted bit", "#define INV_FILTER (1 << 2)", "INV_FILTER turns it round"],
  ["one of 1, 2, 4", "enum bits { EFF = 1, RTR = 2, INV_FILTER = 4 };", "INV_FILTER turns it round"],
] as const) {
  test(`a flag that a struct's comment names is not its ID: ${what}`, async () => {
    const header = `#include <stdint.h>\n${constants}\n/** ${comment} */\nstruct can_filter { uint32_t can_id; };\n`;
    const { ini } = await begin({ "can.h": header });
    assert.equal(keyOf(ini, "messages"), "1 can_filter");
    assert.equal(keyOf(ini, "id"), "none");
  });
}

test("a struct in a branch that does not hold is named with its condition, and what to write", async () => {
  const header = `#include <stdint.h>
typedef struct { uint8_t n; } always_t;
#ifdef FEATURE_GPS // struct no {};
/* struct comment { int x; }; */
typedef struct __attribute__((packed)) gps_s { int32_t lat; struct { int a; } inner; } gps_t;
#elif CONFIG_IMU == 2
struct imu { int16_t x[3]; };
#else
struct plain { uint8_t a; };
#endif
#ifndef always_h
#define always_h
#endif
#ifndef always_h
struct never { int z; };
#endif
#ifdef __cplusplus
class radio { int z; };
#endif
`;
  const { result } = await begin({ "lab.h": header });
  const isInside = (directive: string, line: number) =>
    `it is inside '${directive}' (lab.h:${line}), which does not hold`;
  const gps = `${isInside("#ifdef FEATURE_GPS", 3)}: write 'defines = FEATURE_GPS' if the firmware defines it`;
  assert.deepEqual(result.kind === "proposed" && result.proposal.unusable, [
    { name: "gps_t", reason: gps },
    {
      name: "imu",
      reason: `${isInside("#elif CONFIG_IMU == 2", 6)}: write 'defines = CONFIG_IMU=…' if the firmware defines it`,
    },
    {
      name: "never",
      reason: `${isInside("#ifndef always_h", 14)}: write 'cflags = -Ualways_h' if the firmware does not define it`,
    },
  ]);
  const named = await begin({ "lab.h": header }, { messages: "1 gps_s" });
  assert.ok(
    named.result.kind === "refused" && named.result.text.includes(`hint: ${gps}\n`),
    JSON.stringify(named.result),
  );
});

test("an address with a struct's words is not its ID", async () => {
  const header = `#include <stdint.h>
#define EEPROM_FIRMWARE_CONFIG_ADDRESS 259
typedef struct { uint16_t type; uint16_t blocks; } firmwareConfig_t;
typedef struct { uint16_t block; } requestBlock_t;
`;
  const { result } = await begin({ "ota.h": header });
  const messages = result.kind === "proposed" ? (result.proposal.messages ?? []) : [];
  assert.deepEqual(
    messages.map(({ id, name }) => [id, name]),
    [
      ["1", "firmwareConfig_t"],
      ["2", "requestBlock_t"],
    ],
  );
});

test("a size that a struct's comment names is not its ID", async () => {
  const header = `#include <stdint.h>
#define CANFD_MAX_DLEN 64
struct can_frame { uint32_t can_id; uint8_t data[8]; };
/* up to CANFD_MAX_DLEN bytes */
struct canfd_frame { uint32_t can_id; uint8_t data[CANFD_MAX_DLEN]; };
`;
  const { result } = await begin({ "can.h": header });
  const messages = result.kind === "proposed" ? (result.proposal.messages ?? []) : [];
  assert.deepEqual(
    messages.map(({ id, name, isGuess }) => [id, name, isGuess]),
    [
      ["1", "can_frame", true],
      ["2", "canfd_frame", true],
    ],
  );
});

test("without evidence for the ID's position, nothing is written; --id says it", async () => {
  // Both defaults would be read from fields that have the right size, and mean something else.
  const header = `#include <stdint.h>
enum { MSG_START, MSG_LED };
struct msg_start { uint8_t packet; uint8_t uid; uint16_t chip; };
struct msg_led { uint8_t packet; uint8_t uid; uint8_t mode; };
`;
  const open = await begin({ "x.h": header }, { guesses: "take" });
  assert.match(
    open.result.kind === "refused" ? open.result.text : "",
    /nothing was written: nothing says where frames have the ID: say where \(--id u8@0, /,
  );
  assert.deepEqual(open.files, []);
  const asked = await begin({ "x.h": header }, { guesses: "ask" });
  assert.equal(asked.result.kind === "proposed" && asked.result.proposal.isUnplaced, true);
  const said = await begin({ "x.h": header }, { guesses: "ask for IDs", id: "u8@0", length: "none", offset: "2" });
  assert.deepEqual(
    [said.result.kind, ...["id", "length", "payload_offset"].map((key) => keyOf(said.ini, key))],
    ["done", "u8@0", "none", "2"],
  );
});

test("a single struct's length field is not taken for the frame's length: nothing shows what it counts", async () => {
  for (const id of ["sof", "type"]) {
    const header = `#include <stdint.h>\nstruct head { uint8_t ${id}; uint16_t data_length; float x; uint8_t crc8; };\n`;
    const { ini } = await begin({ "x.h": header }, { guesses: "take" });
    assert.equal(keyOf(ini, "id"), id === "type" ? "u8@0" : "none");
    assert.match(ini, /^length = none {2}; guessed: field 'data_length' may say it/m);
  }
});

test("a tag is an ID, too", async () => {
  const header =
    "#include <stdint.h>\nenum { A_TAG = 1, B_TAG = 65535 };\nstruct a { uint16_t tag; uint16_t size; };\nstruct b { uint16_t tag; uint16_t size; float x; };\n";
  const { ini } = await begin({ "x.h": header }, { guesses: "take" });
  assert.deepEqual(
    ["id", "length", "messages"].map((key) => keyOf(ini, key)),
    ["u16le@0", "u16le@2", "A_TAG a"],
  );
});

test("structs of included headers are left out if the header has its own", async () => {
  const headers = {
    "x.h": '#include <time.h>\n#include <sys/time.h>\n#include "parts.h"\nstruct report { unsigned char n; };\n',
    "parts.h": "#pragma once\nstruct state { float x; };\nstruct control { float y; };\n",
  };
  const { result } = await begin(headers);
  const { messages = [], unusable = [] } = result.kind === "proposed" ? result.proposal : {};
  assert.deepEqual(
    messages.map(({ name }) => name),
    ["report"],
  );
  assert.deepEqual(unusable, [
    { name: "state and 1 more", reason: "'parts.h' is only included; name its structs in 'messages'" },
  ]);
});

test("a header that is included twice, and an enum class, are no structs in a branch that does not hold", async () => {
  const headers = {
    "x.hpp": '#include "a.h"\n#include "b.h"\nstruct report { unsigned char n; };\n',
    "a.h": '#include "b.h"\n',
    "b.h":
      "#ifndef B_H\n#define B_H\nclass radio;\nenum class Kind : unsigned char { A };\n#ifdef GPS\nenum class Other { B };\nstruct gps { int x; };\n#endif\n#endif\n",
  };
  const { result } = await begin(headers);
  const { unusable = [] } = result.kind === "proposed" ? result.proposal : {};
  assert.deepEqual(
    unusable.map(({ name }) => name),
    ["gps"],
  );
});

test("an include inside an #if that does not hold names the processor only if there is no other", async () => {
  const hidden = "#ifdef USE_RTOS\n#include <FreeRTOS.h>\n#endif\n";
  const struct = "struct report { unsigned char n; long t; };\n";
  const both = await begin({ "x.h": `${hidden}#include <avr/io.h>\n${struct}` }, { guesses: "take" });
  assert.match(both.ini, /^abi = avr {2}; 'avr\/io\.h' is included at x\.h:4$/m);
  const alone = await begin({ "x.h": hidden + struct }, { guesses: "take" });
  assert.match(alone.ini, /'FreeRTOS\.h' is included at x\.h:2, in an #if that does not hold/);
  const portable = await begin(
    { "x.h": `#ifdef _MSC_VER\n#include <winsock2.h>\n#endif\n${struct}` },
    { guesses: "take" },
  );
  assert.match(portable.ini, /^abi = x86-64 /m, "'_MSC_VER' names one of several compilers");
});

test("the number of a version is no ID", async () => {
  const header = "#define ACME_SDK_MINOR_VERSION 3\n#define ACME_SDK_REPORT_VERSION 4\n";
  const structs = "struct AcmeSdkVersion { int major, minor; };\nstruct AcmeMinor { char c; };\n";
  const { result } = await begin({ "x.h": header + structs });
  assert.doesNotMatch(JSON.stringify(result), /"id":"ACME_SDK_MINOR_VERSION"/);
});

test("constructors and conversions with explicit(…) are no fields", async () => {
  const header = `template <typename T> struct boxed {
  boxed() = default;
  explicit(false) boxed(T v) { value = v; }
  explicit(sizeof(T) > 2) operator T() const { return value; }
  T value{};
};
struct accel { boxed<float> x; unsigned char id; };
`;
  const { result, ini } = await begin({ "x.hpp": header }, { guesses: "take" });
  assert.equal(result.kind, "done");
  assert.match(ini, /^messages = 1 accel {2}; 8 bytes/m);
});

test("of the processors, only those are named that lay the structs out differently", async () => {
  const { ini } = await begin({ "x.h": "struct report { double x; };\n" }, { guesses: "take" });
  assert.match(
    ini,
    /^abi = x86-64 {2}; the headers name no processor, GUESSED: it may be avr \(Uno, Nano, Mega\), which lay it out otherwise$/m,
  );
});

const BOARDS: readonly (readonly [string, string, string, string])[] = [
  [
    "platformio.ini",
    "[env:sensor]\nplatform = espressif32\nboard = esp32dev\n",
    "xtensa",
    "platformio.ini:3 says esp32dev",
  ],
  ["sdkconfig", '# made by menuconfig\nCONFIG_IDF_TARGET="esp32c3"\n', "riscv32", "sdkconfig:2 says esp32c3"],
  ["rig.ioc", "Mcu.Family=STM32F4\nMcu.UserName=STM32F446RETx\n", "arm-eabi", "rig.ioc:2 says STM32F446RETx"],
  ["CMakeLists.txt", "project(rig)\npico_sdk_init()\n", "arm-eabi", "CMakeLists.txt:2 says pico"],
  ["boards.txt", "mine.name=Mine\nmine.build.mcu=atmega328p\n", "avr", "boards.txt:2 says atmega328p"],
];

for (const [file, text, abi, reason] of BOARDS) {
  test(`${file} beside the header, or above it, says the processor`, async () => {
    const header = "#include <Arduino.h>\nstruct report { double x; };\n";
    for (const name of ["x.h", "include/deep/x.h"]) {
      const { result, ini } = await begin({ [name]: header, [file]: text });
      assert.equal(result.kind, "done");
      assert.ok(ini.includes(`abi = ${abi}  ; ${reason}, `), ini);
    }
  });
}

test("a file without a board, such as the CMakeLists.txt of a component, does not hide those above", async () => {
  const header = "struct report { double x; };\n";
  const files = { "main/x.h": header, "main/CMakeLists.txt": "idf_component_register(SRCS main.c)\n" };
  const { ini } = await begin({ ...files, "sdkconfig.defaults": 'CONFIG_IDF_TARGET="esp32c3"\n' });
  assert.match(ini, /^abi = riscv32 {2}; sdkconfig\.defaults:1 says esp32c3/m);
});

test("files that name boards with different processors, or none that is known, settle nothing", async () => {
  const header = "#include <Arduino.h>\nstruct report { double x; };\n";
  for (const text of ["board = uno\nboard = esp32dev\n", "board = flux_capacitor\n", ""]) {
    const { ini } = await begin({ "x.h": header, "platformio.ini": `[env:a]\n${text}` }, { guesses: "take" });
    assert.match(ini, /^abi = avr {2}; .*GUESSED/m);
  }
});

test("a named board, or processor, counts more than the files", async () => {
  const header = "#include <Arduino.h>\nstruct report { double x; };\n";
  const files = { "x.h": header, "platformio.ini": "board = uno\n" };
  const { ini } = await begin(files, { board: "esp32-c3" });
  assert.match(ini, /^abi = riscv32 {2}; the board is esp32-c3, an ESP32 with RISC-V/m);
  assert.match((await begin(files, { abi: "xtensa" })).ini, /^abi = xtensa$/m);
});

test("a protocol is known by the word that the documentation uses", async () => {
  const page = readFileSync(join(ROOT, "docs/frames.md"), "utf8");
  const [, listed = ""] = /protocols: ([^;.]*)\. It writes/.exec(page.replaceAll("\n", " ")) ?? [];
  const names = listed.split(/, | and (?!\d)/).map((name) => name.trim());
  assert.ok(names.length > 10, listed);
  const header = "struct report { unsigned char v; };\n";
  for (const name of names.filter((one) => !/\d and \d/.test(one))) {
    const { result } = await begin({ "x.h": header }, { protocol: name });
    assert.doesNotMatch(result.kind === "refused" ? result.text : "", /there is no protocol/, name);
  }
});

test("one struct alone, in frames without an ID, needs no question", async () => {
  const { result, ini } = await begin({ "x.h": "struct report { unsigned short v; unsigned short w; };\n" });
  assert.equal(result.kind, "done");
  assert.match(ini, /^id = none/m);
  assert.match(ini, /^messages = 1 report {2}; 4 bytes$/m);
});

test("structs with a message's name but no ID are not taken for messages: gen would leave each out", async () => {
  const begins = "#pragma once\n#include <stdint.h>\n";
  const climate = "struct struct_climate { uint8_t length; uint8_t ID; int16_t t; };\n";
  const one = await begin({ "climate.h": begins + climate }, { abi: "arm-eabi" });
  assert.equal(one.result.kind, "proposed");
  assert.equal(one.ini, "");
  const taken = await begin({ "climate.h": begins + climate }, { abi: "arm-eabi", guesses: "take" });
  assert.equal(keyOf(taken.ini, "messages"), "1 struct_climate");
  const table = `${begins + climate}#define CLIMATE {sizeof(struct struct_climate), 7, 0}\n`;
  const found = await begin({ "climate.h": table }, { abi: "arm-eabi" });
  assert.equal(keyOf(found.ini, "messages"), "7 struct_climate");
});

test("nothing is written outside of the project, by a linked folder or file", async () => {
  const header = "struct report { unsigned char id; };\n";
  for (const [path, to] of [
    ["headers", "elsewhere"],
    [".gitignore", "elsewhere/new"],
  ] as const) {
    const base = join(folder, String(++labs));
    const cwd = join(base, "project");
    mkdirSync(join(base, "elsewhere"), { recursive: true });
    mkdirSync(cwd);
    writeFileSync(join(base, "x.h"), header);
    symlinkSync(join(base, to), join(cwd, path));
    const options = { cwd, header: join(base, "x.h"), channel: undefined, messages: undefined, abi: undefined };
    await assert.rejects(
      init({ ...options, version: "1.2.3", guesses: "take" }),
      /is outside of this folder, by a link/,
    );
    assert.deepEqual(readdirSync(join(base, "elsewhere")), []);
    assert.equal(existsSync(join(cwd, "channels.ini")), false);
  }
});

test("a recording of which next to nothing decodes gives no channel", { skip: onlyLong }, async () => {
  // The ID is right in one byte of 256, as in noise.
  const noise = Buffer.from(Array.from({ length: 65_536 }, (_, at) => ((at * 2_654_435_761) >>> 13) & 0xff));
  const base = join(folder, `noise-${++labs}`);
  mkdirSync(base, { recursive: true });
  writeFileSync(join(base, "noise.bin"), noise);
  const header = "struct report { unsigned char id; unsigned short v; };\n";
  const { result, files } = await begin({ "x.h": header }, { guesses: "take", capture: join(base, "noise.bin") });
  assert.match(
    result.kind === "refused" ? result.text : "",
    /nothing was written: (?:so few frames decode by chance|no frame of the recording decodes); /,
  );
  assert.deepEqual(files, []);
});

test("a header whose own header is missing names it, with the syntax error that follows from it", async () => {
  const ota = '#include <stdint.h>\n#include "crsf_protocol.h"\ntypedef struct { uint8_t nonce; } PACKED OTA_Sync_s;\n';
  const { result, files } = await begin({ "lib/OTA.h": ota });
  assert.equal(result.kind, "refused");
  const text = result.kind === "refused" ? result.text : "";
  assert.match(text, /\n {2}OTA_Sync_s: it has a syntax error in line 3: /);
  assert.match(
    text,
    /\nnot found: 'crsf_protocol\.h': put them beside the header, or in the folder that its includes begin from\nnothing was written\n$/,
  );
  assert.deepEqual(files, []);
});

const FRAMED = `#include <stdint.h>
#define LINK_TYPE_MOTION 0x11
#pragma pack(push, 1)
typedef struct {
  uint8_t sync0, sync1;
  uint8_t type; /* LINK_TYPE_MOTION */
  float speed;
  uint32_t ticks;
  uint8_t checksum; /* XOR of all bytes from 'type' */
} motion_frame_t;
typedef struct {
  uint8_t sync0, sync1;
  uint8_t type; // Kind of frame (TARGET, see Kind)
  float wanted;
  uint8_t checksum;
} wanted_frame_t;
#pragma pack(pop)
enum class Kind : uint8_t { TARGET = 0x12, OTHER };
typedef struct { float heat; } heat_t;
`;

/** Frames of motion_frame_t and wanted_frame_t with a sync word and an XOR. */
function framed(): Buffer {
  const frames = Array.from({ length: 30 }, (_, n) => {
    const frame = Buffer.alloc(n % 3 === 0 ? 8 : 12, 0);
    frame.set([0xaa, 0x55, n % 3 === 0 ? 0x12 : 0x11]);
    frame.writeFloatLE(1.5 * n, 3);
    if (n % 3 !== 0) frame.writeUInt32LE(70_000 + 1000 * n, 7);
    const sum = frame.subarray(2).reduce((all, byte) => all ^ byte, 0);
    return Buffer.concat([frame.subarray(0, n % 3 === 0 ? 7 : 11), Buffer.of(sum)]);
  });
  return Buffer.concat(frames);
}

test("a comment beside the field with the ID names it; structs without an ID are named", async () => {
  const { result, ini } = await begin({ "link.hpp": FRAMED });
  assert.equal(result.kind, "done", JSON.stringify(result));
  assert.match(
    ini,
    /^id = u8@2 .*\n.*\nmessages = LINK_TYPE_MOTION motion_frame_t.*\n {11}(?:Kind::)?TARGET wanted_frame_t/m,
  );
  const lines = result.kind === "done" ? result.lines.join("\n") : "";
  assert.match(lines, /motion_frame_t .*12 bytes; the comment at link\.hpp:6 \(0\.95\)/);
  assert.match(lines, /not usable: heat_t: nothing in the headers says the ID/);
});

test("a hexadecimal number beside the field with the ID is the ID; parts of unusable structs are no messages", async () => {
  const header = `#include <stdint.h>
typedef struct { int16_t x, y; } vec_t;
typedef struct { uint8_t cmd; /* 0x51 */ uint8_t n; vec_t at; void *next; } linked_t;
typedef struct { uint8_t cmd; /* 0x52 */ uint8_t n; float q; } turn_t;
typedef struct { uint8_t cmd; // 1
  uint8_t n; } plain_t;
`;
  const { ini, result } = await begin({ "x.h": header }, { guesses: "take" });
  assert.deepEqual(
    ["id", "messages"].map((key) => keyOf(ini, key)),
    ["u8@0", "0x52 turn_t"],
  );
  const lines = result.kind === "done" ? result.lines.join("\n") : "";
  assert.match(lines, /not usable: linked_t: 'next' is a pointer/);
  const onlyParts = header.slice(0, header.indexOf("typedef struct { uint8_t cmd; /* 0x52"));
  assert.match((await begin({ "y.h": onlyParts }, { guesses: "take" })).ini, /^messages = 1 vec_t/m);
});

test("a recorded stream gives the sync word also where the structs' sizes alone would cut it", async () => {
  const capture = join(folder, "framed.bin");
  writeFileSync(capture, framed());
  const { result, ini } = await begin({ "link.hpp": FRAMED }, { capture, guesses: "take" });
  assert.equal(result.kind, "done", JSON.stringify(result));
  assert.deepEqual(
    ["id", "length", "framing"].map((key) => keyOf(ini, key)),
    ["u8@2", "none", "sync:aa55"],
  );
  // Without IDs in the header, the place with few values is the ID, not a measured value.
  const bare = FRAMED.replace(/\/\* LINK.*/, "").replace(/\/\/ Kind.*/, "");
  const guessed = await begin({ "link.hpp": bare }, { capture, guesses: "take" });
  assert.deepEqual([keyOf(guessed.ini, "id"), keyOf(guessed.ini, "framing")], ["u8@2", "sync:aa55"]);
});

test("structs of one name in several classes are messages by their whole names", async () => {
  const header = `#include <stdint.h>
struct pose { uint8_t more; struct wire_t { uint8_t id; float x; }; };
struct speed { uint8_t more; struct wire_t { uint8_t id; uint32_t v; }; };
`;
  const messages = "1 pose::wire_t, 2 speed::wire_t";
  const { result, files } = await begin({ "x.hpp": header }, { messages, id: "u8@0", length: "none" });
  assert.equal(result.kind, "done", JSON.stringify(result));
  assert.deepEqual(
    ["pose_wire_t", "speed_wire_t"].map((name) => files.includes(`generated/x/${name}.ts`)),
    [true, true],
  );
});

test("a macro that only the vendor's build defines is named, and --defines gives it", async () => {
  const header = "#include <stdint.h>\nstruct PACKED motor { uint8_t a; uint32_t ticks; };\n";
  const { result, files } = await begin({ "motor.h": header });
  assert.deepEqual(files, []);
  assert.match(result.kind === "refused" ? result.text : "", /the build defines 'PACKED', say its value: --defines/);
  const defines = "PACKED=__attribute__((packed))";
  const named = await begin({ "motor.h": header }, { defines, messages: "1 motor" });
  assert.equal(named.result.kind, "done", JSON.stringify(named.result));
  assert.equal(keyOf(named.ini, "defines"), defines);
  assert.match(readFileSync(join(named.cwd, "generated/motor.md"), "utf8"), /5 bytes/);
});

test("initial values that are no IDs do not hide the structs without any", async () => {
  const header = `#include <string>
struct options { std::string host = "0.0.0.0"; bool loud = false; };
struct margins { float left, top = 0.5f; };
struct report { unsigned char n; short t; };
`;
  const { ini } = await begin({ "x.hpp": header }, { guesses: "take", id: "u8@0", length: "none", abi: "x86-64" });
  assert.match(ini, /^messages = .* report/ms);
  assert.doesNotMatch(ini, /options/);
});
