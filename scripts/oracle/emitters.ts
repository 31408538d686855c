/**
 * Compares how other programs read messages, using our emitted definitions, with our codecs: all sample headers and 200 random structs.
 * Prints the table of docs/emitters.md. Takes some minutes.
 * `npm run campaigns -- oracle/emitters [EMITTER …] [--messages N] [--structs N]`; exits with 1 if there is a difference.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { stringifyExact } from "../../runtime/lib/exact-json.ts";
import { groundDifferences, readableByGround } from "../../test/oracle/emit/ground.ts";
import { isReadable, kaitaiDifferences } from "../../test/oracle/emit/kaitai.ts";
import { lorawanDifferences } from "../../test/oracle/emit/lorawan.ts";
import {
  type EmittedChannel,
  emitRandom,
  emitSample,
  type SampleMessage,
  sampleMessages,
} from "../../test/oracle/emit/messages.ts";
import { pythonDifferences } from "../../test/oracle/emit/python.ts";
import { rustDifferences } from "../../test/oracle/emit/rust.ts";
import { needsYamcs, yamcsDifferences } from "../../test/oracle/emit/yamcs.ts";
import { STDINT } from "../../test/oracle/layout/compilers.ts";
import { printMessage } from "../../test/oracle/layout/print-c.ts";
import { fileText, viewOf } from "../../test/support/compiled-channels.ts";
import { needsPeers, type Peer, PYTHON_PROGRAM, peerRequire, run } from "../../test/support/peers.ts";
import { sampleHeaders } from "../../test/support/sample-headers.ts";

interface Comparison {
  /** Number of messages, or of their equivalents. */
  readonly compared: number;
  readonly differences: readonly string[];
}

interface Oracle {
  readonly emit: string;
  readonly reader: string;
  readonly peers: readonly Peer[];
  /** Another reason why it is unavailable. */
  readonly needs?: () => false | string;
  /** Number of messages, unless given on the command line. */
  readonly messages: number;
  readonly compare: (channel: EmittedChannel, messages: readonly SampleMessage[]) => Promise<Comparison> | Comparison;
}

/** A compiler: all channels in one program, compiled once. */
type Together = Omit<Oracle, "compare"> & {
  readonly together: (
    channels: readonly EmittedChannel[],
    messagesOf: (channel: EmittedChannel) => readonly SampleMessage[],
  ) => readonly string[];
};

const each = (compare: (channel: EmittedChannel, messages: readonly SampleMessage[]) => readonly string[]) => {
  return (channel: EmittedChannel, messages: readonly SampleMessage[]): Comparison => ({
    compared: messages.length,
    differences: compare(channel, messages),
  });
};

const ORACLES: readonly (Oracle | Together)[] = [
  { emit: "c-check", reader: "gcc, clang, arm, avr", peers: [], messages: 1000, compare: compilers },
  {
    emit: "python",
    reader: "Python",
    peers: ["python3"],
    messages: 10_000,
    compare: each((c, m) => pythonDifferences([[c, m]], "python3")),
  },
  {
    emit: "python",
    reader: "Python, numpy",
    peers: ["PyPI"],
    messages: 10_000,
    compare: each((c, m) => pythonDifferences([[c, m]], PYTHON_PROGRAM, ["numpy"])),
  },
  // Some structs have bit-fields that its JavaScript runtime cannot read.
  { emit: "kaitai", reader: "Kaitai's compiler, JavaScript", peers: ["npm"], messages: 41_000, compare: kaitai },
  {
    emit: "xtce",
    reader: "schema, space-packet-parser",
    peers: ["PyPI"],
    messages: 4000,
    compare: each((c, m) => groundDifferences("xtce", c, m).differences),
  },
  {
    emit: "xtce",
    reader: "Yamcs",
    peers: ["PyPI"],
    needs: needsYamcs,
    messages: 4000,
    compare: each((c, m) => yamcsDifferences(c, readableByGround(c, m))),
  },
  {
    emit: "cosmos",
    reader: "OpenC3",
    peers: ["PyPI"],
    messages: 4000,
    compare: each((c, m) => groundDifferences("cosmos", c, m).differences),
  },
  { emit: "lorawan", reader: "bare JavaScript", peers: [], messages: 32_768, compare: each(lorawanDifferences) },
  { emit: "json-schema", reader: "ajv", peers: [], messages: 4000, compare: schemas },
  { emit: "asyncapi", reader: "AsyncAPI's parser", peers: ["npm"], messages: 1, compare: topics },
  { emit: "proto", reader: "protoc", peers: ["protoc"], messages: 1, compare: protocol },
  {
    emit: "rust",
    reader: "rustc, std and no_std",
    peers: ["rustc"],
    messages: 32_768,
    together: rustDifferences,
  },
];

