/**
 * Notifies systemd when the service is ready, alive and stopping. [sd_notify(3)] Node has no Unix datagram sockets, so
 * `systemd-notify` sends the messages: the unit needs `NotifyAccess=all`.
 */

import { spawn } from "node:child_process";
import type { Log } from "../lib/log.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Outside systemd (without `NOTIFY_SOCKET`) it does nothing. */
export class ServiceManager {
  readonly #environment: Environment;
  readonly #log: Log;
  #watchdog: NodeJS.Timeout | undefined;
  /** Number of notifications under way. */
  #sending = 0;

  constructor(environment: Environment, log: Log) {
    this.#environment = environment;
    this.#log = log;
  }

  /** Reports that the service is ready; then reports regularly, if systemd asks for it, that the process is alive. */
  ready(): void {
    this.#notify("READY=1");
    const intervalMs = watchdogIntervalMs(this.#environment, process.pid);
    if (intervalMs === undefined) return;
    this.#watchdog = setInterval(() => {
      if (this.#sending === 0) this.#notify("WATCHDOG=1");
    }, intervalMs);
    this.#watchdog.unref();
  }

  /** The watchdog stays active: a drain takes time, and systemd must end a process that hangs in it. */
  stopping(): void {
    this.#notify("STOPPING=1");
  }

  #notify(state: string): void {
    if (this.#environment["NOTIFY_SOCKET"] === undefined) return;
    this.#sending++;
    const child = spawn("systemd-notify", [state], { stdio: "ignore", env: { ...this.#environment } });
    child.unref();
    // Only one of the two events occurs: a program that could not be started does not exit.
    child.once("error", (error) => {
      this.#sending--;
      this.#failed(state, error.message);
    });
    child.once("exit", (code) => {
      this.#sending--;
      if (code !== 0 && code !== null) this.#failed(state, `systemd-notify ended with ${code}`);
    });
  }

  #failed(state: string, reason: string): void {
    this.#log.warn({ event: "service-manager.notify", state, reason }, `systemd did not get: ${state}`);
  }
}

/** A third of systemd's watchdog timeout, ms; undefined if systemd does not watch this process. */
export function watchdogIntervalMs(environment: Environment, pid: number): number | undefined {
  const { WATCHDOG_USEC: text, WATCHDOG_PID: watched } = environment;
  if (watched !== undefined && watched !== String(pid)) return undefined;
  const microseconds = /^[1-9]\d*$/.test(text ?? "") ? Number(text) : 0;
  return microseconds === 0 ? undefined : Math.max(1, Math.floor(microseconds / 3000));
}
