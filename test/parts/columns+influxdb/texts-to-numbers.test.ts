/** InfluxDB cannot change a field's type: what the answer and docs/devices.md say to do instead works. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startInfluxd } from "../../support/influxd.ts";
import { Lab } from "../../support/lab.ts";
import { requires } from "../../support/requirements.ts";

const PLACE = "database=r_net&measurement=gw_n_sensors";
const skip = requires("influxd");

test("a measurement that is exported, deleted and posted again has numbers", { skip }, async () => {
  const influxd = await startInfluxd();
  const lab = new Lab({
    ini: `[lab]\nchannels =\n[store]\nurl = ${influxd.url.replace("http", "influxdb")}\n`,
    headers: {},
  });
  try {
    const service = await lab.start();
    const post = async (body: string, type: string) => {
      const init = { method: "POST", headers: { "Content-Type": type }, body };
      const response = await fetch(`${service.url}/api/r/net/gw/n/data`, init);
      assert.equal(response.status, 200, await response.text());
      await service.settled();
    };
    await post('{"time":1700000000,"v":"abc","w":1}', "application/json");
    await post('{"time":1700000001.123456789,"v":"21.5","w":2}', "application/json");
    await post('{"time":1700000002,"v":"22,5","w":3}', "application/json");
    const change = { database: "r_net", measurement: "gw_n_sensors", column: "v", apply: true, drop: true };
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(change) };
    const answer = await fetch(`${service.url}/columns/numbers`, init);
    assert.equal(answer.status, 501);
    assert.match(await answer.text(), /export the measurement as CSV, delete it.*and post the CSV again/);

    const table = await (await fetch(`${service.url}/read/export?${PLACE}&format=csv&from=2000-01-01`)).text();
    const deleted = await fetch(`${service.url}/measurements?${PLACE}&confirm=gw_n_sensors`, { method: "DELETE" });
    assert.equal(deleted.status, 204);
    await post(table, "text/csv; header=present");
    const { rows } = await service.json<{ rows: unknown }>(`/read/rows?${PLACE}`);
    assert.deepEqual(rows, [
      { time: "2023-11-14T22:13:21.123456789Z", v: 21.5, w: 2 },
      { time: "2023-11-14T22:13:22.000000000Z", v: 22.5, w: 3 },
    ]);
    await post('{"time":1700000003,"v":23}', "application/json");
    assert.equal((await service.json<{ rows: { v: number }[] }>(`/read/rows?${PLACE}`)).rows.at(-1)!.v, 23);
  } finally {
    await lab.remove();
    await influxd.stop();
  }
});
