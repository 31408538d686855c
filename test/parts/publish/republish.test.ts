/** Data from HTTP is published over MQTT and not received again: with either broker, after a reload and a restart. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connectAsync } from "mqtt";
import { SILENT } from "../../../runtime/lib/log.ts";
import { OwnMark } from "../../../runtime/model/own-mark.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { startMosquitto } from "../../support/mqtt.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

interface Parts {
  readonly parts: Record<string, { state: string; detail: string; counts?: Record<string, number> }>;
}

async function parts({ url }: Service): Promise<Parts["parts"]> {
  return ((await (await fetch(`${url}health`)).json()) as Parts).parts;
}

async function post({ url }: Service, path: string, type: string, body: string): Promise<void> {
  const answer = await fetch(`${url}api/${path}`, { method: "POST", headers: { "Content-Type": type }, body });
  assert.equal(answer.status, 200, await answer.text());
}

for (const kind of ["embedded broker", "Mosquitto"] as const) {
  const skip = kind === "Mosquitto" && requires("mosquitto");
  test(
    `${kind}: each reading and event over HTTP is published as one message, and none is received again`,
    { skip },
    () =>
      inTemporaryFolder(async (directory) => {
        const broker = kind === "Mosquitto" ? await startMosquitto() : undefined;
        const file = join(directory, "channels.ini");
        const mqtt = broker === undefined ? "listen = 127.0.0.1:0" : `url = mqtt://127.0.0.1:${broker.port}`;
        const start = `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\n${mqtt}\n`;
        const ini = `${start}[realm-kit]\ncompat = kotori\nnames = lower\n[realm-plain]\n[realm-off]\ncompat = kotori\nrepublish = off\n`;
        const open = async (text: string) => {
          writeFileSync(file, text);
          const settings = parseSettings(text, { file, shown: file, environment: {} });
          const onFailed = (reason: string) => assert.fail(reason);
          const service = await startService(settings, { log: SILENT, version: "0.1.0", onFailed });
          await until(async () => (await parts(service))["mqtt"]?.state === "ok");
          return service;
        };
        let service = await open(ini);
        const listen = async () => {
          const detail = (await parts(service))["mqtt"]!.detail;
          const client = await connectAsync(`mqtt://127.0.0.1:${broker?.port ?? /:(\d+)$/.exec(detail)![1]}`);
          const heard: [string, Record<string, unknown>, Buffer][] = [];
          client.on("message", (topic, payload) => heard.push([topic, JSON.parse(payload.toString()), payload]));
          await client.subscribeAsync("#", { qos: 1 });
          return { client, heard };
        };
        let { client, heard } = await listen();
        try {
          await post(service, "plain/n/g/d/data", "application/json", '{"a":0}');
          await post(service, "off/n/g/d/data", "application/json", '{"a":0}');
          const json = "application/json";
          await post(service, "kit/Test/Area-42/1/data", json, '[{"time":1583810982,"a":{"b":1.5},"fw":"01"},{"a":2}]');
          await post(service, "kit/channel/Test-Area-2/data", "text/csv", "## time,a\n2020-03-10 03:29:42,3\n");
          await post(service, "kit/Test/Area-42/1/event", "application/x-www-form-urlencoded", "title=on&text=x");
          const station = JSON.stringify({ sensordatavalues: [{ value_type: "P1", value: "35.67" }] });
          await post(service, "kit/Test/Area-42/1/custom/airrohr", json, station);
          await until(() => heard.length >= 5, "five messages");
          const rows = heard.map(([topic, { time, ...values }]) => [topic, values]);
          assert.deepEqual(rows, [
            ["kit/Test/Area-42/1/data.json", { "a.b": 1.5, fw: "01" }],
            ["kit/Test/Area-42/1/data.json", { a: 2 }],
            ["kit/channel/Test-Area-2/data.json", { a: 3 }],
            ["kit/Test/Area-42/1/event.json", { title: "on", text: "x", tags: "" }],
            ["kit/Test/Area-42/1/data.json", { P1: 35.67 }],
          ]);
          assert.equal(heard[0]![1]["time"], "2020-03-10T03:29:42.000000000Z");
          assert.equal((await parts(service))["publishing"]?.counts?.["published"], 5);

          await client.endAsync();
          await service.stop();
          service = await open(ini);
          ({ client, heard } = { ...(await listen()), heard });
          // As sent by a broker that got no acknowledgement before.
          const [topic, , payload] = heard[0]!;
          await client.publishAsync(topic, payload, { qos: 1 });
          const foreign = new OwnMark("another service").put(topic, '{"theirs":1}');
          await client.publishAsync(topic, foreign, { qos: 1 });
          // A client copies it to another device's topic.
          await client.publishAsync("kit/Test/Area-42/copy/data.json", payload, { qos: 1 });
          await until(async () => (await parts(service))["mqtt"]?.counts?.["received"] === 2, "two messages");
          assert.equal((await parts(service))["journal"]?.counts?.["appended"], 2);
        } finally {
          await client.endAsync(true);
          await service.stop();
          await broker?.stop();
        }
      }),
  );
}
