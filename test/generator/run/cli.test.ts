/** The command as a process. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { ROOT } from "../../support/lab.ts";
import { INI, project, TANK } from "./project.ts";

const COMMAND = [join(ROOT, "dist/generator/cli.js")];
const ENVIRONMENT = { ...process.env, SVC_CONFIG: "" };

function gen(cwd: string, ...options: string[]) {
  const env = { ...process.env, SVC_CONFIG: "" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...COMMAND, ...options], {
    cwd,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("wrong usage exits with 2 and one sentence", () => {
  const lab = project();
  assert.deepEqual(gen(lab.folder, "--chek"), {
    status: 2,
    stdout: "",
    stderr:
      "structline gen: unknown option '--chek' (did you mean '--check'?); 'structline gen --help' lists the options\n",
  });
});

test("an error exits with 1 and shows position, source line and caret", () => {
  const lab = project({ "channels.ini": INI.replace("udp_port = 8888", "udp_prt = 8888") });
  const { status, stdout, stderr } = gen(lab.folder);
  assert.deepEqual([status, stdout], [1, "generated: nothing written\n"]);
  assert.match(stderr, /^channels\.ini:5:1: error E501: .*'udp_port'.*\nudp_prt = 8888\n\^~+\n/m);
  assert.match(stderr, /\n1 error\n$/);
});

test("two commands at the same time both succeed, and --json prints one object each", async () => {
  const lab = project({ "headers/rig.h": TANK.replace("//4", "//5") });
  const both = await Promise.all([start(lab.folder, "--json").ended, start(lab.folder, "--json").ended]);
  const runs = both.map(({ stdout }) => JSON.parse(stdout));
  assert.deepEqual(
    both.map(({ status, stderr }) => [status, stderr]),
    [
      [0, ""],
      [0, ""],
    ],
  );
  assert.deepEqual(runs.map(({ ok, written, warnings }) => [ok, written.length, warnings]).sort(), [
    [true, 0, 1],
    [true, 14, 1],
  ]);
  const [{ code, severity, message, span }] = runs[0].diagnostics;
  assert.deepEqual(
    { code, severity, message, file: span.file, start: span.start },
    {
      code: "W204",
      severity: "warning",
      message: "the comment places 'level' at 5, the layout at 4",
      file: "headers/rig.h",
      start: { line: 5, column: 25 },
    },
  );
});

test("--watch generates again when a header is saved, reports the change, and exits with 0", async (t) => {
  const lab = project();
  const { child, ended } = start(lab.folder, "--watch");
  t.after(() => child.kill("SIGKILL"));
  const lines = linesOf(child);
  assert.match(await lines.next(), /^generated: 14 written/);
  assert.match(await lines.next(), /^watching/);
  lab.write("headers/rig.h", TANK.replace("unit=m", "unit=mm"));
  assert.equal(await lines.next(), "headers/rig.h changed");
  assert.match(await lines.next(), /^generated: \d+ written \(rig\/struct_tank\.ts/);
  assert.match(lab.read("generated/rig/struct_tank.ts"), /mm/);
  lab.write("headers/rig.h", TANK.replace("expr=level", "expr=levle"));
  assert.equal(await lines.next(), "headers/rig.h changed");
  assert.equal(await lines.next(), "generated: nothing written");
  child.kill("SIGTERM");
  const { status, stderr } = await ended;
  assert.equal(status, 0);
  const [place = "", line = "", caret = ""] = stderr.split("\n");
  assert.match(place, /^headers\/rig\.h:5:\d+: error E3\d\d: .*'levle'/);
  assert.equal(line, "    uint16_t level;   //4  @rule: expr=levle / 10; unit=m");
  assert.equal(line.slice(caret.indexOf("^"), caret.length), "levle");
});

/** Starts the command as a process; `ended` gives its output. */
function start(cwd: string, ...options: string[]) {
  const child = spawn(process.execPath, [...COMMAND, ...options], { cwd, env: ENVIRONMENT });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, "close").then(([status]) => ({ status, stdout, stderr }));
  return { child, ended };
}

/** Returns lines of standard output one at a time. */
function linesOf(child: ChildProcess): { next(): Promise<string> } {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return { next: async () => (await lines.next()).value };
}
