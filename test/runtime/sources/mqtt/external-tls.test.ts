/** An external broker with TLS and password: Mosquitto, with certificates from openssl. */

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { MqttSettings } from "../../../../runtime/sources/mqtt/keys.ts";
import type { MqttSource } from "../../../../runtime/sources/mqtt/mqtt-source.ts";
import { MemoryIntake } from "../../../support/memory-intake.ts";
import { mosquittoPub } from "../../../support/mqtt.ts";
import { mqttSource } from "../../../support/mqtt-source.ts";
import { freePort } from "../../../support/ports.ts";
import { requires } from "../../../support/requirements.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const skip = requires("mosquitto", "mosquitto_pub");
let directory: string;
let broker: ChildProcess;
let port: number;

before(async () => {
  if (skip !== false) return;
  directory = temporaryFolder();
  makeCertificates();
  execFileSync("mosquitto_passwd", ["-b", "-c", join(directory, "passwd"), "structline", "s3cret"], {
    stdio: "ignore",
  });
  port = await freePort();
  const file = (name: string) => join(directory, name);
  const lines = [
    `listener ${port} 127.0.0.1`,
    "allow_anonymous false",
    "user root",
    "persistence false",
    `cafile ${file("ca.pem")}`,
    `certfile ${file("broker.pem")}`,
    `keyfile ${file("broker.key")}`,
    `password_file ${file("passwd")}`,
  ];
  writeFileSync(file("mosquitto.conf"), `${lines.join("\n")}\n`);
  broker = spawn("mosquitto", ["-c", file("mosquitto.conf")], { stdio: "ignore" });
  await listening();
});

after(() => {
  if (skip !== false) return;
  broker.kill();
  rmSync(directory, { recursive: true });
});

test("data arrives over TLS with name and password, and signals are sent over it", { skip }, async () => {
  const intake = new MemoryIntake();
  const source = await open(intake, { username: "structline", password: "s3cret", ca: join(directory, "ca.pem") });
  await until(() => source.connected, "connected");
  const tls = ["--cafile", join(directory, "ca.pem"), "-u", "structline", "-P", "s3cret"];
  assert.equal(await mosquittoPub(port, ...tls, "-q", "1", "-t", "a/b/c/d/data.json", "-m", '{"x": 1}'), 0);
  await until(() => intake.points.length === 1, "a point");
  await source.publish("a/b/c/d/error.json", "{}");
  await source.close();
});

test("name and password may be in the URL; the start shows the broker without them, and Node warns of nothing", {
  skip,
}, async () => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => warnings.push(message);
  process.on("warning", onWarning);
  const url = `mqtts://structline:s%33cret@localhost:${port}`;
  const source = await open(new MemoryIntake(), { url, ca: join(directory, "ca.pem") });
  await until(() => source.connected, "connected");
  assert.match(source.lines()[0] ?? "", new RegExp(`^mqtts://localhost:${port}  topic `));
  await source.close();
  process.off("warning", onWarning);
  assert.deepEqual(warnings, []);
});

const REFUSALS: readonly [name: string, settings: () => Partial<MqttSettings>, problem: RegExp][] = [
  [
    "a wrong password",
    () => ({ username: "structline", password: "wrong", ca: join(directory, "ca.pem") }),
    /not authori[sz]ed/i,
  ],
  [
    "an authority that is not known",
    () => ({ username: "structline", password: "s3cret" }),
    /self-signed|unable to verify|certificate/i,
  ],
];

for (const [name, settings, problem] of REFUSALS) {
  test(`${name} is reported in the status, without the password`, { skip }, async () => {
    const source = await open(new MemoryIntake(), settings());
    await until(() => problem.test(source.status().detail), name);
    const status = JSON.stringify(source.status());
    assert.equal(source.status().state, "down");
    assert.match(source.status().lastError?.message ?? "", problem);
    assert.doesNotMatch(status, /s3cret|wrong/);
    await source.close();
  });
}

async function open(intake: MemoryIntake, settings: Partial<MqttSettings>): Promise<MqttSource> {
  const tls = { url: `mqtts://localhost:${port}`, ...settings };
  const source = mqttSource(intake, { settings: tls, maxPayloadBytes: 1 << 20 });
  await source.start();
  return source;
}

function makeCertificates(): void {
  const openssl = (...args: readonly string[]) => execFileSync("openssl", args, { cwd: directory, stdio: "ignore" });
  const key = ["-newkey", "rsa:2048", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...key,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-days",
    "2",
    "-subj",
    "/CN=structline test authority",
  );
  openssl("req", ...key, "-keyout", "broker.key", "-out", "broker.csr", "-subj", "/CN=localhost");
  writeFileSync(join(directory, "names.ext"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  openssl(
    "x509",
    "-req",
    "-in",
    "broker.csr",
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-out",
    "broker.pem",
    "-days",
    "2",
    "-extfile",
    "names.ext",
  );
}

async function listening(): Promise<void> {
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, "127.0.0.1");
        socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
        socket.once("connect", () => socket.destroy());
      }),
    "mosquitto listens",
  );
}
