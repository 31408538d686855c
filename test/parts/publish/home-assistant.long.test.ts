/** Home Assistant with the embedded broker: what it discovers, shows and removes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { HOME_FOLDER, isInstalled } from "../../../scripts/test/peers.mjs";
import { type Entity, HomeAssistant } from "../../support/home-assistant.ts";
import { jsonPost } from "../../support/json-post.ts";
import { Lab, sendDatagrams } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

const skip = isInstalled(HOME_FOLDER) ? false : "needs Home Assistant from PyPI (STRUCTLINE_PEERS=home npm run peers)";

function header(more: string): string {
  return `enum mode { IDLE, RUN = 2 };
struct struct_probe {
  uint8_t length; uint8_t ID;
  uint16_t raw; // @rule: name=supply; expr=raw / 100; unit=V
  int16_t t; // @rule: name=room; expr=t / 10; unit=degC
  uint8_t valve : 1;
  uint8_t rest : 7;
  uint8_t mode; // @rule: states=0:idle,2:run
  float level;
  ${more}
} probe = {14, 1};
`;
}

function ini(http: number, more = "home_assistant = on\n"): string {
  return `[lab]\nchannels = lab-rig\n[lab-rig]\nsources = udp:0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\nlayout = packed\n[publish]\nmqtt = json\n${more}[http]\nlisten = 127.0.0.1:${http}\n`;
}

test("Home Assistant shows every column with its unit, and removes columns that no longer exist", {
  skip,
}, async () => {
  const http = await freePort();
  const lab = new Lab({ ini: ini(http), headers: { "rig.h": header("uint8_t fan; uint8_t spare;") } });
  let home: HomeAssistant | undefined;
  try {
    assert.equal(lab.generate().status, 0);
    const service = await lab.start();
    home = new HomeAssistant(service.mqttPort, await freePort());
    await home.ready();
    const send = (mode: number, level = 1.5) => {
      const frame = Buffer.of(14, 1, 0x39, 0x30, 0xeb, 0, 1, mode, 0, 0, 0, 0, 7, 0);
      frame.writeFloatLE(level, 8);
      return sendDatagrams(service.udpPort("rig"), [frame]);
    };
    await send(2);
    const hostile = "a']}}{{ 7*7 }}{%raw%}\\ü";
    const post = (body: unknown) => fetch(`${service.url}/api/farm/north/gw/cow-1/data`, jsonPost(body));
    assert.equal((await post({ heart_rate: 61, [hostile]: 5, name: "Zenzi" })).status, 200);
    const value = async (column: string) => {
      const { entities } = await home!.shown();
      return Object.entries(entities).find(([id]) => id.endsWith(column))?.[1];
    };
    await until(async () => (await value("_name"))?.state === "Zenzi" && (await value("_supply"))?.state === "123.45");
    const { entities, faults } = await home.shown();
    const rig = (column: string) => entities[`structline_lab_rig_01_probe_${column}`]!;
    const picked = ({ domain, state, unit, deviceClass, stateClass, device }: Entity) =>
      [domain, state, unit, deviceClass, stateClass, device] as const;
    assert.deepEqual(picked(rig("supply")), ["sensor", "123.45", "V", "voltage", "measurement", "rig"]);
    assert.deepEqual(picked(rig("room")), ["sensor", "23.5", "°C", "temperature", "measurement", "rig"]);
    assert.deepEqual(picked(rig("valve")), ["binary_sensor", "on", null, null, null, "rig"]);
    assert.deepEqual([rig("mode").state, rig("mode").deviceClass], ["run", "enum"]);
    const cow = (column: string) => entities[`structline_farm_north_gw_cow_1_sensors_${column}`]!;
    assert.deepEqual(picked(cow("heart_rate")), ["sensor", "61", "", null, "measurement", "gw_cow_1"]);
    assert.equal(cow(hostile).state, "5");
    assert.deepEqual(
      Object.keys(entities).filter((id) => /length|_ID$|_hex_/.test(id)),
      [],
    );
    assert.deepEqual(faults, []);
    // Columns that a row lacks keep their values.
    assert.equal((await post({ heart_rate: 62 })).status, 200);
    await until(async () => (await value("_heart_rate"))?.state === "62");
    assert.equal((await value("_name"))?.state, "Zenzi");
    // What is not a number any more has no state.
    assert.equal(rig("level").state, "1.5");
    await send(2, Number.NaN);
    await until(async () => (await value("_level"))?.state === "unknown");
    assert.equal((await value("_supply"))?.state, "123.45");
    // A measurement is deleted.
    const cows = "gw_cow_1_sensors";
    const path = `/measurements?database=farm_north&measurement=${cows}&confirm=${cows}`;
    const gone = await fetch(`${service.url}${path}`, { method: "DELETE" });
    assert.equal(gone.status, 204);
    await until(async () => (await value("_heart_rate")) === undefined);
    // After the output is switched off, its announcements are deleted at the broker.
    lab.configure(ini(http, ""));
    service.signal("SIGHUP");
    await until(async () => (await value("_supply")) === undefined);
  } finally {
    await home?.end();
    await lab.remove();
  }
});
