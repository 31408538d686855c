/** A step of a start that takes a while: a line that moves, all that the program said when it fails, and no child that outlives Ctrl-C. */

import { spawn, spawnSync } from "node:child_process";

/** Between two lines of a log; a terminal's line moves several times a second. */
const LOG_LINE_MS = 10_000;
const TERMINAL_LINE_MS = 200;
/** For a program that was asked to end. */
const END_MS = 2_000;
const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
const MOST_KEPT = 1 << 20;

/**
 * @param what for the line, such as "installing packages"
 * @param command program and arguments
 * @param progress what has been reached, such as "12 of 300"; called often
 * @param watch called once with a function that ends the step with a sentence
 */
export async function step(what, command, { cwd, env = process.env, progress = () => "", watch = () => {} }) {
  const line = new MovingLine(what, progress);
  const [program, ...args] = command;
  // A group of its own: what the program started ends with it.
  const group = process.platform !== "win32";
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: group });
  const stop = (signal) => endTree(child, signal, group);
  let interrupted = false;
  const onSignal = (signal) => {
    if (interrupted) return;
    interrupted = true;
    line.end("interrupted");
    void stop(signal).then(() => process.exit(128 + SIGNALS[signal]));
  };
  for (const signal of Object.keys(SIGNALS)) process.on(signal, onSignal);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said = (said + text).slice(-MOST_KEPT);
    });
  }
  let objection;
  watch(async (sentence) => {
    objection = sentence;
    await stop("SIGTERM");
  });
  const { status, error } = await new Promise((resolve) => {
    child.on("error", (error) => resolve({ error }));
    // After a signal the process ends there, and says nothing more.
    child.on("close", (status) => interrupted || resolve({ status }));
  });
  for (const signal of Object.keys(SIGNALS)) process.off(signal, onSignal);
  line.end(status === 0 ? undefined : "failed");
  if (status === 0) return said;
  if (objection === undefined) process.stderr.write(said);
  const sentence = `${what} failed: '${command.join(" ")}' ended with ${status}`;
  return fail(objection ?? (error === undefined ? sentence : `${what} failed: ${error.message}`));
}

export function fail(message) {
  console.error(`structline: ${message}`);
  process.exit(1);
}

/** Ends a child and what it started; resolves when the child has ended. */
async function endTree(child, signal, group) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.on("close", resolve));
  kill(signal);
  const timer = setTimeout(() => kill("SIGKILL"), END_MS);
  await ended;
  clearTimeout(timer);

  function kill(name) {
    if (!group) return void spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
    try {
      process.kill(-child.pid, name);
    } catch {
      // It has ended.
    }
  }
}

class MovingLine {
  #what;
  #progress;
  #started = Date.now();
  #terminal = process.stderr.isTTY;
  #timer;

  constructor(what, progress) {
    this.#what = what;
    this.#progress = progress;
    process.stderr.write(`structline: ${what} …${this.#terminal ? "" : "\n"}`);
    this.#timer = setInterval(() => this.#show(), this.#terminal ? TERMINAL_LINE_MS : LOG_LINE_MS);
  }

  end(said) {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    const text = `structline: ${this.#what}: ${said ?? this.#seconds(1)}`;
    if (this.#terminal) process.stderr.write(`\r\u001b[K${text}\n`);
    else if (said !== "failed") process.stderr.write(`${text}\n`);
  }

  #show() {
    const reached = [this.#progress(), this.#seconds(0)].filter((part) => part !== "").join(", ");
    const text = `structline: ${this.#what}: ${reached} …`;
    process.stderr.write(this.#terminal ? `\r\u001b[K${text}` : `${text}\n`);
  }

  #seconds(digits) {
    return `${((Date.now() - this.#started) / 1000).toFixed(digits)} s`;
  }
}
