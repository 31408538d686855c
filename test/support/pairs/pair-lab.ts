/** A lab for pairs of features: senders of all kinds that continue through every fault, and a final check of the stored rows. */

import { cpSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type MqttClient } from "mqtt";
import { hashCredential, TOKEN_COST } from "../../../runtime/auth/credential-hash.ts";
import { makeToken } from "../../../runtime/auth/token.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { FakedClock } from "../faked-clock.ts";
import type { Influxd } from "../influxd.ts";
import { Lab, type ServiceProcess } from "../lab.ts";
import { freePort } from "../ports.ts";
import { pause, until } from "../until.ts";
import { CSV_ROWS, type Epoch, type Kind, localText, PLACES, type Sent, type StoredRow, Truth } from "./truth.ts";

export interface PairLabOptions {
  /** Folder of journal and database. Default: beside the configuration. */
  readonly data?: string;
  /** An output for realm beta. Without it, everything goes to DuckDB. */
  readonly influxd?: Influxd;
}

const headerOf = (divisor: Epoch["divisor"]): string =>
  `struct struct_count { uint8_t length; uint8_t ID; uint16_t value; /* @rule: name=v; expr=value / ${divisor} */ uint32_t n; } count = {8, 1};\n`;

export class PairLab {
  readonly truth = new Truth();
  readonly lab: Lab;
  readonly clock: FakedClock;
  service!: ServiceProcess;
  readonly influxd: Influxd | undefined;
  readonly #ports: { readonly http: number; readonly mqtt: number };
  readonly data: string;
  readonly #users: UserEntry[] = [];
  readonly #tokens: Record<string, string> = {};
  #client: MqttClient | undefined;
  /** Realm beta has a separate output. */
  #isRouted = true;
  /** Realm beta has also used the other output, so its rows are in both. */
  #wasElsewhere = false;
  /** Rows of the output that is not in use, as last read; undefined if it has received more since. */
  #elsewhere: readonly StoredRow[] | undefined;
  #apart: Promise<void> = Promise.resolve();
  #isSending = false;
  #sending: Promise<unknown> = Promise.resolve();

  private constructor(ports: { readonly http: number; readonly mqtt: number }, { data, influxd }: PairLabOptions) {
    this.#ports = ports;
    this.influxd = influxd;
    this.lab = new Lab({ ini: "[lab]\nchannels = lab-rig\n", headers: { "rig.h": headerOf(10) } });
    this.data = data ?? join(this.lab.directory, "data");
    this.clock = new FakedClock(this.lab.directory);
  }

  static async open(options: PairLabOptions = {}): Promise<PairLab> {
    const opened = new PairLab({ http: await freePort(), mqtt: await freePort() }, options);
    await opened.#prepare();
    await opened.start();
    return opened;
  }

  /** A process trusts the clock at its start, so this must not run while the clock jumps. */
  start(): Promise<void> {
    return this.apart(async () => {
      this.service = await this.lab.start(this.clock.environment);
    });
  }

  /** Must not run while another one of these runs. */
  apart(work: () => Promise<void>): Promise<void> {
    const done = this.#apart.then(work);
    this.#apart = done.catch(() => {});
    return done;
  }

  async close(): Promise<void> {
    this.#client?.end(true);
    await this.lab.remove();
  }

