/** Whole frames with checksums in Python, Rust and LoRaWAN: they must read and rewrite the service's frames, and detect damage. COSMOS must
 * build them as commands. */

import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { createContext, Script } from "node:vm";
import type { EmittedFile } from "../../../generator/codec/emitted-file.ts";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { buildFrame } from "../../../runtime/frames/build-frame.ts";
import { codecFrame } from "../../../runtime/frames/channel-frames.ts";
import { checksums } from "../../../runtime/frames/checksum.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf, fileText } from "../../support/compiled-channels.ts";
import { needsPeers, PYTHON_PROGRAM, run, TYPES_PROGRAM } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const FRAMES: FrameFormat = {
  ...PLAIN_FORMAT,
  id: parseLocator("u16be@0&0x7ff0", "id"),
  length: parseLocator("u16le@2+3", "length"),
  payloadOffset: 5,
  trailer: 2,
  check: { algorithm: "crc16/modbus", from: 1, byteOrder: "big" },
};

interface Framed {
  readonly python: string;
  readonly rust: string;
  readonly lorawan: string;
  /** The plugin's files. */
  readonly cosmos: readonly EmittedFile[];
  readonly frame: Uint8Array;
}

/** A channel for each checksum of the catalogue, every second one with a custom frame format. */
async function framed(): Promise<Framed[]> {
  const algorithms = checksums().filter(({ byteLength }) => byteLength !== 3);
  return Promise.all(
    algorithms.map(async ({ name, byteLength }, index) => {
      const type = `uint${8 * byteLength}_t`;
      const header = `#pragma pack(push, 1)
enum mode { OFF, ON };
struct struct_safe { uint8_t length; uint8_t ID; enum mode mode; uint8_t data[9]; ${type} ck; // @check: ${name}
} safe = {${15 + byteLength}, 2};
#pragma pack(pop)
`;
      const frames = index % 2 === 0 ? undefined : FRAMES;
      const plan = planOf({
        name: `c${index}`,
        headerFiles: ["rig.h"],
        emit: ["python", "rust", "lorawan", "cosmos"],
        ...(frames && { frames }),
      });
      const { files } = compile([{ plan, reader: memoryReader({ "rig.h": header }) }], { version: "0.0.0" });
      const struct = (await channelsOf(files))[`c${index}`]!.byId[2]!;
      const bytes = new Uint8Array(struct.wireSize);
      struct.encode({ mode: 1, data: [1, 2, 3, 250, 251, 252, 7, 8, index] }, new DataView(bytes.buffer));
      const frame = buildFrame(codecFrame(struct), bytes, frames === undefined ? {} : { frames });
      return {
        ...{ python: fileText(files, /\.py$/), rust: fileText(files, /\.rs$/) },
        ...{ lorawan: fileText(files, /\.lorawan\.js$/), frame },
        cosmos: files.filter(({ path }) => path.startsWith("openc3-cosmos-")),
      };
    }),
  );
}

/** For each frame the answer is the frame, and with a flipped bit a wrong checksum. */
function assertAnswers(answers: string, channels: readonly Framed[]): void {
  const expected = channels.flatMap(({ frame }) => [Buffer.from(frame).toString("hex"), "checksum"]);
  assert.deepEqual(answers.trim().split("\n"), expected);
}

function inputOf(channels: readonly Framed[]): string {
  return channels
    .flatMap(({ frame }, index) => {
      const damaged = frame.slice();
      damaged[12]! ^= 0x20;
      return [frame, damaged].map((bytes) => `${index} ${Buffer.from(bytes).toString("hex")}\n`);
    })
    .join("");
}

