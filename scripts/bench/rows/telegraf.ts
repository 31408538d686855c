/**
 * Telegraf compared with structline: the same datagrams into the same InfluxDB, from a socket to countable rows.
 * `STRUCTLINE_PEERS=telegraf npm run peers` builds the program.
 */

import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Influxd, startInfluxd } from "../../../test/support/influxd.ts";
import { freePort } from "../../../test/support/ports.ts";
import { requires } from "../../../test/support/requirements.ts";
import { sendLoad } from "../load/udp-load.ts";
import { type Figure, type Row, shown, single, Unavailable } from "../row.ts";
import { benchLab, startService, usageOf } from "../service.ts";
import { launchTelegraf, TELEGRAF_DATABASE, TELEGRAF_PROGRAM } from "../telegraf.ts";

const RATE = 5_000;
const SECONDS = 6;
/** Before the kill. */
const CRASH_SECONDS = 3;
const TYPES = ["uint16_t", "int16_t", "uint32_t", "float", "double", "uint8_t"];
const TELEGRAF_TYPES = ["uint16", "int16", "uint32", "float32", "float64", "uint8"];
const BYTES = [2, 2, 4, 4, 8, 1];
const FIELDS = 27;
const SIZE = Array.from({ length: FIELDS }, (_, index) => BYTES[index % BYTES.length]!).reduce(
  (sum, one) => sum + one,
  6,
);

export const telegraf: Row = {
  name: "telegraf",
  about: `UDP → InfluxDB at ${RATE.toLocaleString("en")}/s, 30 fields: Telegraf (socket_listener, binary parser) by us`,
  async run() {
    const program = TELEGRAF_PROGRAM;
    const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
    const missing = requires("influxd");
    if (status !== 0) throw new Unavailable("there is no telegraf; STRUCTLINE_PEERS=telegraf npm run peers makes one");
    if (missing !== false) throw new Unavailable(missing);
    const influxd = await startInfluxd();
    try {
      const theirs = await measured(influxd, () => startTelegraf(program, influxd.url));
      const ours = await measured(influxd, () => startOurs(influxd.url));
      const theirLoss = await lostAfterKill(influxd, () => startTelegraf(program, influxd.url));
      const ourLoss = await lostAfterKill(influxd, () => startOurs(influxd.url));
      const of = stdout.trim().split("\n")[0] ?? "";
      return figuresOf(of, { ours, theirs, ourLoss, theirLoss });
    } finally {
      await influxd.stop();
    }
  },
};

interface Measured {
  readonly microseconds: number;
  readonly peakMb: number;
  readonly lost: number;
}

interface Loss {
  readonly sent: number;
  readonly lost: number;
}

function figuresOf(
  of: string,
  { ours, theirs, ourLoss, theirLoss }: { ours: Measured; theirs: Measured; ourLoss: Loss; theirLoss: Loss },
): Figure[] {
  return [
    {
      of: "processor for a datagram",
      value: single(theirs.microseconds / ours.microseconds),
      unit: "×",
      wanted: { atLeast: 1 },
      detail: `${of}: ${shown(theirs.microseconds)} µs, lost ${theirs.lost}; we: ${shown(ours.microseconds)} µs, lost ${ours.lost}`,
    },
    {
      of: "peak memory",
      value: single(theirs.peakMb / ours.peakMb),
      unit: "×",
      wanted: { atLeast: 1 },
      detail: `${shown(theirs.peakMb)} MB; we: ${shown(ours.peakMb)} MB`,
    },
    {
      of: "lost after kill -9 and start",
      value: single(ourLoss.lost),
      unit: "lost",
      detail: `we: ${ourLoss.lost} of ${ourLoss.sent}; Telegraf: ${theirLoss.lost} of ${theirLoss.sent}`,
    },
  ];
}

