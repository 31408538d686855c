/** `npm start [-- --config FILE]`: sets up what is missing, then runs the service in this very process. */

import { spawnSync } from "node:child_process";
import { setUp } from "./setup.mjs";

setUp({ args: process.argv.slice(2) });
endWithNpm();
await import("../dist/service.js");

/**
 * npm hands on neither SIGHUP nor, through the shell between, SIGTERM: it ends, and the service would go on with nobody to
 * stop it. So the service ends when npm is gone. It is the parent, or the parent's parent where the shell stays between.
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

/** Who started a shell that runs nothing but this script; undefined where `pid` is npm itself, or nobody can tell. */
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
