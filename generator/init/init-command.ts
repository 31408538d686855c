/** `structline init`: command line, questions and output. */

import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import packageJson from "../../package.json" with { type: "json" };
import { ABI_NAMES, type AbiName } from "../../runtime/channels/abi-names.ts";
import { parseEndpoint } from "../../runtime/channels/endpoints.ts";
import { ConfigError } from "../../runtime/config/config-error.ts";
import { BOARD_EXAMPLES, boardNamed, withBoards } from "../check/boards.ts";
import { DEFINITIONS } from "../definitions/definitions.ts";
import { outputProblem } from "../run/outside-problems.ts";
import { progressFrom } from "../run/progress.ts";
import { type InitOptions, type InitResult, init } from "./init.ts";
import { hasService, isPackage } from "./init-project.ts";
import { isProto } from "./init-proto.ts";
import { type Proposal, proposalText } from "./propose.ts";
import { recordSerial, type SerialRecording } from "./record-serial.ts";

const USAGE = `Usage: structline init [options]

Starts a lab in this folder: writes channels.ini, an example header, .gitignore, and in an npm package also scripts
for gen and start. It overwrites nothing.

  --header FILE    make a channel and codecs for this header instead of the example. Adds the channel if channels.ini
                   exists. Copies a header from outside of this folder to headers/, with its includes
  --from FILE      make a channel and its header from another tool's definition: ${DEFINITIONS.map(({ name }) => name).join(", ")};
                   of a .proto file, a realm whose devices send Protobuf ('--messages NAME' if it has several)
  --source LIST    where its messages come from, as the key 'sources' says it: can:can0, file:drive.log
  --channel NAME   name of the channel (default: from the header's file name)
  --messages LIST  IDs and structs, if the header does not say which struct is which message: '7 gps_t, 8 imu_t'
                   (default: from the header's names and comments; asks if they are not clear)
  --id PLACE       position of the ID in a frame, if the header does not show it: u8@1, u16le@4, none
  --length PLACE   position of the length: u8@0, u16le@2+4 (it does not count 4 bytes), none
  --offset N       bytes of a frame before the struct, if the header does not show it: 6
  --defines LIST   macros that the firmware's build defines: 'BOARD=2, PACKED=__attribute__((packed))'
  --capture FILE   recorded frames (pcap, raw bytes, or hexadecimal lines): finds the protocol and shows the first
                   decoded frames. serial:/dev/ttyUSB0@115200 records a serial port for ten seconds, and makes it the
                   channel's source
  --protocol NAME  the frames' protocol, if you have no recording: 'MAVLink 2', 'u-blox UBX', 'MSP 1' …
  --abi NAME       the firmware's processor: ${ABI_NAMES.slice(0, 6).join(", ")}, … (default: from the header's
                   includes; asks if they are not clear)
  --board NAME     the firmware's board instead: ${BOARD_EXAMPLES.slice(0, 7).join(", ")} … (default: from
                   platformio.ini, sdkconfig, CMakeLists.txt, boards.txt or an .ioc file beside the header)
  --yes            accept all proposals, also guesses
  -h, --help       show this
`;

