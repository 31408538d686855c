/** `warn` and `alarm` of rules, as ground systems' own readers interpret them. */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileText } from "../../support/compiled-channels.ts";
import { needsPeers, PYTHON_PROGRAM, run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { emitText } from "./messages.ts";

const HEADER = `struct struct_a {
  uint8_t length; //0
  uint8_t ID; //1
  int16_t both; //2 @rule: expr=both / 10; unit=V; warn=10..20; alarm=5..25
  uint8_t high; //4 @rule: warn=..80; alarm=..110; hold=2s
  uint8_t low; //5 @rule: alarm=3..
  uint8_t warned; //6 @rule: warn=2..9
  uint8_t plain; //7
} a = { 8, 1 };`;

/** Validation errors of the schema, and each parameter's ranges. */
const XTCE = `
import json, sys
import xml.etree.ElementTree as ET
from space_packet_parser.xtce.validation import validate_xtce
result = validate_xtce(sys.argv[1], level="all", raise_on_error=False)
space = "{http://www.omg.org/spec/XTCE/20180204}"
root = ET.parse(sys.argv[1]).getroot()
ranges = {}
for kind in root.find(f".//{space}ParameterTypeSet"):
    for alarm in kind.iter(f"{space}StaticAlarmRanges"):
        ranges[kind.get("name")] = {each.tag[len(space):]: dict(each.attrib) for each in alarm}
print("@" + json.dumps({"errors": [str(error) for error in result.errors], "ranges": ranges}))
`;

/** The limits state that COSMOS itself computes for values. */
const COSMOS = `
import json, sys
from openc3.packets.packet_config import PacketConfig
config = PacketConfig()
config.process_file(sys.argv[1], "TEXT")
packet = config.telemetry["TEXT"]["A"]
states = []
for line in sys.stdin:
    packet.buffer = bytes.fromhex(line.strip())
    packet.check_limits()
    states.append({name: packet.get_item(name).limits.state for name in ["BOTH", "HIGH", "LOW", "WARNED", "PLAIN"]})
print("@" + json.dumps(states))
`;

/** The program's output for the file. */
function seen(text: string, program: string, input = ""): unknown {
  const folder = temporaryFolder();
  try {
    const file = join(folder, "definition");
    writeFileSync(file, text);
    const printed = run(PYTHON_PROGRAM, ["-W", "ignore", "-c", program, file], input);
    return JSON.parse(/^@(.*)$/m.exec(printed)?.[1] ?? "null");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("XTCE: the schema accepts the alarms, and they match the header", { skip: needsPeers("PyPI") }, async () => {
  const { files, limits } = await emitText(HEADER, ["xtce"]);
  const { errors, ranges } = seen(fileText(files, /\.xtce\.xml$/), XTCE) as { errors: unknown; ranges: unknown };
  assert.deepEqual(errors, []);
  assert.equal(limits.filter(({ message }) => message.includes("hold is left out")).length, 1);
  assert.deepEqual(ranges, {
    a_both_type: {
      WarningRange: { minInclusive: "10", maxInclusive: "20" },
      CriticalRange: { minInclusive: "5", maxInclusive: "25" },
    },
    a_high_type: { WarningRange: { maxInclusive: "80" }, CriticalRange: { maxInclusive: "110" } },
    a_low_type: { CriticalRange: { minInclusive: "3" } },
    a_warned_type: { WarningRange: { minInclusive: "2", maxInclusive: "9" } },
  });
});

test("COSMOS: values beyond warn are yellow, beyond alarm red", { skip: needsPeers("PyPI") }, async () => {
  const { files, limits } = await emitText(HEADER, ["cosmos"]);
  const message = (both: number, ...bytes: number[]) =>
    Buffer.from([8, 1, (both * 10) & 0xff, (both * 10) >> 8, ...bytes]).toString("hex");
  const input = [
    message(15, 50, 9, 5, 0),
    message(22, 90, 2, 1, 0),
    message(30, 120, 2, 12, 0),
    message(7, 80, 3, 9, 0),
  ];
  const states = seen(fileText(files, /tlm\.txt$/), COSMOS, `${input.join("\n")}\n`) as Record<string, string | null>[];
  assert.deepEqual(
    states.map(({ BOTH, HIGH, LOW, WARNED, PLAIN }) => [BOTH, HIGH, LOW, WARNED, PLAIN]),
    [
      ["GREEN", "GREEN", "GREEN", "GREEN", null],
      ["YELLOW_HIGH", "YELLOW_HIGH", "RED_LOW", "YELLOW_LOW", null],
      ["RED_HIGH", "RED_HIGH", "RED_LOW", "YELLOW_HIGH", null],
      ["YELLOW_LOW", "GREEN", "GREEN", "GREEN", null],
    ],
  );
  // Without a limit on that side. This matters if the neighbour of a limit is unknown.
  const told = limits.map(({ message }) => message).filter((message) => message.includes("limits of"));
  assert.deepEqual(told.sort(), [
    "cosmos: 'limits of both': COSMOS counts a value equal to a limit as beyond it",
    "cosmos: 'limits of high': COSMOS counts samples, not time: hold is left out",
  ]);
});
