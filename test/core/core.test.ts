/**
 * The core alone: UDP, HTTP and MQTT to DuckDB, the read API, exports, the page. It needs no part: `scripts/check/delete-parts.ts` runs it
 * without each of them.
 */

import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connectAsync } from "mqtt";
import { SILENT } from "../../runtime/lib/log.ts";
import { PARTS } from "../../runtime/parts/parts.ts";
import { startService } from "../../runtime/service/service.ts";
import { loadSettings } from "../../runtime/settings/load-settings.ts";
import { builtPage } from "../support/built-page.ts";
import { ROOT } from "../support/lab.ts";
import { inTemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

type Row = Readonly<Record<string, unknown>>;

const HAS_BROKER = PARTS.some(({ broker }) => broker !== undefined);
const PORTS = [
  ...["http.listen=127.0.0.1:0", "lab-rig.udp_port=0", "lab-h2m.udp_port=0"],
  ...(HAS_BROKER ? ["mqtt.listen=127.0.0.1:0"] : []),
];
/** Posted, and published where the service has a broker. */
const VALUES = HAS_BROKER ? [21.5, 22.5] : [21.5];

function start(data: string) {
  const settings = loadSettings({ file: join(ROOT, "channels.ini"), env: { SVC_DATA: data }, set: PORTS });
  return startService(settings, { log: SILENT, version: "0", onFailed: (reason) => assert.fail(reason) });
}

/** `struct_mount` of headers/rig.h. */
function mount(azimuth: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.set([16, 1]);
  bytes.writeInt16LE(azimuth * 100, 3);
  return bytes;
}

async function send(lines: readonly string[], body: Uint8Array): Promise<void> {
  const port = Number(/udp:\/\/127\.0\.0\.1:(\d+) {2}channel rig/.exec(lines.join("\n"))?.[1]);
  const socket = createSocket("udp4");
  await new Promise<void>((resolve, reject) =>
    socket.send(body, port, "127.0.0.1", (error) => (error ? reject(error) : resolve())),
  );
  socket.close();
}

async function publish(lines: readonly string[]): Promise<void> {
  const broker = /mqtt:\/\/\S+/.exec(lines.join("\n"))![0];
  const client = await connectAsync(broker);
  await client.publishAsync("kit/net/gw/node/data.json", '{"t":22.5}', { qos: 1 });
  await client.endAsync();
}

const RIG = "database=lab_rig_telemetry&measurement=01_mount";
const KIT = "database=kit_net&measurement=gw_node_sensors";

test("messages over UDP, HTTP and MQTT are stored in DuckDB, answered, exported, and kept over a restart", () =>
  inTemporaryFolder(async (data, atEnd) => {
    if (!existsSync(join(ROOT, "dist/page/index.html"))) await builtPage();
    let service = await start(data);
    atEnd(() => service.stop());
    const rows = async (query: string): Promise<readonly Row[]> => {
      const answer = await fetch(`${service.url}read/rows?${query}`);
      return answer.ok ? ((await answer.json()) as { readonly rows: readonly Row[] }).rows : [];
    };

    await send(service.lines, mount(12.5));
    await send(service.lines, mount(12.5).subarray(0, 7));
    const headers = { "Content-Type": "application/json" };
    const address = `${service.url}api/kit/net/gw/node/data`;
    const posted = await fetch(address, { method: "POST", headers, body: '{"t":21.5}' });
    assert.equal(posted.status, 200, await posted.text());
    assert.equal((await fetch(address, { method: "POST", headers, body: "{" })).status, 400);
    if (HAS_BROKER) await publish(service.lines);
    else assert.match(service.lines.join("\n"), /mqtt {3}off: this build has no broker/);

    await until(async () => (await rows(RIG)).length === 1 && (await rows(KIT)).length === VALUES.length);
    assert.equal((await rows(RIG))[0]?.["azimuth"], 12.5);
    assert.deepEqual(
      (await rows(KIT)).map(({ t }) => t),
      VALUES,
    );
    const csv = await (await fetch(`${service.url}read/export?${KIT}&format=csv`)).text();
    assert.match(csv, HAS_BROKER ? /^time,t\r\n\S+,21\.5\r\n\S+,22\.5\r\n$/ : /^time,t\r\n\S+,21\.5\r\n$/);
    const health = (await (await fetch(`${service.url}health`)).json()) as {
      readonly channels: readonly { readonly name: string; readonly decoded: number; readonly rejected: object }[];
    };
    const rig = health.channels.find(({ name }) => name === "rig");
    assert.deepEqual([rig?.decoded, rig?.rejected], [1, { "wrong-length": 1 }]);
    assert.match(await (await fetch(service.url)).text(), /<script type="module"/);
    assert.equal((await fetch(`${service.url}layouts`)).status, 200, "what the page asks first");

    await service.stop();
    service = await start(data);
    assert.equal((await rows(KIT)).length, VALUES.length);
    await service.stop();
  }));
