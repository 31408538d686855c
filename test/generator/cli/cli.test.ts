/** The command as a process. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { project, TANK } from "./project.ts";

const COMMAND = [
  "--import",
  import.meta.resolve("tsx"),
  fileURLToPath(new URL("../../../generator/cli.ts", import.meta.url)),
];

function gen(cwd: string, ...options: string[]) {
  const env = { ...process.env, SVC_CONFIG: "" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...COMMAND, ...options], {
    cwd,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("wrong usage ends with 2 and one sentence", (t) => {
  const lab = project(t);
  assert.deepEqual(gen(lab.folder, "--chek"), {
    status: 2,
    stdout: "",
    stderr:
      "structline gen: unknown option '--chek' (did you mean '--check'?); 'npm run gen -- --help' lists the options\n",
  });
});

test("help is on standard output and ends with 0", (t) => {
  const { status, stdout } = gen(project(t).folder, "--help");
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: npm run gen/);
});

test("a mistake in a header ends with 1, with place, source line and caret", (t) => {
  const lab = project(t, { "headers/rig.h": TANK.replace("expr=level", "expr=levle") });
  const { status, stdout, stderr } = gen(lab.folder);
  assert.equal(status, 1);
  assert.equal(stdout, "generated: nothing written\n");
  const [first = "", line = "", caret = ""] = stderr.split("\n");
  assert.match(first, /^headers\/rig\.h:5:\d+: error E3\d\d: .*'levle'.*$/);
  assert.equal(line, "    uint16_t level;   //4  @rule: expr=levle / 10; unit=m");
  assert.equal(line.slice(caret.indexOf("^"), caret.length), "levle");
  assert.match(stderr, /\n1 error\n$/);
  assert.deepEqual(lab.generated(), []);
});

test("--json tells the same as one object", (t) => {
  const lab = project(t, { "headers/rig.h": TANK.replace("//4", "//5") });
  const { status, stdout, stderr } = gen(lab.folder, "--json");
  assert.deepEqual([status, stderr], [0, ""]);
  const { ok, folder, written, warnings, diagnostics } = JSON.parse(stdout);
  assert.deepEqual([ok, folder, written.length, warnings], [true, "generated", 10, 1]);
  const { code, severity, message, span } = diagnostics[0];
  assert.deepEqual(
    [code, severity, message, span.file, span.start],
    ["W204", "warning", "the comment places 'level' at 5, the layout at 4", "headers/rig.h", { line: 5, column: 25 }],
  );
});

test("two commands at the same time both succeed", async (t) => {
  const lab = project(t);
  const both = [0, 1].map(() => spawn(process.execPath, COMMAND, { cwd: lab.folder, stdio: "ignore" }));
  const codes = await Promise.all(both.map(async (child) => (await once(child, "exit"))[0]));
  assert.deepEqual(codes, [0, 0]);
  assert.equal(gen(lab.folder, "--check").status, 0);
});

test("--watch generates again when a header is saved, says what changed, and ends with 0", async (t) => {
  const lab = project(t);
  const child = spawn(process.execPath, [...COMMAND, "--watch"], {
    cwd: lab.folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  const lines = linesOf(child);
  assert.match(await lines.next(), /^generated: 10 written/);
  assert.match(await lines.next(), /^watching/);
  lab.write("headers/rig.h", TANK.replace("unit=m", "unit=mm"));
  assert.equal(await lines.next(), "headers/rig.h changed");
  assert.match(await lines.next(), /^generated: \d written \(rig\/struct_tank\.ts/);
  assert.match(lab.read("generated/rig/struct_tank.ts"), /mm/);
  lab.write("headers/rig.h", TANK.replace("uint16_t", "uint17_t"));
  assert.equal(await lines.next(), "headers/rig.h changed");
  assert.equal(await lines.next(), "generated: nothing written");
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [0, null]);
});

/** Lines of standard output, one at a time. */
function linesOf(child: ChildProcess): { next(): Promise<string> } {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return { next: async () => (await lines.next()).value };
}