interface Running {
  readonly port: number;
  readonly pid: number;
  /** Database that contains its rows. */
  readonly database: string;
  /** Resolves when everything received is in the database. */
  flushed(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** After `kill`. */
  again(): Promise<void>;
  remove(): Promise<void>;
}

async function measured(influxd: Influxd, open: () => Promise<Running>): Promise<Measured> {
  const running = await open();
  try {
    const before = usageOf(running.pid).cpuSeconds;
    const sent = await sendLoad({ ports: [running.port], rate: RATE, seconds: SECONDS, structs: 1, bytes: SIZE });
    await running.flushed();
    const { cpuSeconds, peakMb } = usageOf(running.pid);
    await running.stop();
    return {
      microseconds: ((cpuSeconds - before) * 1e6) / sent,
      peakMb,
      lost: sent - (await rowsIn(influxd, running.database)),
    };
  } finally {
    await running.remove();
    await influxd.dropAll();
  }
}

/** Killed as soon as the last datagram is sent, then restarted. */
async function lostAfterKill(influxd: Influxd, open: () => Promise<Running>): Promise<Loss> {
  const running = await open();
  try {
    const sent = await sendLoad({ ports: [running.port], rate: RATE, seconds: CRASH_SECONDS, structs: 1, bytes: SIZE });
    // Datagrams in the kernel's buffer are not yet received, and a group commit takes some milliseconds.
    await sleep(100);
    await running.kill();
    await running.again();
    await running.flushed();
    await running.stop();
    return { sent, lost: sent - (await rowsIn(influxd, running.database)) };
  } finally {
    await running.remove();
    await influxd.dropAll();
  }
}

async function rowsIn(influxd: Influxd, database: string): Promise<number> {
  const { series = [] } = await influxd.query("SELECT count(n) FROM /.*/", database);
  return series.reduce((sum, { values }) => sum + Number(values[0]?.[1]), 0);
}

async function startOurs(url: string): Promise<Running> {
  const fields = Array.from({ length: FIELDS }, (_, index) => `  ${TYPES[index % TYPES.length]} f${index};`).join("\n");
  const header = `#pragma pack(1)\nstruct struct_bench {\n  uint8_t length;\n  uint8_t ID;\n  uint32_t n;\n${fields}\n} bench = {${SIZE}, 1};\n`;
  const ini = `[lab]\nchannels = lab-bench\n[lab-bench]\nudp_port = 0\nwamp_topic = lab.bench\ninclude_path = headers\nheader_files = bench.h\n[store]\nurl = ${url.replace("http", "influxdb")}\n`;
  const lab = benchLab({ ini, headers: { "bench.h": header } });
  let service = await startService(lab);
  return {
    port: service.udpPort("bench"),
    pid: service.pid,
    database: "lab_bench",
    flushed: () => service.settled(),
    stop: async () => void (await service.stop()),
    kill: () => service.kill(),
    again: async () => {
      service = await startService(lab);
    },
    remove: () => lab.remove(),
  };
}

async function startTelegraf(program: string, url: string): Promise<Running> {
  const port = await freePort();
  const telegraf = await launchTelegraf(program, url, inputs(port));
  return {
    ...telegraf,
    port,
    database: TELEGRAF_DATABASE,
    // Longer than its flush_interval.
    flushed: () => sleep(2500),
    stop: () => telegraf.end("SIGTERM"),
    kill: () => telegraf.end("SIGKILL"),
  };
}

function inputs(port: number): string {
  const entries = [
    `    entries = [\n      { name = "length", type = "uint8" },\n      { name = "ID", type = "uint8" },\n      { name = "n", type = "uint32" }`,
    ...Array.from(
      { length: FIELDS },
      (_, index) => `      { name = "f${index}", type = "${TELEGRAF_TYPES[index % TELEGRAF_TYPES.length]}" }`,
    ),
  ];
  return `[[inputs.socket_listener]]
  service_address = "udp://127.0.0.1:${port}"
  read_buffer_size = "16MiB"
  data_format = "binary"
  endianness = "le"
  [[inputs.socket_listener.binary]]
    metric_name = "bench"
${entries.join(",\n")} ]
`;
}
