/** Users, certificates and warnings while the service runs. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { connectAsync } from "mqtt";
import { Lab, ROOT, type ServiceProcess } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

const INI = "[lab]\nchannels =\n[auth]\nusers_file = users.json\n";
let lab: Lab;

before(() => {
  lab = new Lab({ ini: INI });
  assert.equal(lab.generate().status, 0);
});

after(() => lab.remove());

function users(words: string, input = ""): { said: string; status: number | null } {
  const program = join(ROOT, "dist/channel-message.cjs");
  const args = [program, "users", ...words.split(" "), "--config", lab.config];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8", input });
  return { said: (stdout || stderr).trim(), status };
}

test("without the users file the service does not start, and explains how to create it", async () => {
  await assert.rejects(lab.start(), /users\.json does not exist; make it with 'channel-message users add NAME'/);
});

test("the users command rejects invalid input, and its files are readable by the owner only", () => {
  assert.deepEqual(users("add ida --read lab", "short\n"), {
    said: "channel-message: a password has at least 10 and at most 1024 characters",
    status: 1,
  });
  assert.match(users("add ida").said, /give the user a right/);
  assert.match(users("add i/da --read lab").said, /is not a name/);
  assert.match(users("add ida --read a/b").said, /is not the name of a realm/);
  assert.match(users("add ida --read lab --read other").said, /option '--read' is given twice/);
  assert.match(users("token ida").said, /there is no user 'ida'; known are none/);
  assert.equal(
    users("add ida --read lab,mqttkit-1 --write mqttkit-1", "correct horse battery\n").said,
    "user ida added",
  );
  assert.equal(statSync(join(lab.directory, "users.json")).mode & 0o777, 0o600);
  assert.match(users("list").said, /^ida +lab, mqttkit-1 +mqttkit-1 +yes$/m);
});

test("credentials are created, used, revoked and removed without a restart; a broken file changes nothing", async () => {
  const token = users("token ida").said;
  const service = await lab.start();
  const post = () =>
    fetch(`${service.url}/api/mqttkit-1/n/g/d/data`, {
      method: "POST",
      headers: { "X-Api-Key": token, "Content-Type": "application/json" },
      body: '{"a": 1}',
    }).then(({ status }) => status);
  assert.equal(await post(), 200);
  const mqtt = await connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`, {
    username: "ida",
    password: token,
    reconnectPeriod: 0,
  });
  await mqtt.publishAsync("mqttkit-1/n/g/d/data.json", '{"a": 2}', { qos: 1 });

  const file = join(lab.directory, "users.json");
  renameSync(file, `${file}.good`);
  writeFileSync(file, "{");
  await until(() => service.output.includes("users stay as they were"));
  assert.equal(await post(), 200);
  renameSync(`${file}.good`, file);
  await until(() => service.output.includes("auth.reloaded"));

  assert.ok(mqtt.connected, "MQTT is connected");
  assert.match(users(`revoke ${token.slice(3, 11)}`).said, /revoked$/);
  await until(() => !mqtt.connected);
  assert.equal(await post(), 401);
  assert.equal(users("remove ida").said, "user ida removed");
  await until(() => service.output.split("auth.reloaded").length > 3);
  await mqtt.endAsync(true);
  assert.equal(await service.stop(), 0);
  assert.equal(service.output.includes(token), false);
});

test("renewed certificates apply to new HTTPS and MQTT connections without a restart", {
  skip: requires("openssl"),
}, async () => {
  users("add ida --read lab --write lab", "correct horse battery\n");
  const certificate = (name: string) => {
    const files = ["-keyout", join(lab.directory, "key.pem"), "-out", join(lab.directory, "cert.pem")];
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const { status } = spawnSync("openssl", ["req", "-x509", ...key, "-days", "2", "-subj", `/CN=${name}`, ...files]);
    assert.equal(status, 0);
  };
  certificate("first");
  const tls = "tls_certificate = cert.pem\ntls_key = key.pem\n";
  lab.configure(`${INI}[http]\nlisten = 127.0.0.1:0\n${tls}[mqtt]\nlisten = 127.0.0.1:0\n${tls}`);
  const service = await lab.start();
  const ports = [Number(new URL(service.url).port), service.mqttPort];
  assert.match(service.url, /^https:/);
  assert.deepEqual(await Promise.all(ports.map(presentedName)), ["first", "first"]);

  certificate("second");
  await until(async () => (await Promise.all(ports.map(presentedName))).every((name) => name === "second"));

  writeFileSync(join(lab.directory, "key.pem"), "no key");
  await until(() => service.output.split("tls.reload-failed").length > 2);
  assert.deepEqual(await Promise.all(ports.map(presentedName)), ["second", "second"]);
  assert.equal(await hasSecureCookie(service), true);
  assert.equal(await service.stop(), 0);
});

test("a service that strangers can reach warns about it, in the start lines and in the log", async () => {
  lab.configure("[lab]\nchannels =\n[http]\nlisten = 0.0.0.0:0\n[mqtt]\nlisten = 127.0.0.1:0\n");
  const service = await lab.start();
  await until(() => service.output.includes("WARNING"));
  await service.stop();
  const sentence = "HTTP on 0.0.0.0 is reachable from other machines, and anybody may read and write";
  assert.match(service.output, new RegExp(`^  WARNING ${sentence}`, "m"));
  assert.match(service.output, new RegExp(`WARN  ${sentence}.*event=auth\\.exposed`));

  lab.configure("[lab]\nchannels =\n");
  const quiet = await lab.start();
  await quiet.stop();
  assert.doesNotMatch(quiet.output, /WARN/);
});

test("no secret of the configuration appears in logs, errors, health reports or metrics, even if every server fails", async () => {
  const nowhere = await freePort();
  lab.configure(`[lab]
channels =
[log]
level = debug
[mqtt]
url = mqtt://hidden-user:hidden-1@127.0.0.1:${nowhere}
username = ida
password = hidden-2
[wamp]
url = ws://hidden-user:hidden-3@127.0.0.1:${nowhere}/ws
[store]
url = influxdb+v1://ida:hidden-4@127.0.0.1:${nowhere}
token = hidden-5
[grafana]
url = http://127.0.0.1:${nowhere}
token = hidden-6
password = hidden-7
`);
  const service = await lab.start();
  await fetch(`${service.url}/api/r/n/g/d/data`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"a": 1}',
  });
  await until(async () => /"store":\{"state":"d/.test(await (await fetch(`${service.url}/health`)).text()));
  const paths = ["/health", "/metrics", "/read/errors", "/rejects", "/read/measurements"];
  const texts = await Promise.all(paths.map(async (path) => (await fetch(`${service.url}${path}`)).text()));
  service.signal("SIGHUP");
  await until(() => service.output.includes("reloaded"));
  await service.kill();
  assert.deepEqual([...texts, service.output].join("\n").match(/hidden-\d/g), null);
});

/** Common name of the certificate on a port. */
function presentedName(port: number): Promise<string | string[] | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

async function hasSecureCookie(service: ServiceProcess): Promise<boolean> {
  const body = '{"name": "ida", "password": "correct horse battery"}';
  const head = `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  const answer = await new Promise<string>((resolve, reject) => {
    const port = Number(new URL(service.url).port);
    const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => socket.write(head + body));
    let text = "";
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString();
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
  });
  return /set-cookie: structline_session=[^;]+;.*; Secure/i.test(answer);
}
