/**
 * Unedited vendor headers, from a recording to values: one `structline init` each, its duration, and whether every value equals the
 * encoder's. Headers come from the vendors' repositories, frames from encoders on PyPI; neither is kept.
 *
 * `npm run campaigns -- vendors --python venv/bin/python --download [PROTOCOL…]` or, with FOLDER/<owner>+<name>/…,
 * `npm run campaigns -- vendors --python venv/bin/python --headers FOLDER`
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

interface Vendor {
  readonly name: string;
  readonly repository: string;
  /** A tag or branch of the repository. */
  readonly at: string;
  readonly header: string;
  /** Options of `structline init`, besides header and recording. */
  readonly options?: readonly string[];
  /** Its frames are UDP datagrams to this port; absent for a stream. */
  readonly datagrams?: number;
}

const VENDORS: readonly Vendor[] = [
  { name: "mavlink-2", repository: "mavlink/c_library_v2", at: "master", header: "common/common.h" },
  { name: "mavlink-1", repository: "mavlink/c_library_v2", at: "master", header: "common/common.h" },
  { name: "mavlink-mixed", repository: "mavlink/c_library_v2", at: "master", header: "common/common.h" },
  {
    name: "ubx",
    repository: "sparkfun/SparkFun_u-blox_GNSS_v3",
    at: "main",
    header: "src/u-blox_structs.h",
    options: ["--messages", "0x0102 UBX_NAV_POSLLH_data_t"],
  },
  { name: "crsf-alfredo", repository: "AlfredoSystems/AlfredoCRSF", at: "main", header: "src/crsf_protocol.h" },
  { name: "msp", repository: "yajo10/MSP-Arduino", at: "master", header: "MSP.h" },
  { name: "novatel", repository: "Ilushenko/oem7heading", at: "main", header: "src/oem7.h" },
  { name: "ibus", repository: "VipNooob/mdr32_uav", at: "main", header: "libs/ibus/ibus.h" },
  {
    name: "ptp",
    repository: "richardcochran/linuxptp",
    at: "master",
    header: "msg.h",
    options: ["--messages", "0 sync_msg, 8 follow_up_msg, 11 announce_msg"],
    datagrams: 319,
  },
  {
    name: "netflow-5",
    repository: "chrisbecke/acme",
    at: "master",
    header: "netflow_server/netflow.h",
    options: ["--messages", "5 netflow_record"],
    datagrams: 2055,
  },
  {
    name: "art-net",
    repository: "RBEnhanced/RB3Enhanced",
    at: "86e23214db572f1bc839712380050c989f316714",
    header: "include/net_art-net.h",
    options: ["--messages", "0x5000 RB3E_ArtNetPacket, 0x2000 RB3E_ArtNetPollPacket"],
    datagrams: 6454,
  },
  {
    name: "f1-22",
    repository: "RACEVOLUTION/wSRD",
    at: "main",
    header: "F1Structs2022.h",
    options: ["--messages", "0 PacketMotionData, 6 PacketCarTelemetryData, 7 PacketCarStatusData"],
    datagrams: 20777,
  },
  { name: "sbp", repository: "swift-nav/libsbp", at: "v3.4.8", header: "c/include/libsbp/navigation.h" },
];

type Frame = readonly [hex: string, struct: string, values: Readonly<Record<string, number>>];
interface Decoding {
  decode(bytes: Uint8Array): { readonly name?: string; readonly raw?: object; readonly reason?: string };
}

const HERE = fileURLToPath(new URL(".", import.meta.url));
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: "string", default: "python3" },
    headers: { type: "string" },
    download: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  },
});

if (given.help === true || (given.headers === undefined && given.download !== true)) {
  process.stdout.write("Usage: vendors.ts (--headers FOLDER | --download) [--python PROGRAM] [PROTOCOL…]\n");
  process.exit(given.help === true ? 0 : 2);
}

