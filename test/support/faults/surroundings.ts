/** Failures of what the service depends on: the database, the broker, the clock. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakedClock } from "../faked-clock.ts";
import { type Influxd, startInfluxd } from "../influxd.ts";
import type { ServiceProcess } from "../lab.ts";
import { freePort } from "../ports.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { pause, until } from "../until.ts";
import { inFaultLab, PLACES } from "./fault-lab.ts";
import { Load } from "./load.ts";
import { type Counts, compare, type FaultOutcome, type Source, type Tally } from "./outcome.ts";

const UNDER_LOAD = "the load goes on meanwhile";

/** InfluxDB is killed under load and comes back. */
export async function storeDown(seconds: number): Promise<FaultOutcome> {
  const server = await startInfluxd();
  try {
    return await inFaultLab({ store: server.url.replace("http:", "influxdb:") }, async (lab) => {
      const service = await lab.start();
      const load = new Load(lab.ports);
      await pause(1000, UNDER_LOAD);
      await server.halt("SIGKILL");
      const before = load.acknowledgedPosts;
      await pause(seconds * 1000, UNDER_LOAD);
      const meanwhile = load.acknowledgedPosts - before;
      await server.resume();
      await pause(500, UNDER_LOAD);
      const tallies = await load.finish();
      const began = performance.now();
      await service.settled();
      const caughtUp = ((performance.now() - began) / 1000).toFixed(1);
      const code = await service.stop();
      const counts = await compareInflux(server, tallies);
      const note = `${meanwhile} posts answered 200 meanwhile; caught up ${caughtUp} s after the last message, ended with ${code}`;
      return { fault: `InfluxDB killed, back after ${seconds} s`, counts, note };
    });
  } finally {
    await server.stop();
  }
}

async function compareInflux(
  server: Influxd,
  tallies: Readonly<Record<Source, Tally>>,
): Promise<Partial<Record<Source, Counts>>> {
  const counts: Partial<Record<Source, Counts>> = {};
  for (const [source, tally] of Object.entries(tallies) as [Source, Tally][]) {
    const { database, measurement } = PLACES[source];
    const { series } = await server.query(`SELECT "n" FROM "${measurement}"`, database);
    counts[source] = compare(
      tally,
      (series?.[0]?.values ?? []).map(([, n]) => Number(n)),
    );
  }
  return counts;
}

/** An external Mosquitto that keeps its sessions on disk is restarted under load. */
export async function brokerRestarted(times: number): Promise<FaultOutcome> {
  const directory = temporaryFolder();
  const port = await freePort();
  let broker = startBroker(directory, port);
  try {
    return await inFaultLab({ broker: `mqtt://127.0.0.1:${port}` }, async (lab) => {
      const service = await lab.start();
      const load = new Load({ ...lab.ports, mqtt: port });
      for (let time = 0; time < times; time++) {
        await pause(1000, UNDER_LOAD);
        await ended(broker);
        await pause(300, UNDER_LOAD);
        broker = startBroker(directory, port);
      }
      const before = load.acknowledgedPublications;
      await until(() => load.acknowledgedPublications >= before + 100);
      const tallies = await load.finish();
      // The broker has acknowledged them, but the service may not have received them yet.
      await receivedAll(service, tallies.mqtt.sent);
      await service.settled();
      const code = await service.stop();
      const note = `Mosquitto ended and started ${times} times, ended with ${code}`;
      return { fault: "broker restarted", counts: await lab.compare(tallies), note };
    });
  } finally {
    await ended(broker);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function receivedAll(service: ServiceProcess, count: number): Promise<void> {
  await until(async () => {
    const { channels } = await service.json<{ channels: { name: string; decoded: number }[] }>("/health");
    return (channels.find(({ name }) => name.endsWith("valve"))?.decoded ?? 0) >= count;
  });
}

function startBroker(directory: string, port: number): ChildProcess {
  const config = join(directory, "mosquitto.conf");
  const lines = [
    `listener ${port} 127.0.0.1`,
    "allow_anonymous true",
    "user root",
    "persistence true",
    `persistence_location ${directory}/`,
    "max_queued_messages 0",
  ];
  writeFileSync(config, `${lines.join("\n")}\n`);
  return spawn("mosquitto", ["-c", config], { stdio: "ignore" });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill();
  await exit;
}

/** The system clock of the process is set back by an hour, then forward again: within ten seconds, or later. */
export function clockSetBack(secondsEach: number): Promise<FaultOutcome> {
  return inFaultLab({}, async (lab) => {
    const clock = new FakedClock(lab.lab.directory);
    const service = await lab.start(clock.environment);
    const load = new Load(lab.ports);
    await pause(secondsEach * 1000, UNDER_LOAD);
    clock.set(-3600);
    await pause(secondsEach * 1000, UNDER_LOAD);
    const { warnings } = await service.json<{ warnings: string[] }>("/health");
    const warned = warnings.filter((warning) => warning.includes("system clock"));
    clock.set(0);
    await pause(secondsEach * 1000, UNDER_LOAD);
    const tallies = await load.finish();
    await service.settled();
    const code = await service.stop();
    const order = await lab.stored("udp");
    const stretches = 1 + order.filter((n, index) => n < (order[index - 1] ?? 0)).length;
    // Rows received while the clock was an hour behind come first.
    const how = stretches === 1 ? "" : ` in each of ${stretches} stretches of time`;
    const note = `rows are in the order of their sending${how}; \`/health\`: ${warned.join(" ") || "no warning"}; ended with ${code}`;
    return { fault: `clock set back an hour, for ${secondsEach} s`, counts: await lab.compare(tallies), note };
  });
}
