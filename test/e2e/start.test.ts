/** Failing starts: one clear sentence, exit code 1 (2 for a wrong option). */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Lab, ROOT } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { until } from "../support/until.ts";

let lab: Lab;
const channel = (port: number) =>
  `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = ${port}\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n`;

before(() => {
  lab = new Lab({ ini: channel(0) });
  assert.equal(lab.generate().status, 0);
});

after(() => lab.remove());

function runProgram(...options: readonly string[]) {
  const args = [join(ROOT, "dist/structline.cjs"), ...options];
  return spawnSync(process.execPath, args, { encoding: "utf8", cwd: lab.directory });
}

function start(...options: readonly string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = runProgram(...options);
  assert.equal(stdout, "");
  return { status, said: stderr.trim() };
}

/** The lab is not in the clone, so npm needs its folder. */
const GEN = `npm run gen --prefix ${ROOT.replace(/\/$/, "")}`;
/** The holder of these tests' ports. */
const MYSELF = `node (process ${process.pid})`;

test("a UDP port in use", async () => {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
  const { port } = socket.address();
  lab.configure(channel(port));
  assert.deepEqual(start(), {
    status: 1,
    said: `structline: channel 'rig': udp://127.0.0.1:${port} is in use by ${MYSELF}; stop it or choose another [lab-rig] udp_port (channels.ini:4)`,
  });
  socket.close();
  lab.configure(channel(0));
});

test("init says what is in its way, without a trace", () => {
  const folder = join(lab.directory, "begun");
  mkdirSync(folder);
  writeFileSync(join(folder, "headers"), "a file, not a folder");
  const args = [join(ROOT, "dist/structline.cjs"), "init", "--header", join(ROOT, "headers/rig.h"), "--yes"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: folder });
  assert.deepEqual(
    [status, stderr.trim().split("\n").at(-1)],
    [1, "structline init: cannot write 'headers/rig.h': a file is in the way"],
  );
});

test("the HTTP port in use", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  lab.configure(`${channel(0)}[http]\nlisten = 127.0.0.1:${port}\n`);
  assert.deepEqual(start(), {
    status: 1,
    said: `structline: http://127.0.0.1:${port} is in use by ${MYSELF}; stop it or choose another [http] listen (channels.ini:9)`,
  });
  server.close();
  lab.configure(channel(0));
});

test("the MQTT port in use", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  lab.configure(`${channel(0)}[mqtt]\nlisten = 127.0.0.1:${port}\n[udp]\nlisten = 0.0.0.0\n`);
  assert.deepEqual(start(), {
    status: 1,
    said: `structline: mqtt://127.0.0.1:${port} is in use by ${MYSELF}; stop it or choose another [mqtt] listen (channels.ini:9)`,
  });
  server.close();
  lab.configure(channel(0));
});

test("invalid files: a certificate, a key, a journal", () => {
  writeFileSync(join(lab.directory, "junk.pem"), "junk");
  const tls = "tls_certificate = junk.pem\ntls_key = junk.pem\n";
  const table = [
    [
      `[http]\nlisten = 127.0.0.1:0\n${tls}`,
      /^structline: \[http\] tls_certificate \(channels\.ini:10\): \S+junk\.pem holds no certificate in PEM form$/,
    ],
    [
      `[mqtt]\nlisten = 127.0.0.1:0\n${tls}`,
      /^structline: \[mqtt\] tls_certificate \(channels\.ini:10\): \S+junk\.pem holds no certificate in PEM form$/,
    ],
    [
      "[journal]\ndirectory = junk.pem\n",
      /^structline: \[journal\] directory \(channels\.ini:9\): \S+junk\.pem cannot be used, there is a file of that name; name a folder/,
    ],
    [
      "[journal]\ndirectory = /proc/j\n",
      /^structline: \[journal\] directory \(channels\.ini:9\): \/proc\/j cannot be used, no folder can be created there; name a folder that can be written$/,
    ],
  ] as const;
  for (const [section, wanted] of table) {
    lab.configure(`${channel(0)}${section}`);
    const { status, said } = start();
    assert.equal(status, 1);
    assert.match(said, wanted);
  }
  lab.configure(channel(0));
});

test("a configuration that does not exist", () => {
  assert.deepEqual(start("--config", "nowhere.ini"), {
    status: 1,
    said: "structline: nowhere.ini: configuration file does not exist; name one with --config FILE or the environment variable SVC_CONFIG",
  });
});

test("a configuration that cannot be read", { skip: process.getuid?.() === 0 && "root reads everything" }, () => {
  writeFileSync(join(lab.directory, "secret.ini"), channel(0));
  chmodSync(join(lab.directory, "secret.ini"), 0);
  const { status, said } = start("--config", "secret.ini");
  assert.equal(status, 1);
  assert.match(said, /^structline: secret\.ini: configuration file cannot be read \(EACCES\)/);
});

test("a folder instead of the configuration file", () => {
  const { status, said } = start("--config", lab.directory);
  assert.equal(status, 1);
  assert.match(said, /^structline: \.: configuration file is a folder; name a file with --config FILE/);
});

