/** A lab with fixed ports across restarts, and the content of its database at the end. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Lab, type ServiceProcess } from "../lab.ts";
import { freePort } from "../ports.ts";
import type { LoadPorts } from "./load.ts";
import { type Counts, compare, type Source, type Tally } from "./outcome.ts";

const HEADER = `struct struct_count { uint8_t length; uint8_t ID; uint16_t low; uint32_t n; } count = {8, 1};\n`;

export interface FaultLabOptions {
  /** Further sections. */
  readonly ini?: string;
  /** Folder of journal and database. Default: beside the configuration. */
  readonly data?: string;
  /** Absent: the embedded broker on a port of its own. */
  readonly broker?: string;
  /** Absent: DuckDB. */
  readonly store?: string;
}

/** Database and measurement that the messages of {@link Load} are stored in. */
export const PLACES: Readonly<Record<Source, { readonly database: string; readonly measurement: string }>> = {
  udp: { database: "lab_rig", measurement: "01_count" },
  http: { database: "acme_plant", measurement: "hall_press_sensors" },
  mqtt: { database: "acme_plant", measurement: "hall_valve_sensors" },
};

export class FaultLab {
  readonly lab: Lab;
  readonly ports: LoadPorts;
  readonly #database: string;

  private constructor(lab: Lab, ports: LoadPorts, database: string) {
    this.lab = lab;
    this.ports = ports;
    this.#database = database;
  }

  static async open({ ini = "", data, broker, store }: FaultLabOptions = {}): Promise<FaultLab> {
    const ports = { udp: await freePort(), http: await freePort(), mqtt: await freePort() };
    const place = data ?? "data";
    const text = (udpPort: number) => `[lab]
channels = lab-rig
[lab-rig]
udp_port = ${udpPort}
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
[http]
listen = 127.0.0.1:${ports.http}
[mqtt]
${broker === undefined ? `listen = 127.0.0.1:${ports.mqtt}` : `url = ${broker}`}
[journal]
directory = ${place}/journal
[store]
url = ${store ?? `duckdb:${place}/telemetry.duckdb`}
${ini}`;
    // The port does not affect codecs, so all these labs share them.
    const lab = new Lab({ ini: text(0), headers: { "rig.h": HEADER } });
    const { status, output } = lab.generate();
    if (status !== 0) throw new Error(output);
    lab.configure(text(ports.udp));
    return new FaultLab(lab, ports, join(data ?? join(lab.directory, "data"), "telemetry.duckdb"));
  }

  start(environment: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    return this.lab.start(environment);
  }

  /** Compares what was sent with the database file. The service must be stopped, since this opens the file itself. */
  async compare(tallies: Readonly<Partial<Record<Source, Tally>>>): Promise<Partial<Record<Source, Counts>>> {
    const counts: Partial<Record<Source, Counts>> = {};
    for (const [source, tally] of Object.entries(tallies) as [Source, Tally][]) {
      if (tally.sent > 0) counts[source] = compare(tally, await this.stored(source));
    }
    return counts;
  }

  /** The number of each row, in the order of time. */
  async stored(source: Source): Promise<number[]> {
    const { database, measurement } = PLACES[source];
    const rows = await this.query(`SELECT n FROM "${database}"."${measurement}" ORDER BY "time"`);
    return rows.map(([n]) => Number(n));
  }

  async query(sql: string): Promise<unknown[][]> {
    const instance = await DuckDBInstance.create(this.#database, { access_mode: "READ_ONLY" });
    const connection = await instance.connect();
    try {
      return (await connection.runAndReadAll(sql)).getRows();
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  }

  remove(): Promise<void> {
    return this.lab.remove();
  }
}

/** Opens a lab, runs the body, removes the lab. */
export async function inFaultLab<T>(options: FaultLabOptions, body: (lab: FaultLab) => Promise<T>): Promise<T> {
  const lab = await FaultLab.open(options);
  try {
    return await body(lab);
  } finally {
    await lab.remove();
  }
}

/** Largest resident memory of a process so far, MiB (Linux). */
export function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