const OPTIONS = {
  header: { type: "string" },
  from: { type: "string" },
  source: { type: "string" },
  channel: { type: "string" },
  messages: { type: "string" },
  id: { type: "string" },
  length: { type: "string" },
  offset: { type: "string" },
  defines: { type: "string" },
  capture: { type: "string" },
  protocol: { type: "string" },
  abi: { type: "string" },
  board: { type: "string" },
  yes: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

process.exitCode = await main(process.argv.slice(2));

async function main(argv: string[]): Promise<number> {
  try {
    const { values } = parseArgs({ args: argv, options: OPTIONS });
    if (values.help === true) {
      process.stdout.write(USAGE);
      return 0;
    }
    const { header, channel, messages, id, length, offset, defines, capture, protocol, board, yes } = values;
    const abi = ABI_NAMES.find((name) => name === values.abi);
    const { from, source } = values;
    const problem =
      valueProblem(channel, values.abi) ??
      fromProblem(values) ??
      boardProblem(board, values.abi) ??
      frameProblem({ id, length, offset }, { capture, protocol }, header !== undefined);
    if (problem !== undefined) return refuse(problem, 2);
    const guesses = yes === true ? "take" : process.stdin.isTTY ? "ask" : "ask for IDs";
    const given = {
      cwd: process.cwd(),
      header,
      from,
      ...(source !== undefined && { source }),
      channel,
      messages,
      id,
      length,
      offset,
      defines,
      protocol,
      abi,
      board,
      guesses,
      version: packageJson.version,
      progress: progressFrom(performance.now()),
    } as const;
    if (capture?.startsWith("serial:") !== true) return await begin({ ...given, capture });
    return await beginListening({ ...given, capture });
  } catch (error) {
    if (error instanceof ConfigError) return refuse(`${error.message}\n`, 1);
    if (error instanceof TypeError && "code" in error) {
      return refuse(`${error.message.split(/\.\s/)[0]}; 'structline init --help' lists the options\n`, 2);
    }
    return refuse(`${outputProblem(error, process.cwd()).message}\n`, 1);
  }
}

function valueProblem(channel: string | undefined, abi: string | undefined): string | undefined {
  if (channel !== undefined && !/^[a-z0-9][a-z0-9_-]*$/i.test(channel))
    return "a channel's name has letters, digits, '-' and '_'\n";
  if (abi === undefined || ABI_NAMES.some((name) => name === abi)) return undefined;
  return `there is no target '${abi}'; known are ${ABI_NAMES.join(", ")}\n`;
}

function boardProblem(board: string | undefined, abi: string | undefined): string | undefined {
  if (board === undefined) return undefined;
  if (abi !== undefined) return "--abi and --board exclude each other\n";
  if (boardNamed(board) !== undefined) return undefined;
  const examples = BOARD_EXAMPLES.join(", ");
  return `the board '${board}' is not known: name its processor (--abi), or a board of its kind, such as ${examples}\n`;
}

/** A definition says all but where the messages come from. */
function fromProblem({
  from,
  source,
  channel: _,
  yes: __,
  ...others
}: Readonly<Record<string, string | boolean | undefined>>): string | undefined {
  if (from === undefined) return source === undefined ? undefined : "--source belongs to --from\n";
  const isBody = isProto(String(from));
  if (isBody && source !== undefined)
    return "--source belongs to a channel: bodies in Protobuf come over MQTT and HTTP\n";
  const [other] = Object.keys(others).filter((option) => !(isBody && option === "messages"));
  return other === undefined ? undefined : `--from and --${other} exclude each other\n`;
}

type Options = Readonly<Record<string, string | undefined>>;

/** What is wrong with the options about frames. */
function frameProblem(places: Options, sources: Options, hasHeader: boolean): string | undefined {
  const given = (options: Options) => Object.keys(options).filter((option) => options[option] !== undefined);
  const [first] = given({ ...places, ...sources });
  if (first !== undefined && !hasHeader) return `--${first} belongs to --header\n`;
  const [place] = given(places);
  const [source] = given(sources);
  if (place !== undefined && source !== undefined) return `--${place} and --${source} exclude each other\n`;
  const wrong = given(places).find(
    (option) => !(option === "offset" ? /^\d+$/ : /^[a-z0-9@&+]+$/i).test(places[option]!),
  );
  if (wrong === "offset") return "--offset needs a number of bytes: 6\n";
  return wrong === undefined ? undefined : `--${wrong} needs a place: u8@0, u16le@4, none\n`;
}

/** Records from a serial port first. */
async function beginListening(options: InitOptions & { readonly capture: string }): Promise<number> {
  let recording: SerialRecording;
  try {
    const endpoint = parseEndpoint(options.capture);
    if (endpoint.kind !== "serial") throw new Error(`'${options.capture}' is not a serial port`);
    process.stdout.write(`listening to ${endpoint.serial.path} for ten seconds …\n`);
    recording = await recordSerial(endpoint.serial);
  } catch (error) {
    return refuse(`${(error as Error).message}; nothing was written\n`, 1);
  }
  try {
    process.stdout.write(`${recording.bytes} bytes\n`);
    return await begin({ ...options, capture: recording.path, source: options.capture });
  } finally {
    recording.remove();
  }
}

async function begin(given: InitOptions): Promise<number> {
  const options = given.guesses === "ask" ? { ...given, accept: isAccepted } : given;
  const result = await init(options);
  if (result.kind !== "proposed") return tell(result);
  process.stdout.write(`${proposalText(result.proposal).join("\n")}\n`);
  if (!process.stdin.isTTY) return refuse(`nothing was written; ${adviceOf(result.proposal)}\n`, 1);
  return tell(await init({ ...options, ...(await answers(result.proposal)), guesses: "take" }));
}

function adviceOf({ messages = [], target }: Proposal): string {
  const [first] = messages;
  const list = first === undefined ? "" : `say which struct is which message: --messages '7 ${first.name}, …'; `;
  const processor = target.isSettled
    ? ""
    : `say the processor: --abi ${target.candidates.slice(0, 4).join("|")}, or the board: --board ${BOARD_EXAMPLES.slice(0, 3).join("|")} …; `;
  return `${list}${processor}or accept the proposal: --yes`;
}

async function isAccepted(shown: readonly string[]): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    process.stdout.write(`${shown.join("\n")}\n`);
    return /^(?:y(?:es)?)?$/i.test((await terminal.question("Write this channel? [Y/n] ")).trim());
  } finally {
    terminal.close();
  }
}

