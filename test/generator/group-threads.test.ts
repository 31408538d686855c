/** Channels that several threads make: the built program has them, these sources have not. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { VERSION } from "../../runtime/config/program.ts";
import { project } from "./project.ts";

const CLI = fileURLToPath(new URL("../../dist/generator/cli.js", import.meta.url));
/** Says of each thread that is started. */
const TELL = `data:text/javascript,${encodeURIComponent('process.on("worker", () => process.stderr.write("a thread\\n"));')}`;
const NAMES = ["north", "east", "south"];

const INI = `[lab]
channels = ${NAMES.map((name) => `lab-${name}`).join(", ")}
${NAMES.map(
  (name, index) => `
[lab-${name}]
udp_port = ${8880 + index}
wamp_topic = lab.${name}
include_path = headers
header_files = ${name}.h
`,
).join("")}`;

/** So long that threads are worth it. */
function header(name: string): string {
  return `#include "parts.h"
#include "absent.h"
${`/* ${"-".repeat(1000)} */\n`.repeat(100)}
struct struct_${name} { uint8_t length; uint8_t ID; part_t level; /* @rule: expr=level / 10; unit=m */ enum mode mode; } ${name} = {8, 7};
`;
}

const FILES = {
  "channels.ini": INI,
  "headers/parts.h": "typedef uint16_t part_t;\nenum mode { IDLE, BUSY };\n",
  ...Object.fromEntries(NAMES.map((name) => [`headers/${name}.h`, header(name)])),
};

function runBuilt(folder: string, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", TELL, CLI, ...options], {
    cwd: folder,
    env: { ...process.env, SVC_CONFIG: "" },
    encoding: "utf8",
  });
  assert.equal(/^a thread$/m.test(stderr), availableParallelism() > 1 && !stdout.includes("up to date"), stderr);
  return { status, stdout, stderr };
}

test("threads make what one would make, and the next run knows what they read", async (t) => {
  const lab = project(t, FILES);
  const first = runBuilt(lab.folder);
  assert.equal(first.status, 0, first.stderr);
  const alone = project(t, FILES);
  assert.equal((await alone.run({ version: VERSION })).ok, true);
  assert.deepEqual(
    lab.generated().map((path) => [path, lab.read(`generated/${path}`)]),
    alone.generated().map((path) => [path, alone.read(`generated/${path}`)]),
  );
  assert.match(runBuilt(lab.folder).stdout, /up to date/);
  for (const from of [lab, alone]) from.write("headers/absent.h", "#define part_t uint32_t\n");
  const second = runBuilt(lab.folder);
  assert.equal(second.status, 0, second.stderr);
  await alone.run({ version: VERSION });
  assert.match(lab.read("generated/east.ts"), /absent\.h/);
  assert.deepEqual(
    lab.generated().map((path) => [path, lab.read(`generated/${path}`)]),
    alone.generated().map((path) => [path, alone.read(`generated/${path}`)]),
  );
});

test("with an error in a channel that a thread makes nothing is written, and its line is shown", (t) => {
  // With two threads it is the other one that has the second channel.
  const lab = project(t, { ...FILES, "headers/east.h": header("east").replace("level / 10", "levle / 10") });
  const { status, stderr } = runBuilt(lab.folder);
  assert.equal(status, 1);
  assert.match(stderr, /^headers\/east\.h:104:.*'levle'.*\nstruct struct_east .*expr=levle/m);
  assert.deepEqual(lab.generated(), []);
});
