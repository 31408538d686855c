/** A backup of a whole folder, made at one moment or after the end, holds what parts and users have; restored under other names. */

import assert from "node:assert/strict";
import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeToken } from "../../../runtime/auth/token.ts";
import { writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { firmware, INI, OLD, structline } from "../../support/firmware-releases.ts";
import { Lab, ServiceProcess, sendDatagrams } from "../../support/lab.ts";
import { startMosquitto } from "../../support/mqtt.ts";
import { needsPeers } from "../../support/peers.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";
import { Edge } from "../sparkplug/edge.ts";
import { HostPeer } from "../sparkplug/host-peer.ts";

/** Reading { volt 2.5 }, whose names only the definition knows. */
const PROTO = 'syntax = "proto3";\nmessage Reading { double volt = 1; }\n';
const READING = Buffer.from("090000000000000440", "hex");
const METRIC = { name: "rpm", alias: 7, type: "Int32", value: 900 };
const UPLINK = {
  end_device_ids: { device_id: "mast" },
  received_at: "2026-01-01T00:00:07.000Z",
  uplink_message: { f_port: 1, f_cnt: 7, decoded_payload: { t: 7 }, rx_metadata: [] },
};

interface Asking {
  readonly service: ServiceProcess;
  readonly token: string;
}

async function ask(
  { service, token }: Asking,
  path: string,
  init: RequestInit = {},
): Promise<readonly [number, string]> {
  const headers = { Authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
  const answer = await fetch(`${service.url}${path}`, { ...init, headers });
  return [answer.status, await answer.text()];
}

function send(to: Asking, path: string, body: object | Uint8Array<ArrayBuffer>, method = "POST") {
  const isBinary = body instanceof Uint8Array;
  const headers = { "Content-Type": isBinary ? "application/x-protobuf" : "application/json" };
  return ask(to, path, { method, headers, body: isBinary ? body : JSON.stringify(body) });
}

async function table(from: Asking, database: string, measurement: string): Promise<string[]> {
  await from.service.settledAs(from.token);
  const [status, text] = await ask(from, `/read/export?database=${database}&measurement=${measurement}&format=csv`);
  return status === 200 ? text.trim().split("\r\n").slice(1) : [];
}

/** Everything that is named in the configuration lies below the folder, which gets another name; so does the database. */
async function restored(backup: string, token: string): Promise<Asking> {
  const folder = join(temporaryFolder(), "of yesterday");
  cpSync(backup, folder, { recursive: true });
  renameSync(join(folder, "data"), join(folder, "old data"));
  for (const end of ["", ".wal"]) {
    const of = (base: string) => join(folder, "old data", `${base}.duckdb${end}`);
    try {
      renameSync(of("telemetry"), of("other"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || end === "") throw error;
    }
  }
  const config = join(folder, "channels.ini");
  const places = "[store]\nurl = duckdb:old data/other.duckdb\n[journal]\ndirectory = old data/journal\n";
  writeFileSync(config, `${readFileSync(config, "utf8")}\n${places}`);
  const service = new ServiceProcess(config);
  await service.running();
  return { service, token };
}

test("releases, Sparkplug on both sides, Protobuf, LoRaWAN's counters, annotations, dashboards and users are in a snapshot and in a copy", {
  skip: needsPeers("sparkplug") || requires("mosquitto"),
}, async (t) => {
  const broker = await startMosquitto();
  t.after(() => broker.stop());
  const host = await HostPeer.at(broker.port);
  t.after(() => host.leave());
  const place = temporaryFolder();
  const url = `mqtt://127.0.0.1:${broker.port}`;
  const lab = new Lab({
    ini: [
      `${INI}[versions]\nfrom = ${place}\nevery = 1s`,
      "[realm-acme]\n[realm-plant]\n[realm-p]\nproto = reading.proto",
      "[map-plant]\nvendor = sparkplug\naddress = plant/{1}/{2}/{3}",
      `[mqtt]\nurl = ${url}`,
      `[sparkplug]\nurl = ${url}\ngroup = Ours\nedge = Line\ndatabases = acme_one`,
      "[auth]\nusers_file = users.json\n",
    ].join("\n"),
    headers: { "rig.h": OLD },
  });
  t.after(() => lab.remove());
  writeFileSync(join(lab.directory, "reading.proto"), PROTO);
  const { text: token, entry } = await makeToken(new Date(0));
  writeUsersFile(join(lab.directory, "users.json"), [
    { name: "root", read: [], write: [], admin: true, tokens: [entry] },
  ]);
  const generated = lab.generate();
  assert.equal(generated.status, 0, generated.output);
  const first: Asking = { service: await lab.start(), token };
  const { service } = first;

  const released = await structline(["publish", "--version", "v2", "--to", place], firmware());
  assert.equal(released.status, 0, released.stderr);
  await until(() => /v2: releases/.test(readFileSync(lab.config, "utf8")));
  const flow = (of: Asking, n: number) => sendDatagrams(of.service.udpPort("rig"), [Buffer.from([6, 1, 10, 0, n, 0])]);
  await flow(first, 11);
  await until(async () => (await table(first, "lab_rig", "01_tank")).length === 1, "a row of the new firmware");

  const edge = await new Edge(broker.port, { edge: "E", devices: { D: [METRIC] } }).connected();
  t.after(() => edge.client.client.end(true));
  await until(async () => (await table(first, "plant_G", "E_D_sensors")).length === 1, "a row of the birth");
  const post = (of: Asking, n: number) => send(of, "/api/acme/one/gw/node/data", { n });
  const reading = (of: Asking) => send(of, "/api/p/n/g/d/data", new Uint8Array(READING));
  assert.equal((await post(first, 1))[0], 200);
  assert.deepEqual(await reading(first), [200, '[{"type":"info","message":"Received #1 readings"}]']);
  assert.equal((await send(first, "/api/acme/device/mast/data", UPLINK))[0], 200);
  assert.equal((await send(first, "/api/acme/one/gw/node/event", { title: "Sensor moved" }))[0], 200);
  const [saved, why] = await send(first, "/layouts/hall", { order: ["hall"], panels: {}, added: {} }, "PUT");
  assert.ok(saved < 300, why);
  const [, dashboard] = await ask(first, "/layouts/hall");
  await until(() => host.told.includes("DBIRTH/acme_one.gw_node_sensors n=1"));
  assert.equal(host.told.filter((line) => line.startsWith("NBIRTH bdSeq=0 ")).length, 1);

  const snapshot = join(temporaryFolder(), "snapshot");
  process.kill(service.pid, "SIGSTOP");
  cpSync(lab.directory, snapshot, { recursive: true });
  process.kill(service.pid, "SIGCONT");
  assert.equal(await service.stop(), 0);

  for (const [backup, n] of [
    [snapshot, 21],
    [lab.directory, 31],
  ] as const) {
    const [heard, rebirths] = [host.heard.length, edge.rebirths];
    const again = await restored(backup, token);
    t.after(() => again.service.kill());
    // Firmware that was released: its rows, and its next message.
    await flow(again, n);
    await until(async () => (await table(again, "lab_rig", "01_tank")).length === 2);
    // As an edge node: the next number of a session, and a birth of the device.
    await until(() => host.told.slice(heard).includes("NBIRTH bdSeq=1 Node Control/Rebirth=false"));
    assert.equal((await post(again, n))[0], 200);
    await until(() => host.told.slice(heard).includes(`DBIRTH/acme_one.gw_node_sensors n=${n}`));
    assert.equal((await table(again, "acme_one", "gw_node_sensors")).length, 2);
    // As a host: it asks for the births that say what an alias means.
    assert.notDeepEqual(await table(again, "plant_G", "E_D_sensors"), []);
    edge.data("D", [{ alias: 7, type: "Int32", value: n }]);
    await until(async () => (await table(again, "plant_G", "E_D_sensors")).some((line) => line.includes(`,${n},`)));
    assert.notEqual(edge.rebirths, rebirths, "births are asked for");
    // Definitions, counters, notes, dashboards and users.
    assert.equal((await reading(again))[0], 200);
    assert.deepEqual(
      (await table(again, "p_n", "g_d_sensors")).map((line) => line.split(",").at(-1)),
      ["2.5", "2.5"],
    );
    assert.equal((await send(again, "/api/acme/device/mast/data", UPLINK))[0], 200);
    assert.equal(
      (await table(again, "acme_devices", "default_mast_sensors")).length,
      1,
      "a repeated uplink is no second row",
    );
    assert.match((await table(again, "acme_one", "gw_node_events")).join(), /Sensor moved/);
    assert.deepEqual(await ask(again, "/layouts/hall"), [200, dashboard]);
    assert.equal((await ask({ ...again, token: `${token}x` }, "/layouts/hall"))[0], 401);
    const [, health] = await ask(again, "/health");
    assert.equal((JSON.parse(health) as { state: string }).state, "ok", health);
    assert.equal(await again.service.stop(), 0);
  }
});
