/** A lab for end-to-end tests: a folder with configuration and headers, codecs, and the service as a process. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DatagramPace } from "./datagram-queue.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Whose programs labs run: a benchmark measures those of another commit, too. */
const BUILT = process.env["STRUCTLINE_BUILT"] ?? ROOT;

export interface LabFiles {
  /** Sections behind `[http]` and `[mqtt]`, which listen on ports of the system's choice. */
  readonly ini: string;
  /** Header name → text; absent: the sample headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export class Lab {
  readonly directory = temporaryFolder();
  readonly #processes = new Set<ServiceProcess>();

  constructor({ ini, headers }: LabFiles) {
    mkdirSync(join(this.directory, "headers"));
    if (headers === undefined) cpSync(join(ROOT, "headers"), join(this.directory, "headers"), { recursive: true });
    for (const [name, text] of Object.entries(headers ?? {}))
      writeFileSync(join(this.directory, "headers", name), text);
    this.configure(ini);
  }

  get config(): string {
    return join(this.directory, "channels.ini");
  }

  configure(ini: string): void {
    const sections = ["[http]\nlisten = 127.0.0.1:0\n", "[mqtt]\nlisten = 127.0.0.1:0\n"];
    const missing = sections.filter((section) => !ini.includes(section.slice(0, section.indexOf("\n"))));
    writeFileSync(this.config, `${ini}\n${missing.join("\n")}`);
  }

  /** Runs the generator; returns its exit code and output. A lab equal to an earlier one gets its codecs. */
  generate(...options: readonly string[]): { status: number | null; output: string } {
    const generated = join(this.directory, "generated");
    if (options.length > 0 || existsSync(generated)) return this.#run(options);
    const kept = this.#kept();
    if (existsSync(kept)) {
      cpSync(join(kept, "generated"), generated, { recursive: true });
      return { status: 0, output: readFileSync(join(kept, "output"), "utf8") };
    }
    const result = this.#run([]);
    if (result.status === 0) keep(kept, generated, result.output);
    return result;
  }

  /** Cache folder of codecs, for this program, these headers and the relevant settings. */
  #kept(): string {
    const shaping = readFileSync(this.config, "utf8").split(/^(?=\[)/m);
    const hash = createHash("sha256").update(shaping.filter((section) => /^\[(lab|realm)/.test(section)).join(""));
    for (const name of readdirSync(join(this.directory, "headers")).sort())
      hash.update(`\0${name}\0`).update(readFileSync(join(this.directory, "headers", name)));
    const program = readFileSync(join(BUILT, "dist/sources.sha256"), "utf8").slice(0, 16);
    return join(ROOT, "test/.work/codecs", program, hash.digest("hex").slice(0, 16));
  }

  #run(options: readonly string[]): { status: number | null; output: string } {
    const args = [join(BUILT, "dist/generator/cli.js"), "--config", this.config, ...options];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    return { status, output: stdout + stderr };
  }

  /**
   * Starts the service and waits until it runs.
   * @param input its standard input
   * @throws Error with its output if it ends
   */
  async start(
    environment: Readonly<Record<string, string>> = {},
    nodeOptions: readonly string[] = [],
    input?: Uint8Array,
  ): Promise<ServiceProcess> {
    const service = new ServiceProcess(this.config, environment, nodeOptions, input);
    this.#processes.add(service);
    await service.running();
    return service;
  }

