/** `channel-message` as a process, for cases without a transcript: streams, sockets, shells. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { cpSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { ROOT, sendDatagrams } from "../../support/lab.ts";
import { onlyLong } from "../../support/long.ts";
import { freePort } from "../../support/ports.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const PROGRAM = join(ROOT, "dist/channel-message.cjs");
let lab: string;

before(() => {
  lab = temporaryFolder();
  cpSync(join(ROOT, "test/cases/channel-message"), lab, { recursive: true });
  const generator = [join(ROOT, "dist/generator/cli.js"), "--config", join(lab, "channels.ini")];
  assert.equal(spawnSync(process.execPath, generator, { cwd: ROOT }).status, 0);
});

function run(args: readonly string[], input = ""): { stdout: string; stderr: string; status: number | null } {
  return spawnSync(process.execPath, [PROGRAM, ...args], { cwd: lab, encoding: "utf8", input, maxBuffer: 1 << 28 });
}

test("decode - reads payloads from standard input; bad lines are reported by number and the rest is decoded", () => {
  const input = "# a log\n0x05022a0021\n\n0x05022a00zz\r\n  0x0403030a  \n05022a0021\n0x05632a0021\n0x05022a0021";
  const { stdout, stderr, status } = run(["h2m", "decode", "-", "--json"], input);
  assert.deepEqual(
    stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { hex: string }).hex),
    ["0x05022a0021", "0x0403030a", "0x05022a0021"],
  );
  assert.deepEqual(stderr.trim().split("\n"), [
    "decode: line 4: payload '0x05022a00zz' has a character that is not a hexadecimal digit: 'z' at position 11",
    "decode: line 6: payload '05022a0021' does not begin with 0x",
    "decode: line 7: channel 'h2m' has no struct with ID 99; known are 2 (struct_cap_r), 3 (struct_cap_w), 4 (struct_wind), 5 (struct_drive)",
    "channel-message: 3 of 6 lines could not be decoded",
  ]);
  assert.equal(status, 1);
});

test("a stream is printed like single payloads, in order, whatever its chunks are", () => {
  const payloads = Array.from(
    { length: 5000 },
    (_, n) => `0x0502${(n & 255).toString(16).padStart(2, "0")}${(n >> 8).toString(16).padStart(2, "0")}21`,
  );
  const { stdout, status } = run(["h2m", "transform", "-"], payloads.join("\n"));
  assert.equal(status, 0);
  const volts = [...stdout.matchAll(/^volts +(\S+)$/gm)].map(([, value]) => Number(value));
  assert.deepEqual(
    volts,
    payloads.map((_, n) => n / 100),
  );
  const [single] = stdout.split(/(?<=ck {7}33\n)/);
  assert.equal(run(["h2m", "transform", payloads[0]!]).stdout, single);
});

test("an over-long line counts as bad; it neither stops the command nor fills the memory", () => {
  const { stdout, stderr, status } = run(["h2m", "decode", "-", "--json"], `0x${"00".repeat(400_000)}\n0x05022a0021\n`);
  assert.equal(stdout.trim().split("\n").length, 1);
  assert.match(stderr, /^decode: line 1: /);
  assert.equal(status, 1);
});

test("if nobody reads the output any more, the command ends quietly", () => {
  const payloads = "0x05022a0021\n".repeat(100_000);
  writeFileSync(join(lab, "payloads.txt"), payloads);
  const command = `"${process.execPath}" "${PROGRAM}" h2m decode - < payloads.txt | head -n 1`;
  const { stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: lab, encoding: "utf8" });
  assert.deepEqual([stdout, stderr], ["----\n", ""]);
});

test("a full disk behind the output is told in a sentence", {
  skip: process.platform !== "linux" && "no /dev/full",
}, () => {
  const shell = `"${process.execPath}" "${PROGRAM}" h2m decode - --json > /dev/full`;
  const { stderr, status } = spawnSync("sh", ["-c", shell], { cwd: lab, encoding: "utf8", input: "0x05022a0021\n" });
  assert.equal(stderr, "channel-message: standard output cannot be written: ENOSPC: no space left on device, write\n");
  assert.equal(status, 1);
});

test("users of several terminals keep each other's changes", async () => {
  const folder = temporaryFolder();
  const config = join(folder, "channels.ini");
  writeFileSync(config, "[lab]\nchannels =\n[auth]\nusers_file = users.json\n");
  const users = (...args: string[]) => ["users", ...args, "--config", config];
  assert.equal(run(users("add", "ida", "--read", "lab", "--no-password")).status, 0);
  const former = run(users("token", "ida")).stdout.split("_")[1]!;
  const changes = [users("revoke", former), ...Array.from({ length: 4 }, () => users("token", "ida"))];
  // Left by a process that was killed while it changed the file.
  writeFileSync(join(folder, "users.json.new"), "{".repeat(10_000));
  const ended = changes.map((args) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: lab });
    return new Promise<string>((resolve) => {
      let text = "";
      child.stdout.on("data", (data) => {
        text += data;
      });
      child.on("close", () => resolve(text));
    });
  });
  const [revoked, ...made] = await Promise.all(ended);
  const { tokens } = JSON.parse(run(users("list", "--json")).stdout) as { tokens: { id: string }[] };
  rmSync(folder, { recursive: true });
  assert.equal(revoked, `token ${former} revoked\n`);
  assert.deepEqual(tokens.map(({ id }) => id).sort(), made.map((text) => text.split("_")[1]!).sort());
});

test("a users file that cannot be written is told in a sentence", () => {
  const config = join(lab, "nowhere.ini");
  writeFileSync(config, "[lab]\nchannels =\n[auth]\nusers_file = nowhere/users.json\n");
  const { stderr, status } = run(["users", "add", "ida", "--read", "lab", "--no-password", "--config", config]);
  assert.match(stderr, /^channel-message: users file .*users.json cannot be written: ENOENT: [^\n]*\n$/);
  assert.equal(status, 1);
});

test("receive prints each message on arrival and stops after --count", async () => {
  const port = await freePort();
  const child = start(["h2m", "receive", "--port", `${port}`, "--count", "3", "--json", "--stored"]);
  await until(() => child.stderr.includes("listening on udp://127.0.0.1:"));
  await sendDatagrams(port, [Buffer.from("05022a0021", "hex"), Buffer.from([1]), Buffer.from("05026400ff", "hex")]);
  assert.equal(await child.ended, 0);
  assert.deepEqual(
    child.stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { fields: { volts: number } }).fields.volts),
    [0.42, 1],
  );
  assert.match(
    child.stderr,
    /receive: from 127\.0\.0\.1:\d+: a message has at least two bytes, length and ID; this payload has 1 \(0x01\)/,
  );
});

test("receive reports a port in use", async () => {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
  const { stderr, status } = run(["h2m", "receive", "--port", `${socket.address().port}`]);
  socket.close();
  assert.equal(status, 1);
  assert.match(stderr, /is in use, perhaps by the service itself; stop it or use another --port/);
});

test("send delivers the given bytes, with known or unknown ID; several payloads in order", async () => {
  const received: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (payload) => received.push(payload.toString("hex")));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
  const target = `udp://localhost:${socket.address().port}`;
  const child = start(["h2m", "send", "0x05022a0021", "0xff63", `--target=${target}`]);
  assert.equal(await child.ended, 0);
  await until(() => received.length === 2);
  socket.close();
  assert.deepEqual(received, ["05022a0021", "ff63"]);
  assert.equal(child.stdout, `Message "0x05022a0021" sent to "${target}"\nMessage "0xff63" sent to "${target}"\n`);
});

test("send tells that nothing listens at a port of this machine", async () => {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
  const target = `udp://127.0.0.1:${socket.address().port}`;
  await new Promise<void>((resolve) => socket.close(resolve));
  const { stdout, stderr, status } = run(["h2m", "send", "0x05022a0021", "--target", target]);
  assert.deepEqual([stdout, status], ["", 1]);
  assert.match(stderr, new RegExp(`nothing listens at '${target}'`));
});

test("simulate sends at the given rate, and its messages decode", async () => {
  const received: Buffer[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (payload) => received.push(payload));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
  const options = ["--rate", "50", "--seconds", "0.4", "--json", `--target=udp://127.0.0.1:${socket.address().port}`];
  const child = start(["h2m", "simulate", ...options]);
  assert.equal(await child.ended, 0);
  await until(() => received.length === 80);
  socket.close();
  assert.equal((JSON.parse(child.stdout) as { sent: number }).sent, 80);
  const lines = received.map((payload) => `0x${payload.toString("hex")}`).join("\n");
  assert.equal(run(["h2m", "decode", "-", "--json"], lines).status, 0);
});

test("bash completes channels, actions and struct names", { skip: onlyLong }, () => {
  const bin = join(lab, "bin");
  spawnSync("mkdir", ["-p", bin]);
  symlinkSync(PROGRAM, join(bin, "channel-message"));
  const complete = (...words: readonly string[]) => {
    const script = `eval "$(channel-message completion bash)"
COMP_WORDS=(channel-message ${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length}; _channel_message
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const environment = { ...process.env, PATH: `${bin}:${process.env["PATH"]}` };
    return spawnSync("bash", ["-c", script], { cwd: lab, encoding: "utf8", env: environment })
      .stdout.trim()
      .split("\n");
  };
  spawnSync("chmod", ["+x", PROGRAM]);
  assert.deepEqual(complete("h2"), ["h2m"]);
  assert.deepEqual(complete("h2m", "dec"), ["decode"]);
  assert.deepEqual(complete("h2m", "info", "struct_cap"), ["struct_cap_r", "struct_cap_w"]);
  assert.deepEqual(complete("rig", "encode", "struct_probe", "vol"), ["voltage="]);
  assert.deepEqual(complete("rig", "encode", "struct_probe", "--st"), ["--stored"]);
});

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  stdout: string;
  stderr: string;
}

function start(args: readonly string[]): Running {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: lab });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const running: Running = { child, ended, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    running.stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    running.stderr += chunk.toString();
  });
  return running;
}

test("grafana prints a dashboard that Grafana imports: it asks for the data source, or uses the named one", () => {
  const { stdout, status } = run(["h2m", "grafana"]);
  assert.equal(status, 0);
  const dashboard = JSON.parse(stdout);
  assert.deepEqual(dashboard.__inputs[0].pluginId, "influxdb");
  const titles = dashboard.panels.map(({ title }: { title: string }) => title);
  assert.ok(titles.includes("wind"), titles.join());
  const [panel] = dashboard.panels;
  assert.equal(panel.datasource.uid, `\${DS_INFLUXDB}`);
  assert.ok(panel.targets.length > 0, "the panel has queries");
  const named = JSON.parse(run(["h2m", "grafana", "--datasource", "mine"]).stdout);
  assert.equal(named.__inputs, undefined);
  assert.equal(named.panels[0].targets[0].datasource.uid, "mine");
  assert.match(run(["h2m", "grafana", "x"]).stderr, /takes no arguments/);
});