test("two channels whose databases differ only in case are reported; /health and --version name program and codecs", {
  skip: onlyLong,
}, async () => {
  const section = (name: string, topic: string) =>
    channel(0).replaceAll("lab-rig", `lab-${name}`).replace("lab.rig", topic);
  const [one, other] = [section("rig", "lab.rig"), section("mast", "Lab.rig")].map((text) =>
    text.split("\n").slice(2).join("\n"),
  );
  const two = new Lab({ ini: `[lab]\nchannels = lab-rig, lab-mast\n${one}${other}` });
  try {
    assert.equal(two.generate().status, 0);
    const service = await two.start();
    const { warnings, ...health } = await service.json<{
      warnings: readonly string[];
      version: string;
      commit?: string;
      zones: string;
      codecs: string;
    }>("/health");
    assert.match(
      warnings.join("\n"),
      /^lab_rig and Lab_rig differ by case only; the DuckDB schema of the second has .+$/,
    );
    assert.ok(service.output.includes(`  WARNING ${warnings[0]}\n`), service.output);
    const catalogue = readFileSync(join(two.directory, "generated/catalogue.json"));
    assert.equal(health.codecs, createHash("sha256").update(catalogue).digest("hex").slice(0, 12));
    const program = `structline ${health.version}${health.commit === undefined ? "" : ` (${health.commit})`}`;
    const { stdout } = runProgram("--version", "--config", two.config);
    assert.equal(stdout, `${program}\ntime zones ${health.zones}\ncodecs ${health.codecs} of ${two.config}\n`);
  } finally {
    await two.remove();
  }
});

test("a header that is newer than its codecs", () => {
  lab.configure(channel(0));
  writeFileSync(join(lab.directory, "headers/rig.h"), "struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};\n");
  assert.deepEqual(start(), {
    status: 1,
    said: `structline: channel 'rig': its codecs are older than headers/rig.h; run '${GEN}'`,
  });
});

test("another ABI than that of the codecs", () => {
  assert.equal(lab.generate().status, 0);
  lab.configure(`${channel(0)}abi = avr\n`);
  assert.deepEqual(start(), {
    status: 1,
    said: `structline: channel 'rig': its codecs were generated with another 'abi'; run '${GEN}'`,
  });
  lab.configure(channel(0));
});

test("no codecs", () => {
  rmSync(join(lab.directory, "generated"), { recursive: true });
  const { status, said } = start();
  assert.equal(status, 1);
  assert.match(said, /^structline: there are no codecs in .*generated; run 'npm run gen --prefix .*'$/);
  // The command works in the folder where it is read.
  const [program = "", ...args] = GEN.split(" ");
  const { status: made, stderr } = spawnSync(program, args, { cwd: lab.directory, encoding: "utf8" });
  assert.equal(made, 0, stderr);
  assert.equal(existsSync(join(lab.directory, "generated/catalogue.json")), true, "the codecs of the lab are there");
});

test("a key that was set for this start only: the command sets it too", () => {
  const set = ["--set", "lab-rig.abi=avr"];
  const command = `${GEN} -- ${set.join(" ")}`;
  assert.deepEqual(start(...set), {
    status: 1,
    said: `structline: channel 'rig': its codecs were generated with another 'abi'; run '${command}'`,
  });
  const [program = "", ...args] = command.split(" ");
  const { status, stderr } = spawnSync(program, args, { cwd: lab.directory, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.equal(runProgram("gen", "--check", ...set).status, 0, "the codecs are those of the key");
  assert.equal(runProgram("gen", "--check").status, 1);
  assert.match(
    runProgram("gen", "--set", "lab-rig.abl=avr").stderr,
    /\[lab-rig\] has no key 'abl' \(did you mean 'abi'/,
  );
  assert.equal(lab.generate("--strict").status, 0);
});

test("a wrong option", () => {
  assert.deepEqual(start("--confg", "x.ini"), {
    status: 2,
    said: "structline: there is no option '--confg' (did you mean '--config'?); known are --config, --role, --parts, --set, --version, --help",
  });
});

test("--version and --help", () => {
  assert.match(runProgram("--version").stdout, /^structline \d+\.\d+\.\d+( \([0-9a-f]{12}(-dirty)?\))?\n/);
  const help = runProgram("--help");
  assert.equal(help.status, 0);
  assert.match(help.stdout, /gen .*compile the headers/);
  assert.match(runProgram("start", "--help").stdout, /--config/);
});

test("whatever npm encounters, it leaves no service running", { skip: onlyLong, timeout: 300_000 }, async () => {
  lab.configure(channel(0));
  for (const signal of ["SIGHUP", "SIGTERM", "SIGKILL"] as const) {
    // A separate process group, as on a terminal: a signal for npm does not reach its children.
    const npm = spawn("npm", ["start", "--", "--config", lab.config], { cwd: ROOT, detached: true });
    let output = "";
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on("data", (bytes: Buffer) => {
        output += bytes.toString();
      });
    }
    await until(() => /^ {2}health /m.test(output) || npm.exitCode !== null);
    const pid = Number(/^ {2}pid +(\d+) {2}kill -HUP reads the configuration again/m.exec(output)?.[1]);
    assert.ok(pid > 0, output);
    npm.kill(signal);
    await until(() => !isAlive(pid));
    assert.match(output, /stopped \(event=service\.stopped\)/, signal);
  }
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