  /** Codecs of both divisors, and the users. */
  async #prepare(): Promise<void> {
    const { directory } = this.lab;
    // The last codecs of each know the other's as replaced.
    for (const divisor of [10, 100, 10] as const) {
      const epoch = { ...this.truth.epoch, divisor };
      this.#configure(epoch);
      writeFileSync(join(directory, "headers/rig.h"), headerOf(divisor));
      const { status, output } = this.lab.generate();
      if (status !== 0) throw new Error(output);
      cpSync(join(directory, "generated"), join(directory, `generated-${divisor}`), { recursive: true });
    }
    const password = await hashCredential("a long secret", TOKEN_COST);
    for (const name of ["device", "root"]) {
      const { text, entry } = await makeToken(new Date(0));
      this.#tokens[name] = text;
      const rights = { read: ["acme", "beta", "lab"], write: ["acme", "beta", "lab"], admin: name === "root" };
      this.#users.push({ name, ...rights, password, tokens: [entry] });
    }
    this.#writeUsers();
    mkdirSync(this.data, { recursive: true });
  }

  #writeUsers(): void {
    writeUsersFile(join(this.lab.directory, "users.json"), this.#users);
  }

  #configure({ zone, beta }: Epoch): void {
    const routed =
      this.#isRouted &&
      this.influxd &&
      `[store-beta]\nurl = ${this.influxd.url.replace("http:", "influxdb:")}\ndatabases = beta_*\n`;
    const text = `[lab]
channels = lab-rig
[lab-rig]
udp_port = 0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
[realm-acme]
timezone = ${zone}
${beta ? "[realm-beta]\n" : ""}[http]
listen = 127.0.0.1:${this.#ports.http}
[mqtt]
listen = 127.0.0.1:${this.#ports.mqtt}
[auth]
users_file = users.json
[journal]
directory = ${this.data}/journal
[store]
url = duckdb:${this.data}/telemetry.duckdb
${routed || ""}`;
    writeFileSync(`${this.lab.config}.tmp`, text);
    renameSync(`${this.lab.config}.tmp`, this.lab.config);
  }

  /** The configuration, and the codecs, are those of the epoch. */
  write(epoch: Epoch): void {
    const { directory } = this.lab;
    this.#configure(epoch);
    writeFileSync(join(directory, "headers/rig.h"), headerOf(epoch.divisor));
    cpSync(join(directory, `generated-${epoch.divisor}`), join(directory, "generated"), {
      recursive: true,
      force: true,
    });
  }

  async reload(epoch: Epoch): Promise<void> {
    this.truth.changing(epoch);
    this.write(epoch);
    await this.hangUp();
    this.truth.settled();
  }

  /** SIGHUP; resolves when the configuration was read. */
  async hangUp(): Promise<void> {
    const { service } = this;
    const count = () => service.output.split("reloaded: ").length;
    const before = count();
    service.signal("SIGHUP");
    await until(() => {
      if (/not reloaded: .*/.test(service.output)) throw new Error(/not reloaded: .*/.exec(service.output)![0]);
      return count() > before;
    });
  }

  /** Changes the output of realm beta, which needs a restart. */
  async reroute(): Promise<void> {
    await this.service.stop();
    this.#isRouted = !this.#isRouted;
    this.#wasElsewhere = true;
    this.#elsewhere = undefined;
    this.#configure(this.truth.epoch);
    await this.start();
  }

  /** A token that is made, used and revoked: what comes with it then is refused. */
  async revoke(): Promise<void> {
    const { text, entry } = await makeToken(new Date());
    const [device] = this.#users;
    this.#users[0] = { ...device!, tokens: [...device!.tokens, entry] };
    this.#writeUsers();
    await this.hangUp();
    this.#users[0] = device!;
    this.#writeUsers();
    await this.hangUp();
    for (let count = 0; count < 3; count++) await this.send("revoked", text);
  }

  /** Sends one message and waits for its answer. */
  async send(kind: Kind, token = this.#tokens["device"]!): Promise<Sent> {
    const sent = this.truth.begin(kind);
    if (kind === "mqtt") return this.#publish(sent);
    const { path, type, body } = requestOf(sent);
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": type };
    const status = await fetch(`http://127.0.0.1:${this.#ports.http}/api/${path}`, {
      method: "POST",
      headers,
      body,
    }).then(
      async (response) => {
        await response.text();
        return response.status;
      },
      () => 0,
    );
    // After a status of 500 or more the sender may repeat the message, since it does not know whether it was stored.
    this.truth.end(sent, status === 200 ? "acknowledged" : status === 0 || status >= 500 ? "unknown" : "refused");
    return sent;
  }

  async #publish(sent: Sent): Promise<Sent> {
    this.#client ??= connect(`mqtt://127.0.0.1:${this.#ports.mqtt}`, {
      username: "device",
      password: this.#tokens["device"]!,
      clientId: "valve",
      clean: false,
      reconnectPeriod: 50,
    }).on("error", () => {});
    const payload = JSON.stringify({ time: `${localText(sent.n)}Z`, n: sent.n });
    const done = await this.#client.publishAsync("acme/plant/hall/valve/data.json", payload, { qos: 1 }).then(
      () => "acknowledged" as const,
      () => "unknown" as const,
    );
    this.truth.end(sent, done);
    return sent;
  }

  /** Sends these in several parallel sequences until `pause`. */
  sendOn(kinds: readonly Kind[], lines = 4, everyMs = 25): void {
    this.#isSending = true;
    const line = async (first: number) => {
      for (let count = first; this.#isSending; count++) {
        const { answer } = await this.send(kinds[count % kinds.length]!);
        await pause(answer === "unknown" ? 2 * everyMs : everyMs, "the rate");
      }
    };
    this.#sending = Promise.all([this.#sending, ...Array.from({ length: lines }, (_, index) => line(index))]);
  }

  async pause(): Promise<void> {
    this.#isSending = false;
    await this.#sending;
  }

  /** As the administrator. */
  ask(path: string, body?: object): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#tokens["root"]}`, "Content-Type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return fetch(`http://127.0.0.1:${this.#ports.http}${path}`, init);
  }

  /** Resolves when each output has stored everything in the journal. */
  settled(): Promise<unknown> {
    return until(async () => {
      const { parts } = (await (await this.ask("/health")).json()) as {
        parts: Record<string, { counts?: { waiting?: number } }>;
      };
      const writers = Object.entries(parts).filter(([name]) => name.startsWith("writer"));
      return writers.every(([, { counts }]) => counts?.waiting === 0);
    });
  }

  /** Rows of a kind, from an export. */
  async stored(kind: Kind): Promise<StoredRow[]> {
    const { database, measurement } = PLACES[kind]!;
    const place = `database=${database}&measurement=${measurement}`;
    const response = await this.ask(`/read/export?${place}&from=2000-01-01&to=2100-01-01&format=ndjson`);
    const text = await response.text();
    if (response.status === 404) return [];
    if (!response.ok) throw new Error(`the export of ${measurement}: ${response.status} ${text}`);
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => {
      const { time, n, v } = JSON.parse(line) as { time: string; n: number; v?: number };
      const [, seconds = "", fraction = ""] = /^(.*?)(?:\.(\d+))?Z$/.exec(time) ?? [];
      const ns = BigInt(fraction.padEnd(9, "0"));
      return { n, v, timeNs: BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + ns };
    });
  }

  /** Problems after all faults are repaired and nothing is in flight. */
  async problems(): Promise<string[]> {
    await until(() => this.truth.underWay === 0);
    await this.settled();
    const stored = new Map<Kind, readonly StoredRow[]>();
    for (const kind of Object.keys(PLACES) as Kind[]) stored.set(kind, await this.stored(kind));
    const untold = await this.#untold();
    if (this.#wasElsewhere && this.influxd !== undefined) {
      // Rows in the former output stay there and are not shown. Rows that it had not confirmed are in both outputs, unchanged.
      const here = stored.get("beta")!;
      const keys = new Set(here.map(keyOf));
      const others = this.#elsewhere ?? (await this.#askOther(here));
      stored.set("beta", [...here, ...others.filter((row) => !keys.has(keyOf(row)))]);
    }
    return [...this.truth.compare(stored), ...untold];
  }

  /** Rows of the other output, which is in use from then on. */
  async #askOther(here: readonly StoredRow[]): Promise<readonly StoredRow[]> {
    await this.reroute();
    this.#elsewhere = here;
    return this.stored("beta");
  }

  /** Rejected messages that are not dead letters. */
  async #untold(): Promise<string[]> {
    const { rejects } = (await (await this.ask("/rejects?limit=100000")).json()) as {
      rejects: { address: string; code: string }[];
    };
    const addresses = new Set(rejects.map(({ address }) => address));
    const bad = this.truth.sent.filter(({ kind, answer }) => kind === "bad" && answer === "refused");
    const lost = bad.filter(({ n }) => ![...addresses].some((address) => address.includes(`bad${n}`)));
    const odd = this.truth.sent.filter(({ kind, answer }) => kind === "odd" && answer === "acknowledged").length;
    const conflicts = rejects.filter(({ code }) => code === "type-conflict").length;
    const some = this.truth.sent.filter(({ kind, answer }) => kind === "odd" && answer === "unknown").length;
    return [
      ...lost.map(({ n }) => `untold: bad ${n} was rejected, and is not a dead letter`),
      ...(conflicts < odd || conflicts > odd + some
        ? [`untold: ${odd} rows conflict, ${conflicts} are dead letters`]
        : []),
    ];
  }
}

