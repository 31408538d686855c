/** A lab with InfluxDB and Grafana: the service as a process, a real InfluxDB, and a Grafana that checks its contract. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type GrafanaServer, startGrafana, TOKEN } from "../../support/grafana-server.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { jsonPost } from "../../support/json-post.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../../support/lab.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";

const skip = requires("influxd");
const HEADER =
  "struct struct_probe { uint8_t length; uint8_t ID; uint16_t v; // @rule: name=volts; expr=v / 100; unit=V\n} probe = {4, 2};\n";

let influxd: Influxd;
let grafana: GrafanaServer;
let lab: Lab;
let service: ServiceProcess;

before(async () => {
  if (skip !== false) return;
  influxd = await startInfluxd();
  grafana = await startGrafana();
  lab = new Lab({
    ini: `[lab]
channels = lab-rig
[lab-rig]
udp_port = 0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
[store]
url = ${influxd.url.replace("http:", "influxdb:")}
[grafana]
url = ${grafana.url}
token = ${TOKEN}
`,
    headers: { "rig.h": HEADER },
  });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
});

after(async () => {
  if (skip !== false) return;
  await lab.remove();
  await grafana.close();
  await influxd.stop();
});

test("datagrams and readings are in InfluxDB, and the page reads them there", { skip }, async () => {
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([4, 2, 0xa4, 6]), Buffer.from([4, 2, 0, 0])]);
  assert.equal(await post({ temperature: 21.5 }), 200);
  await service.settled();
  const { series } = await influxd.query('SELECT * FROM "02_probe"', "lab_rig");
  assert.deepEqual(
    series?.[0]?.values.map(([_time, ...values]) => values),
    [
      [2, "0402a406", 4, 17],
      [2, "04020000", 4, 0],
    ],
  );
  const { rows } = await service.json<{ rows: Record<string, unknown>[] }>(
    "/read/rows?database=mqttkit_1_testdrive&measurement=area_42_node_1_sensors",
  );
  assert.deepEqual(
    rows.map(({ temperature }) => temperature),
    [21.5],
  );
});

test("dashboards are created with panels, units and data sources, and follow Grafana's contract", {
  skip,
}, async () => {
  await until(() => grafana.boards.size === 2);
  await until(() => grafana.sources.size === 2);
  const text = JSON.stringify([...grafana.boards.values()].map(({ dashboard }) => dashboard));
  assert.match(text, /"measurement":"02_probe"/);
  assert.match(text, /"volts"/);
  assert.match(text, /"value":"volt"/);
  assert.match(text, /"measurement":"area_42_node_1_sensors"/);
  assert.deepEqual(grafana.violations, []);
});

test("a conflict is listed in our own words, with the database's own error text as its signal", { skip }, async () => {
  assert.equal(await post({ temperature: "hot" }), 200);
  await service.settled();
  const { rejects } = await service.json<{ rejects: { id: number; code: string; message: string }[] }>("/rejects");
  assert.equal(rejects.length, 1);
  assert.equal(rejects[0]?.code, "type-conflict");
  assert.match(
    rejects[0]?.message ?? "",
    /^Field "temperature" of .* holds numbers \(float\), but the message has texts/,
  );
  const { signal } = await service.json<{ signal: string }>(`/rejects/${rejects[0]?.id}`);
  assert.match(signal, /^400: \{"error":"partial write: field type conflict: input field/);
});

test("the database fails under load and returns: everything sent is stored", { skip }, async () => {
  await influxd.halt("SIGKILL");
  const sends = Array.from({ length: 300 }, (_, index) => Buffer.from([4, 2, index & 255, index >> 8]));
  await sendDatagrams(service.udpPort("rig"), sends);
  await until(async () => {
    const { parts } = await service.json<{ parts: Record<string, { state: string }> }>("/health");
    return parts["writer"]?.state === "down" || parts["store"]?.state !== "ok";
  });
  await influxd.resume();
  await service.settled();
  const { series } = await influxd.query('SELECT count("volts") FROM "02_probe"', "lab_rig");
  assert.equal(series?.[0]?.values[0]?.[1], 302);
});

async function post(body: object): Promise<number> {
  const response = await fetch(`${service.url}/api/mqttkit-1/testdrive/area-42/node-1/data`, jsonPost(body));
  await response.text();
  return response.status;
}