const work = mkdtempSync(join(tmpdir(), "structline-vendors-"));
try {
  let bad = 0;
  process.stdout.write(
    "| protocol | header | command | seconds | frames | values equal | note |\n|---|---|---|--:|--:|--:|---|\n",
  );
  for (const vendor of VENDORS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const { line, isGood } = await played(vendor);
    if (!isGood) bad++;
    process.stdout.write(`${line}\n`);
  }
  process.exitCode = bad === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function played(vendor: Vendor): Promise<{ line: string; isGood: boolean }> {
  const { name, repository, at, header, options = [], datagrams } = vendor;
  const row = (seconds: string, frames: string, equal: string, note: string) =>
    `| ${name} | ${repository}@${at} ${header} | init --capture ${options.join(" ")} | ${seconds} | ${frames} | ${equal} | ${note} |`;
  try {
    const root = sourceOf(vendor);
    const frames = JSON.parse(run(given.python, [join(HERE, "vendors/encoders.py"), name])) as readonly Frame[];
    const folder = join(work, name);
    mkdirSync(folder);
    const bytes = frames.map(([hex]) => Buffer.from(hex, "hex"));
    const recording = datagrams === undefined ? Buffer.concat(bytes) : captureOf(bytes, datagrams);
    writeFileSync(join(folder, "recording.bin"), recording);
    const began = performance.now();
    const arguments_ = [
      "--header",
      join(root, header),
      "--channel",
      "vendor",
      "--capture",
      "recording.bin",
      "--yes",
      ...options,
    ];
    run(
      process.execPath,
      ["--import", "tsx", join(HERE, "../../generator/init/init-command.ts"), ...arguments_],
      folder,
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const { vendor: channel } = (await import(pathToFileURL(join(folder, "generated/vendor.js")).href)) as {
      vendor: Decoding;
    };
    const { right, all, note } = compared(frames, channel);
    return { line: row(seconds, String(frames.length), `${right} of ${all}`, note), isGood: right === all };
  } catch (error) {
    return {
      line: row(
        "–",
        "–",
        "–",
        (error as Error).message
          .trim()
          .replaceAll(/\s*\n\s*/g, "; ")
          .slice(0, 300),
      ),
      isGood: false,
    };
  }
}

function compared(frames: readonly Frame[], channel: Decoding): { right: number; all: number; note: string } {
  let right = 0;
  let all = 0;
  let note = "";
  for (const [hex, struct, values] of frames) {
    const { name, raw, reason } = channel.decode(Buffer.from(hex, "hex"));
    for (const [field, value] of Object.entries(values)) {
      all++;
      const found = memberOf(raw, field);
      if (name === struct && Number(found) === value) right++;
      else if (note === "") note = `${struct}.${field} is ${value}, not ${found} (${reason ?? name})`;
    }
  }
  return { right, all, note };
}

/** Finds a member by path. The encoders' `m_car_motion_data` is the header's `m_carMotionData`. */
function memberOf(raw: object | undefined, path: string): unknown {
  const folded = (name: string) => name.replaceAll("_", "").toLowerCase();
  return path.split(".").reduce<unknown>((value, part) => {
    if (typeof value !== "object" || value === null) return undefined;
    const name = Object.keys(value).find((key) => folded(key) === folded(part));
    return name === undefined ? undefined : (value as Readonly<Record<string, unknown>>)[name];
  }, raw);
}

/** A pcap file of UDP datagrams. */
function captureOf(datagrams: readonly Buffer[], port: number): Buffer {
  const head = Buffer.from("d4c3b2a1020004000000000000000000ffff000001000000", "hex");
  const packets = datagrams.flatMap((payload, index) => {
    const udp = Buffer.from("1234000000000000", "hex");
    udp.writeUInt16BE(port, 2);
    udp.writeUInt16BE(payload.length + 8, 4);
    const ip = Buffer.from("4500000000000000401100007f0000017f000001", "hex");
    ip.writeUInt16BE(payload.length + 28, 2);
    const frame = Buffer.concat([Buffer.from("0000000000000000000000000800", "hex"), ip, udp, payload]);
    const record = Buffer.alloc(16);
    record.writeUInt32LE(1_700_000_000 + index, 0);
    record.writeUInt32LE(frame.length, 8);
    record.writeUInt32LE(frame.length, 12);
    return [record, frame];
  });
  return Buffer.concat([head, ...packets]);
}

function sourceOf({ repository, at }: Vendor): string {
  const folded = repository.replace("/", "+");
  if (given.headers !== undefined) {
    const root = join(given.headers, folded);
    if (!existsSync(root)) throw new Error(`there is no folder ${root}`);
    return root;
  }
  const root = join(work, `${folded}-${at}`);
  if (existsSync(root)) return root;
  mkdirSync(root);
  const archive = join(work, "archive.tar.gz");
  run("curl", ["-fsSL", "-o", archive, `https://codeload.github.com/${repository}/tar.gz/${at}`]);
  run("tar", ["xzf", archive, "-C", root, "--strip-components=1"]);
  return root;
}

function run(program: string, given_: readonly string[], cwd = process.cwd()): string {
  const tsx = fileURLToPath(import.meta.resolve("tsx"));
  const from = given_.map((each) => (each === "tsx" ? tsx : each));
  const { status, stdout, stderr, error } = spawnSync(program, from, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  if (error !== undefined) throw new Error(`${program} cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(stderr === "" ? stdout : stderr);
  return stdout;
}