function inFolder(write: (folder: string) => void): void {
  const folder = temporaryFolder();
  try {
    write(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("LoRaWAN's formatter verifies and writes every checksum, in the plain frame and in a custom one", async () => {
  const channels = await framed();
  const answers = channels.flatMap(({ lorawan, frame }) => {
    const context = createContext({ text: "" });
    new Script(lorawan).runInContext(context);
    const damaged = frame.slice();
    damaged[12]! ^= 0x20;
    return [frame, damaged].map((bytes) => {
      context["text"] = JSON.stringify([...bytes]);
      return new Script(`(function () {
        var answer = decodeUplink({ bytes: JSON.parse(text), fPort: 1 });
        if (answer.errors) return answer.errors[0].indexOf(": the checksum ") > 0 ? "checksum" : answer.errors[0];
        answer.data.message = "struct_safe";
        return encodeDownlink({ data: answer.data }).bytes.map(function (byte) { return (256 + byte).toString(16).slice(1); }).join("");
      })()`).runInContext(context) as string;
    });
  });
  assertAnswers(answers.join("\n"), channels);
});

/** Loads the protocol by the line in plugin.txt, as COSMOS does. */
const COMMANDS = `import re, sys
from openc3.packets.packet_config import PacketConfig
from openc3.top_level import get_class_from_module
from openc3.utilities.string import filename_to_class_name, filename_to_module
answers = sys.stdout
sys.stdout = sys.stderr
for index in range(int(sys.argv[2])):
    target = f"C{index}"
    folder = f"{sys.argv[1]}/openc3-cosmos-c{index}"
    sys.path.append(f"{folder}/targets/{target}/lib")
    config = PacketConfig()
    config.process_file(f"{folder}/targets/{target}/cmd_tlm/cmd.txt", target)
    packet = config.commands[target]["SAFE"]
    packet.restore_defaults()
    packet.write("MODE", 1)
    packet.write("DATA", [1, 2, 3, 250, 251, 252, 7, 8, index])
    line = re.search(r"PROTOCOL WRITE (\\S+) (\\S+)", open(f"{folder}/plugin.txt").read())
    protocol = get_class_from_module(filename_to_module(line[1]), filename_to_class_name(line[1]))(line[2])
    print(protocol.write_packet(packet).buffer.hex(), file=answers)
    packet.target_name = "OTHER"
    packet.write("CK", 0)
    before = packet.buffer
    assert protocol.write_packet(packet).buffer == before
`;

test("COSMOS' commands have every checksum, and packets of other targets are left alone", {
  skip: needsPeers("PyPI"),
}, async () => {
  const channels = await framed();
  inFolder((folder) => {
    for (const { path, text } of channels.flatMap(({ cosmos }) => cosmos)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const answers = run(PYTHON_PROGRAM, ["-W", "ignore", "-c", COMMANDS, folder, String(channels.length)]);
    assert.deepEqual(
      answers.trim().split("\n"),
      channels.map(({ frame }) => Buffer.from(frame).toString("hex")),
    );
  });
});

const PYTHON = `import importlib, sys
sys.path.insert(0, sys.argv[1])
for line in sys.stdin:
    index, text = line.split()
    module = importlib.import_module("m" + index)
    try:
        print(module.encode(module.decode(bytes.fromhex(text))).hex())
    except ValueError as error:
        print("checksum" if "the checksum" in str(error) else error)
`;

test("Python verifies and writes every checksum, in the plain frame and in a custom one", {
  skip: needsPeers("python3"),
}, async () => {
  const channels = await framed();
  inFolder((folder) => {
    for (const [index, { python }] of channels.entries()) writeFileSync(join(folder, `m${index}.py`), python);
    assertAnswers(run("python3", ["-c", PYTHON, folder], inputOf(channels)), channels);
  });
});

test("mypy --strict reports nothing for the modules", { skip: needsPeers("mypy") }, async () => {
  const [plain, own] = await framed();
  inFolder((folder) => {
    const files = [plain!, own!].map(({ python }, index) => {
      const file = join(folder, `m${index}.py`);
      writeFileSync(file, python);
      return file;
    });
    assert.match(run(TYPES_PROGRAM, ["-m", "mypy", "--strict", "--cache-dir", folder, ...files]), /no issues found/);
  });
});

test("Rust verifies and writes every checksum, in the plain frame and in a custom one", {
  skip: needsPeers("rustc"),
}, async () => {
  const channels = await framed();
  inFolder((folder) => {
    for (const [index, { rust }] of channels.entries()) writeFileSync(join(folder, `m${index}.rs`), rust);
    const arms = channels.map(
      (_, index) =>
        `"${index}" => match m${index}::decode(&data) { Ok(message) => message.encode(&mut frame).unwrap(), Err(m${index}::Error::Checksum) => 0, Err(error) => panic!("{error}") },`,
    );
    const main = `${channels.map((_, index) => `mod m${index};`).join("\n")}
fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (index, text) = line.split_once(' ').unwrap();
        let data: Vec<u8> = (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect();
        let mut frame = [0u8; 64];
        let size = match index { ${arms.join("\n")} _ => unreachable!() };
        if size == 0 { println!("checksum"); continue; }
        println!("{}", frame[..size].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    }
}
`;
    writeFileSync(join(folder, "main.rs"), main);
    const program = join(folder, "main");
    run("rustc", ["--edition=2021", "-D", "warnings", "-o", program, join(folder, "main.rs")]);
    assertAnswers(run(program, [], inputOf(channels)), channels);
  });
});