async function kaitai(channel: EmittedChannel, messages: readonly SampleMessage[]): Promise<Comparison> {
  const readable = messages.filter(({ codec }) => isReadable(codec));
  return { compared: readable.length, differences: await kaitaiDifferences(channel, readable) };
}

const COMPILERS = { "x86-64": ["gcc", "clang"], "arm-eabi": ["arm-none-eabi-gcc"], avr: ["avr-gcc"] } as const;

/** Random structs in C; sample headers have their own test. `compared` counts structs and compilers. */
function compilers(channel: EmittedChannel): Comparison {
  const { plan, declarations, structs } = channel.compiled;
  if (!channel.name.startsWith("random") || plan.byteOrder === "big") return { compared: 0, differences: [] };
  const folder = mkdtempSync(join(tmpdir(), "structline-check-"));
  try {
    const source = join(folder, "firmware.c");
    const header = STDINT + declarations.messages.map(printMessage).join("\n");
    writeFileSync(source, `${header}\n${fileText(channel.files, /\.check\.h$/)}`);
    const programs = COMPILERS[plan.abi as keyof typeof COMPILERS];
    const found = programs.flatMap((program) => {
      const options = ["-O1", "-w", "-std=gnu11", "-c", "-o", join(folder, "firmware.o"), source];
      const { stderr } = spawnSync(program, options, { encoding: "utf8" });
      return stderr.split("\n").filter((line) => line.includes("error"));
    });
    return { compared: structs.length * programs.length, differences: found };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function schemas(channel: EmittedChannel, messages: readonly SampleMessage[]): Comparison {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(fileText(channel.files, /\.schema\.json$/)));
  const differences = messages.flatMap(({ codec, bytes, stored }) => {
    const hex = Buffer.from(bytes).toString("hex");
    const kwargs = {
      name: codec.name,
      id: codec.id,
      measurement: codec.measurement,
      time: "2026-01-01T00:00:00Z",
      hex,
      values: stored,
    };
    const event = JSON.parse(stringifyExact({ args: [codec.decode(viewOf(bytes))], kwargs }));
    return validate(event) ? [] : [`${codec.name} ${hex}: ${ajv.errorsText(validate.errors)}`];
  });
  return { compared: messages.length, differences };
}

/** AsyncAPI's parser cannot handle names that all objects inherit. */
async function topics(channel: EmittedChannel): Promise<Comparison> {
  if (channel.name === "names" || channel.name === "hostile-names") return { compared: 0, differences: [] };
  const { Parser } = peerRequire("@asyncapi/parser");
  const { diagnostics } = await new Parser().parse(fileText(channel.files, /asyncapi\.yaml$/));
  const errors = (diagnostics as { severity: number; message: string }[]).filter(({ severity }) => severity === 0);
  return { compared: 1, differences: errors.map(({ message }) => message) };
}

function protocol(channel: EmittedChannel): Comparison {
  const folder = mkdtempSync(join(tmpdir(), "structline-proto-"));
  try {
    const files = channel.files.filter(({ path }) => path.endsWith(".proto"));
    for (const { path, text } of files) writeFileSync(join(folder, path), text);
    const names = files.map(({ path }) => path);
    run("protoc", ["-I", folder, `--descriptor_set_out=${join(folder, "all.pb")}`, ...names]);
    return { compared: channel.codecs.length, differences: [] };
  } catch (error) {
    return { compared: channel.codecs.length, differences: [String(error)] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Row {
  channels: number;
  structs: number;
  compared: number;
  readonly differences: string[];
  readonly notes: Map<string, number>;
}

async function channelsFor(emit: string, structs: number): Promise<EmittedChannel[]> {
  const samples = await Promise.all(sampleHeaders().map((header) => emitSample(header, [emit])));
  const makes = [
    { abi: "x86-64", byteOrder: "little" },
    { abi: "x86-64", byteOrder: "big" },
    { abi: "arm-eabi", byteOrder: "little" },
    { abi: "avr", byteOrder: "little" },
  ] as const;
  const count = Math.ceil(structs / makes.length);
  const random = await Promise.all(
    makes.map((make, index) => emitRandom({ seed: 100 + index, count, ...make }, [emit])),
  );
  return [...samples, ...random];
}

/** The note without names. */
function kindOf(message: string): string {
  return message
    .replace(/^[\w-]+: '[^']*': /, "")
    .replace(/the rule '.*' (is|needs)/, "a rule $1")
    .replace(/'[^']*'/, "a function");
}

async function rowOf(
  oracle: Oracle | Together,
  given: { messages: number | undefined; structs: number },
): Promise<Row> {
  const channels = await channelsFor(oracle.emit, given.structs);
  const structs = channels.reduce((sum, { codecs }) => sum + codecs.length, 0);
  const perStruct = Math.ceil((given.messages ?? oracle.messages) / structs);
  const row: Row = { channels: channels.length, structs, compared: 0, differences: [], notes: new Map() };
  const messagesOf = (channel: EmittedChannel) => sampleMessages(channel, perStruct, channels.indexOf(channel) + 1);
  if ("together" in oracle) {
    row.compared = perStruct * structs;
    row.differences.push(...oracle.together(channels, messagesOf));
  } else {
    for (const channel of channels) {
      const { compared, differences } = await oracle.compare(channel, messagesOf(channel));
      row.compared += compared;
      row.differences.push(...differences.map((difference) => `${channel.name}: ${difference}`));
    }
  }
  for (const { message } of channels.flatMap(({ limits }) => limits)) {
    row.notes.set(kindOf(message), (row.notes.get(kindOf(message)) ?? 0) + 1);
  }
  return row;
}

function option(name: string): number | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : Number(process.argv[at + 1]);
}

const given = { messages: option("--messages"), structs: option("--structs") ?? 200 };
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--") && !/^\d+$/.test(argument));
let failed = false;
console.log(
  "| emit | read by | channels | structs | compared | differences | not expressed (fields) |\n|---|---|--:|--:|--:|--:|---|",
);
for (const oracle of ORACLES.filter(({ emit }) => wanted.length === 0 || wanted.includes(emit))) {
  const reason = needsPeers(...oracle.peers) || (oracle.needs?.() ?? false);
  if (reason !== false) {
    console.log(`| ${oracle.emit} | ${oracle.reader} | | | | | skipped: ${reason} |`);
    continue;
  }
  const { channels, structs, compared, differences, notes } = await rowOf(oracle, given);
  failed ||= differences.length > 0;
  const told = [...notes].map(([what, count]) => `${what} (${count})`).join("; ");
  console.log(
    `| ${oracle.emit} | ${oracle.reader} | ${channels} | ${structs} | ${compared} | ${differences.length} | ${told} |`,
  );
  for (const difference of differences.slice(0, 5)) console.error(`  ${difference.slice(0, 400)}`);
}
process.exitCode = failed ? 1 : 0;