/** Enter accepts the proposed value. */
async function answers({ target, messages, isUnplaced }: Proposal): Promise<Partial<InitOptions>> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (question: string) => (await terminal.question(question)).trim();
  try {
    let abi: AbiName | undefined = target.abi;
    while (!target.isSettled) {
      const answer = await ask(
        `Which board or processor is it (${target.candidates.map(withBoards).join(", ")})? [${target.abi}] `,
      );
      abi = answer === "" ? target.abi : (ABI_NAMES.find((name) => name === answer) ?? boardNamed(answer)?.abi);
      if (abi !== undefined) break;
    }
    let named = "";
    if (messages?.some(({ isGuess }) => isGuess)) {
      const proposed = messages.map(({ id, name }) => `${id} ${name}`).join(", ");
      named = await ask(`Which are messages, by which IDs? [${proposed}] `);
    }
    const id = isUnplaced ? await ask("Where do frames have the ID (u8@0, u16le@2, none)? [not known] ") : "";
    const length = id === "" ? "" : await ask("Where do they have their length (u8@1, u16le@2+4, none)? [none] ");
    const offset = id === "" ? "" : await ask("How many of their bytes precede the struct? [0] ");
    return {
      abi,
      ...(named !== "" && { messages: named }),
      ...(id !== "" && { id, length: length === "" ? "none" : length }),
      ...(offset !== "" && { offset }),
    };
  } finally {
    terminal.close();
  }
}

function tell(result: InitResult): number {
  const program = process.env["npm_command"] === "exec" || isPackage(process.cwd()) ? "npx structline" : "structline";
  const service = hasService(process.cwd()) ? `'${program}'` : "the package structline-service";
  switch (result.kind) {
    case "proposed":
      throw new Error("it was answered");
    case "refused":
      return refuse(result.text, 1);
    case "done":
      process.stdout.write(`${result.lines.join("\n")}\n\n`);
      process.stderr.write(result.warnings ?? "");
      process.stdout.write(`next: '${program} gen' after each change of a header, ${service} runs the service\n`);
      return 0;
  }
}

function refuse(text: string, exitCode: number): number {
  process.stderr.write(/^\S+: |\n.*\n/.test(text) ? text : `structline init: ${text}`);
  return exitCode;
}