  /**
   * Kills a running service and removes the folder.
   * @param codecs `lost`: some were removed before everything was stored
   * @throws Error if a message was decoded differently than on receipt
   */
  async remove(codecs: "there" | "lost" = "there"): Promise<void> {
    await Promise.all([...this.#processes].map((service) => service.kill()));
    rmSync(this.directory, { recursive: true, force: true });
    const said = [...this.#processes].map(({ output }) => output).find((output) => output.includes(OTHERWISE));
    if (said !== undefined && codecs === "there")
      throw new Error(`a message was decoded otherwise than when it came:\n${said}`);
  }
}

/** Another test may be writing the same entry at this moment. */
function keep(kept: string, generated: string, output: string): void {
  mkdirSync(dirname(kept), { recursive: true });
  const folder = mkdtempSync(`${kept}-`);
  cpSync(generated, join(folder, "generated"), { recursive: true });
  writeFileSync(join(folder, "output"), output);
  try {
    renameSync(folder, kept);
  } catch {
    rmSync(folder, { recursive: true });
  }
}

/** The service's message if it decodes a message differently than on receipt, which must not happen. */
const OTHERWISE = "decoded when they arrived, but do not decode now";

export class ServiceProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  output = "";

  constructor(
    config: string,
    environment: Readonly<Record<string, string>> = {},
    nodeOptions: readonly string[] = [],
    input?: Uint8Array,
  ) {
    const program = join(BUILT, "dist", "structline.cjs");
    if (!existsSync(program)) throw new Error("the service is not built; run 'npm run build'");
    const env = { ...process.env, ...environment };
    const args = [...nodeOptions, program, "--config", config];
    const stdin = input === undefined ? "ignore" : "pipe";
    this.#child = spawn(process.execPath, args, { env, stdio: [stdin, "pipe", "pipe"] });
    this.#child.stdin?.end(input);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.#exited = new Promise((resolve) => this.#child.once("exit", (code) => resolve(code)));
  }

  async running(): Promise<void> {
    let code: number | null | undefined;
    void this.#exited.then((exitCode) => {
      code = exitCode;
    });
    await until(() => {
      if (code !== undefined) throw new Error(`the service ended with ${code}:\n${this.output}`);
      return /^ {2}health /m.test(this.output);
    });
  }

  /** `http://127.0.0.1:…`, without a slash at its end. */
  get url(): string {
    return /page\s+(\S+)\/$/m.exec(this.output)?.[1] ?? "";
  }

  get mqttPort(): number {
    return Number(/mqtts?:\/\/127\.0\.0\.1:(\d+)/.exec(this.output)?.[1]);
  }

  udpPort(channel: string): number {
    return Number(new RegExp(`udp://127\\.0\\.0\\.1:(\\d+) {2}channel ${channel},`).exec(this.output)?.[1]);
  }

  tcpPort(channel: string): number {
    return Number(new RegExp(`tcp://127\\.0\\.0\\.1:(\\d+) {2}channel ${channel}$`, "m").exec(this.output)?.[1]);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Exit code. */
  exited(): Promise<number | null> {
    return this.#exited;
  }

  /** SIGTERM; its exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill("SIGTERM");
    return this.#exited;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exited;
  }

  async json<T>(path: string): Promise<T> {
    const response = await fetch(`${this.url}${path}`);
    const text = await response.text();
    if (!response.ok && path !== "/health") throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Resolves when everything journaled is stored. */
  settled(): Promise<void> {
    return this.settledAs(undefined);
  }

  /** The same for a service that requires a token. */
  async settledAs(token: string | undefined): Promise<void> {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    await until(async () => {
      const response = await fetch(`${this.url}/health`, { headers });
      const { parts } = (await response.json()) as { parts: { writer: { counts: { waiting: number } } } };
      return parts.writer.counts.waiting === 0;
    });
  }
}

/** Sends datagrams to a port of this machine, each handed to the kernel before the next, and no faster than they are received. */
export async function sendDatagrams(port: number, payloads: Iterable<Uint8Array>): Promise<void> {
  const socket = createSocket("udp4");
  const pace = new DatagramPace(port);
  for (const payload of payloads) {
    await pace.ready();
    await new Promise<void>((resolve, reject) => {
      socket.send(payload, port, "127.0.0.1", (error) => (error === null ? resolve() : reject(error)));
    });
  }
  socket.close();
}
