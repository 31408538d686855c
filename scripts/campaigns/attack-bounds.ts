/**
 * Attacks on memory, event loop turns and connections, each with a bound and its own service on loopback. Measures how long other clients
 * wait, how much of the longest wait the main thread ran or waited for a processor (the machine's part), the longest turn of the main
 * thread (processor time), and the growth of the service's memory. Needs the built service (`npm run build`).
 * `npm run campaigns -- attack-bounds [words of an attack's name …]`
 */

import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ATTACKS, type Attack } from "../../test/support/bounds/attacks.ts";
import { Lab, type ServiceProcess } from "../../test/support/lab.ts";
import { LongestTurn } from "../../test/support/longest-turn.ts";

const INI = `
[lab]
channels = lab-rig
[lab-rig]
sources = tcp:0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
[http]
listen = 127.0.0.1:0
[log]
level = error
`;
const HEADER = "struct struct_probe { uint8_t length; uint8_t ID; uint16_t value; } probe = {4, 1};\n";
const PROBE_EVERY_MS = 10;
const CALM_MS = 3000;

const words = process.argv.slice(2);
console.log(
  "| attack | others wait at most | of that it ran | waited for a processor | longest turn | memory before | at most | 3 s after | what the attacker got |",
);
console.log("|---|--:|--:|--:|--:|--:|--:|--:|---|");
for (const attack of ATTACKS) {
  if (words.length === 0 || words.some((word) => attack.name.includes(word))) console.log(await measured(attack));
}

async function measured(attack: Attack): Promise<string> {
  const lab = new Lab({ ini: INI, headers: { "rig.h": HEADER } });
  const longest = new LongestTurn();
  try {
    if (lab.generate().status !== 0) throw new Error("the header does not compile");
    const service = await longest.start(
      lab,
      process.env["PROFILE"] === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${process.env["PROFILE"]}`],
    );
    await post(service, new Agent());
    // The first request of a kind loads modules, which should not count for the attack.
    await (await fetch(`${service.url}/read/measurements`)).arrayBuffer();
    await setTimeout(500);
    const before = residentMb(service);
    const watch = watched(service);
    await longest.turn();
    const got = await inProcess(attack.name, service);
    const turnMs = await longest.turn();
    const { longest: wait, mostMb } = watch.end();
    await setTimeout(CALM_MS);
    const after = residentMb(service);
    if (process.env["PROFILE"] !== undefined) await service.stop();
    return `| ${attack.name} | ${wait.ms.toFixed(0)} ms | ${wait.ranMs.toFixed(0)} ms | ${wait.queuedMs.toFixed(0)} ms | ${turnMs.toFixed(0)} ms | ${before} MB | ${Math.max(mostMb, after)} MB | ${after} MB | ${got} |`;
  } finally {
    await lab.remove();
    longest.remove();
  }
}

/** Runs in a separate process, so that the attacker's work does not delay the probe. */
function inProcess(name: string, service: ServiceProcess): Promise<string> {
  const tcpPort = Number(/tcp:\/\/127\.0\.0\.1:(\d+)/.exec(service.output)?.[1]);
  const target = JSON.stringify({ url: service.url, mqttPort: service.mqttPort, tcpPort });
  const path = fileURLToPath(new URL("../../test/support/bounds/attack-process.ts", import.meta.url));
  const child = fork(path, [name, target], { execArgv: ["--import", "tsx"] });
  return new Promise((resolve, reject) => {
    child.once("message", (got) => resolve(String(got)));
    child.once("exit", (code) => reject(new Error(`the attacker ended with ${code}`)));
  });
}

interface Wait {
  readonly ms: number;
  /** The service's main thread meanwhile. */
  readonly ranMs: number;
  readonly queuedMs: number;
}

/** Posts repeatedly as another sender. */
function watched(service: ServiceProcess) {
  const agent = new Agent({ keepAlive: true });
  let longest: Wait = { ms: 0, ranMs: 0, queuedMs: 0 };
  let [mostMb, isOver] = [0, false];
  const probing = (async () => {
    while (!isOver) {
      const began = performance.now();
      const before = scheduled(service);
      const note = () => {
        const ms = performance.now() - began;
        const { ranMs, queuedMs } = scheduled(service);
        if (ms > longest.ms) longest = { ms, ranMs: ranMs - before.ranMs, queuedMs: queuedMs - before.queuedMs };
      };
      const timer = setInterval(note, 50);
      await post(service, agent);
      clearInterval(timer);
      note();
      mostMb = Math.max(mostMb, residentMb(service));
      await setTimeout(PROBE_EVERY_MS);
    }
  })();
  return {
    end() {
      isOver = true;
      void probing.finally(() => agent.destroy());
      return { longest, mostMb };
    },
  };
}

/** Of the main thread since it began. [sched-stats.rst, /proc/<pid>/schedstat] */
function scheduled({ pid }: ServiceProcess): Omit<Wait, "ms"> {
  const [ranNs, queuedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return { ranMs: Number(ranNs) / 1e6, queuedMs: Number(queuedNs) / 1e6 };
}

function post({ url }: ServiceProcess, agent: Agent): Promise<void> {
  const headers = { "Content-Type": "application/json", "Content-Length": 7 };
  return new Promise((resolve) => {
    const asked = request(`${url}/api/probe/n/g/d/data`, { method: "POST", headers, agent }, (response) => {
      response.resume().on("end", resolve);
    });
    asked.on("error", () => resolve());
    asked.end('{"a":1}');
  });
}

function residentMb({ pid }: ServiceProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024);
}