function keyOf({ n, timeNs }: StoredRow): string {
  return `${n} ${timeNs}`;
}

function requestOf({ kind, n }: Sent): { readonly path: string; readonly type: string; readonly body: string } {
  const json = (device: string, body: object) => ({
    path: `${device}/data`,
    type: "application/json",
    body: JSON.stringify(body),
  });
  switch (kind) {
    case "received":
      return json("acme/plant/hall/gauge", { n });
    case "beta":
      return json("beta/plant/hall/press", { time: localText(n), n });
    case "odd":
      return json("acme/plant/hall/odd", { v: `text ${n}` });
    case "bad":
      return { path: `acme/plant/hall/bad${n}/data`, type: "application/json", body: `{"n": ${n},` };
    case "csv": {
      const rows = Array.from({ length: CSV_ROWS }, (_, row) => `${localText(n + row)},${n + row}\n`).join("");
      return { path: "acme/plant/hall/csv/data", type: "text/csv", body: `## time,n\n${rows}` };
    }
    case "frame": {
      const frame = Buffer.from([8, 1, 0, 0, 0, 0, 0, 0]);
      frame.writeUInt16LE(n % 1000, 2);
      frame.writeUInt32LE(n, 4);
      return { path: "lab/rig/data", type: "text/plain", body: `${frame.toString("hex")}\n` };
    }
    default:
      return json("acme/plant/hall/press", { time: localText(n), n });
  }
}
