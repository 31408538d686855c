/** A rival collector, as a process with its own configuration file. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface Rival {
  readonly pid: number;
  end(signal: NodeJS.Signals): Promise<void>;
  /** After `end`. */
  again(): Promise<void>;
  remove(): Promise<void>;
}

/** @param args arguments of the program for a configuration file; its name is `config` */
export async function launchRival(program: string, args: (file: string) => string[], config: string): Promise<Rival> {
  const directory = mkdtempSync(join(tmpdir(), "bench-"));
  const file = join(directory, "config");
  writeFileSync(file, config);
  const launch = () => spawn(program, args(file), { stdio: "ignore" });
  let child: ChildProcess = launch();
  await sleep(2000);
  return {
    pid: child.pid ?? 0,
    end: async (signal) => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill(signal);
      await ended;
    },
    again: async () => {
      child = launch();
      await sleep(1000);
    },
    remove: async () => {
      child.kill("SIGKILL");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
