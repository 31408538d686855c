import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Log, SILENT } from "../../../runtime/lib/log.ts";
import { ServiceManager, watchdogIntervalMs } from "../../../runtime/service/service-manager.ts";
import { Lab, type ServiceProcess } from "../../support/lab.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const PROGRAM = fileURLToPath(new URL("../../support/notify-socket.py", import.meta.url));
const skip = requires("systemd-notify");

class NotifySocket {
  readonly directory = temporaryFolder();
  readonly path = join(this.directory, "notify");
  readonly #process: ChildProcess;
  #text = "";

  constructor() {
    this.#process = spawn("/usr/bin/python3", [PROGRAM, this.path], { stdio: ["ignore", "pipe", "inherit"] });
    this.#process.stdout?.on("data", (chunk: Buffer) => {
      this.#text += chunk.toString();
    });
  }

  /** Without the barriers that systemd-notify sends after them. */
  get notifications(): string[] {
    return this.#text.split("\n").filter((line) => /^[A-Z]+=/.test(line) && line !== "BARRIER=1");
  }

  listening(): Promise<unknown> {
    return until(() => this.#text.startsWith("listening"));
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill();
    await gone;
    rmSync(this.directory, { recursive: true });
  }
}

async function withSocket(body: (socket: NotifySocket) => Promise<void>): Promise<void> {
  const socket = new NotifySocket();
  try {
    await socket.listening();
    await body(socket);
  } finally {
    await socket.close();
  }
}

/** The service inherits the environment of the tests. */
async function startWith(lab: Lab, environment: Record<string, string>): Promise<ServiceProcess> {
  Object.assign(process.env, environment);
  try {
    return await lab.start();
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
  }
}

test("the service reports readiness, feeds the watchdog, and reports that it stops [sd_notify(3)]", {
  skip,
}, async () => {
  await withSocket(async (socket) => {
    const lab = new Lab({ ini: "[lab]\nchannels =\n" });
    try {
      const service = await startWith(lab, { NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: "150000" });
      await until(() => socket.notifications.filter((line) => line === "WATCHDOG=1").length >= 2);
      assert.equal(socket.notifications[0], "READY=1");
      assert.equal(await service.stop(), 0);
      await until(() => socket.notifications.includes("STOPPING=1"));
    } finally {
      await lab.remove();
    }
  });
});

test("without a socket nothing is reported; a missing socket is logged", { skip }, async () => {
  const warnings: string[] = [];
  const log: Log = { ...SILENT, warn: (_details, sentence) => warnings.push(sentence) };
  new ServiceManager({ PATH: process.env["PATH"] }, log).ready();
  new ServiceManager({ PATH: process.env["PATH"], NOTIFY_SOCKET: "/nonexistent/notify" }, log).ready();
  await until(() => warnings.length > 0);
  assert.deepEqual(warnings, ["systemd did not get: READY=1"]);
});

test("a machine without systemd-notify is logged", async () => {
  const warnings: object[] = [];
  const log: Log = { ...SILENT, warn: (details) => warnings.push(details) };
  new ServiceManager({ PATH: "/nonexistent", NOTIFY_SOCKET: "/nonexistent/notify" }, log).stopping();
  await until(() => warnings.length > 0);
  assert.deepEqual(warnings, [
    { event: "service-manager.notify", state: "STOPPING=1", reason: "spawn systemd-notify ENOENT" },
  ]);
});

test("the watchdog is fed three times per period, and only for the process that it watches", () => {
  assert.equal(watchdogIntervalMs({ WATCHDOG_USEC: "60000000" }, 7), 20_000);
  assert.equal(watchdogIntervalMs({ WATCHDOG_USEC: "60000000", WATCHDOG_PID: "7" }, 7), 20_000);
  assert.equal(watchdogIntervalMs({ WATCHDOG_USEC: "60000000", WATCHDOG_PID: "8" }, 7), undefined);
  assert.equal(watchdogIntervalMs({ WATCHDOG_USEC: "0" }, 7), undefined);
  assert.equal(watchdogIntervalMs({ WATCHDOG_USEC: "soon" }, 7), undefined);
  assert.equal(watchdogIntervalMs({}, 7), undefined);
});
