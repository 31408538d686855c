/** `npm start [-- --config FILE]`: sets up what is missing, then runs the service in this very process. */

import { setUp } from "./setup.mjs";

setUp({ args: process.argv.slice(2) });
process.setSourceMapsEnabled(true);
endWithNpm();
await import("../dist/service.js");

/** npm does not hand a SIGTERM on: when it is gone, nobody could stop the service by the process that was started. */
function endWithNpm() {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}
