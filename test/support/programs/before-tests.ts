/** Loaded before each test file. */

import type asyncHooks from "node:async_hooks";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isMainThread } from "node:worker_threads";
import { showSourcePlaces } from "../../../runtime/lib/source-places.ts";

// Stack traces of the bundles then name places in the sources. Node's own option would read the map of every loaded file.
showSourcePlaces();

// Node counts a test file as passed when its process exits with 0, also when `process.exit` cut its tests short.
const bundles = dirname(process.env["STRUCTLINE_TEST_PROGRAMS"] ?? "");
if (isMainThread && dirname(process.argv[1] ?? "") === bundles) {
  const { exit } = process;
  process.exit = (code): never => {
    console.error(new Error("a test's process was ended before its tests"));
    return exit(Number(code ?? 0) || 1);
  };
  process.on("exit", noteSeconds);
  followOnlyTests();
}

/**
 * Node's test runner follows every promise of the process, to name the test of an error that nobody awaits, and so to name a test's
 * parent. That takes a fifth of the processor time. Here it learns of the tests themselves, thus of parents; a stray error
 * fails the file.
 */
function followOnlyTests(): void {
  const hooks: { -readonly [name in keyof typeof asyncHooks]: (typeof asyncHooks)[name] } =
    process.getBuiltinModule("node:async_hooks");
  const { createHook, AsyncResource } = hooks;
  let created: asyncHooks.HookCallbacks["init"];
  hooks.createHook = ({ init }) => {
    created = init;
    const hook = { enable: () => hook, disable: () => hook };
    return hook;
  };
  hooks.AsyncResource = class extends AsyncResource {
    constructor(...[type, options]: ConstructorParameters<typeof AsyncResource>) {
      super(type, options);
      created?.(this.asyncId(), type, this.triggerAsyncId(), this);
    }
  };
  // It keeps both from the time when it is loaded.
  process.getBuiltinModule("node:test");
  Object.assign(hooks, { createHook, AsyncResource });
}

/** The processor time of this process and of those that it started and that have ended. [proc_pid_stat(5): 14 to 17, in hundredths of a second] */
function noteSeconds(): void {
  const [file, stat] = [process.env["STRUCTLINE_SECONDS"], "/proc/self/stat"];
  if (file === undefined || !existsSync(stat)) return;
  const fields = readFileSync(stat, "latin1")
    .replace(/^.*\) /, "")
    .split(" ")
    .slice(11, 15);
  const seconds = fields.reduce((sum, field) => sum + Number(field), 0) / 100;
  appendFileSync(file, `${seconds} ${basename(process.argv[1] ?? "", ".mjs")}\n`);
}
