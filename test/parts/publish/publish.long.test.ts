/** Stored rows over MQTT, through the embedded broker and through Mosquitto. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connectAsync, type MqttClient } from "mqtt";
import { jsonPost } from "../../support/json-post.ts";
import { Lab, sendDatagrams } from "../../support/lab.ts";
import { startMosquitto } from "../../support/mqtt.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";

const PROBE =
  "struct struct_probe { uint8_t length; uint8_t ID; uint16_t value; /* @rule: name=volts; expr=value / 100; unit=V */ } probe = {4, 1};\n";

interface Health {
  readonly parts: Record<string, { state: string; counts?: Record<string, number> }>;
}
type Row = Record<string, unknown> & { readonly time: string };

function ini(mqtt: string, more = ""): string {
  return `[lab]\nchannels = lab-rig\n[lab-rig]\nsources = udp:0\nwamp_topic = lab.rig.bench\ninclude_path = headers\nheader_files = rig.h\n${more}[publish]\nmqtt = json\n[realm-lab]\n[realm-farm]\n${mqtt}`;
}

const labs: Lab[] = [];
after(() => Promise.all(labs.map((lab) => lab.remove())));

function openLab(text: string): Lab {
  const lab = new Lab({ ini: text, headers: { "rig.h": PROBE } });
  labs.push(lab);
  assert.equal(lab.generate().status, 0);
  return lab;
}

/** Collects all publications by topic. */
async function listen(port: number): Promise<{ client: MqttClient; heard: Map<string, Row[]> }> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`);
  const heard = new Map<string, Row[]>();
  client.on("message", (topic, payload) => {
    heard.set(topic, [...(heard.get(topic) ?? []), JSON.parse(payload.toString()) as Row]);
  });
  await client.subscribeAsync("#", { qos: 1 });
  return { client, heard };
}

const CHANNEL = "lab/rig/bench/01_probe/data.json";
const DEVICE = "farm/north/gw/cow-1/stored.json";

for (const kind of ["embedded broker", "Mosquitto"] as const) {
  const skip = kind === "Mosquitto" && requires("mosquitto");
  test(`${kind}: stored rows are published once, and never received again`, { skip }, async () => {
    const broker = kind === "Mosquitto" ? await startMosquitto(0, "max_queued_messages 0\n") : undefined;
    const mqtt = broker === undefined ? "" : `[mqtt]\nurl = mqtt://127.0.0.1:${broker.port}\n`;
    const lab = openLab(ini(mqtt));
    try {
      const service = await lab.start();
      const part = async (name: string) => (await service.json<Health>("/health")).parts[name];
      await until(async () => (await part("mqtt"))?.state === "ok");
      const port = broker?.port ?? service.mqttPort;
      const { client, heard } = await listen(port);
      const datagrams = Array.from({ length: 500 }, (_, n) => Buffer.of(4, 1, n & 0xff, n >> 8));
      await sendDatagrams(service.udpPort("rig"), datagrams);
      const post = (path: string, body: unknown) =>
        fetch(`${service.url}/api/farm/north/gw/cow-1/${path}`, jsonPost(body));
      assert.equal((await post("data", { heart_rate: 61, name: "Zenzi" })).status, 200);
      // The column is a number, so the store refuses this row, and only an error is published.
      await service.settled();
      assert.equal((await post("data", { heart_rate: "high" })).status, 200);
      // Only a part of this one is stored.
      assert.equal((await post("data", { heart_rate: "low", name: "Alma" })).status, 200);
      assert.equal((await post("event", { title: "milked" })).status, 200);
      await client.publishAsync("farm/north/gw/cow-1/data.json", '{"heart_rate":62}', { qos: 1 });
      await until(() => heard.get(CHANNEL)?.length === 500 && heard.get(DEVICE)?.length === 3);
      assert.deepEqual(
        heard.get(CHANNEL)!.map(({ volts }) => volts),
        datagrams.map((_, n) => n / 100),
      );
      assert.deepEqual(
        heard.get(DEVICE)!.map(({ time, ...values }) => values),
        [{ heart_rate: 61, name: "Zenzi" }, { name: "Alma" }, { heart_rate: 62 }],
      );
      const path = "/read/rows?database=lab_rig_bench&measurement=01_probe&limit=1000";
      const { rows } = await service.json<{ rows: { time: string }[] }>(path);
      assert.deepEqual(
        heard.get(CHANNEL)!.map(({ time }) => time),
        rows.map(({ time }) => time),
      );
      await until(() => heard.has("farm/north/gw/cow-1/stored-event.json"));
      const { measurements } = await service.json<{ measurements: { measurement: string }[] }>("/read/measurements");
      assert.deepEqual(measurements.map(({ measurement }) => measurement).sort(), [
        "01_probe",
        "gw_cow_1_events",
        "gw_cow_1_sensors",
      ]);
      assert.equal((await part("mqtt"))?.counts?.["strays"], 0);
      assert.equal((await part("publishing"))?.counts?.["dropped"], 0);
      // Later subscribers receive the newest row at once.
      const late = await listen(port);
      await until(() => late.heard.has(CHANNEL) && late.heard.has(DEVICE));
      assert.deepEqual(
        late.heard.get(CHANNEL)!.map(({ volts }) => volts),
        [4.99],
      );
      await late.client.endAsync();
      // A channel is removed, and is back after a restart. Publications that wait at the end are still sent.
      lab.configure(ini(mqtt, "publish = off\n"));
      service.signal("SIGHUP");
      await until(() => service.output.includes("reloaded: 1 channel"));
      await sendDatagrams(service.udpPort("rig"), [Buffer.of(4, 1, 1, 0)]);
      await service.settled();
      assert.equal((await post("data", { heart_rate: 63 })).status, 200);
      await until(() => heard.get(DEVICE)!.length === 4);
      assert.equal(heard.get(CHANNEL)!.length, 500);
      lab.configure(ini(mqtt).replace("mqtt = json\n", "mqtt = json\ninterval = 600s\n"));
      service.signal("SIGHUP");
      await until(() => service.output.split(" reloaded: 1 channel").length === 3);
      await sendDatagrams(service.udpPort("rig"), [Buffer.of(4, 1, 7, 0), Buffer.of(4, 1, 8, 0)]);
      await service.settled();
      assert.equal(await service.stop(), 0);
      await until(() => heard.get(CHANNEL)!.length === 501 || broker === undefined);
      await client.endAsync(true);
      if (broker !== undefined) assert.deepEqual(heard.get(CHANNEL)!.at(-1)?.["volts"], 0.08);
    } finally {
      await broker?.stop();
    }
  });
}
