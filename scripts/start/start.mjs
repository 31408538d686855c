/** `npm start [-- --config FILE]`: sets up what is missing, then runs the service in this process. */

import { spawnSync } from "node:child_process";
import { setUp } from "../build/setup.mjs";

await setUp({ args: process.argv.slice(2), start: true });
endWithNpm();
await import("../../dist/service.js");

/**
 * npm does not forward SIGHUP, nor SIGTERM if there is a shell in between: it would exit and leave the service running. So the service
 * exits when npm is gone. npm is its parent, or its parent's parent if there is a shell.
 */
function endWithNpm() {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const starter = starterOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (starter === undefined || isAlive(starter))) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}

/** The parent of a shell that runs only this script; undefined if `pid` is npm itself, or if it is unknown. */
function starterOf(pid) {
  const { stdout } = spawnSync("ps", ["-o", "ppid=,args=", "-p", String(pid)], { encoding: "utf8" });
  const [, starter, command = ""] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? "") ?? [];
  return /\bsh\b.* -c /.test(command) ? Number(starter) : undefined;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
