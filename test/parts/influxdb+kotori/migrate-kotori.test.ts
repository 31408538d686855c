import assert from "node:assert/strict";
import { test } from "node:test";
import { migrateKotori } from "../../../runtime/parts/kotori/migrate-kotori.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";

const MAIN = `[main]
include = conf.d/*.ini
[kotori]
http_listen = localhost
http_port = 24642
[mqtt]
host = broker.example.org
username = ida
password = geheim
[wamp]
uri = ws://0.0.0.0:9000/ws
[influxdb]
host = localhost
username = root
password = a@b
pool_size = 20
[grafana]
host = localhost
username = admin
password = admin
[mongodb]
uri = mongodb://localhost
[config-web]
http_port = 36000
`;
const APPS = `[mqttkit-1]
enable = true
type = application
realm = mqttkit-1
mqtt_topics = mqttkit-1/#
application = kotori.daq.application.mqttkit:mqttkit_application
direct_channel_allowed_networks = itest, testdrive
; a comment
[mqttkit-1:mqtt]
host = mqtt.example.org
password = geheim
[mqttkit-2]
enable = false
realm = mqttkit-2
mqtt_topics = mqttkit-2/#
[basic]
enable = true
realm = basic
mqtt_topics = basic/#
application = kotori.daq.application.basic:basic_application
[mqttkit-1.http-acquisition]
type = application
application = kotori.io.protocol.forwarder:boot
[hiveeyes.firmware-builder]
application = kotori.firmware.service:boot
[lst]
type = vendor
channels = lst-h2m, lst-gone
[lst-h2m]
udp_port = 8888
wamp_topic = edu.hm.lst.h2m
include_path = etc/headers
header_files = h2m_structs.h
graphing_legend_right_side = true
`;

test("Kotori's files are converted to a readable configuration, and every dropped setting is reported", () => {
  const { text, without } = migrateKotori([
    { name: "kotori.ini", text: MAIN },
    { name: "apps.ini", text: APPS },
  ]);
  const settings = parseSettings(text, { file: "/c.ini", shown: "c.ini", environment: {} });
  const { http, mqtt, store, realms, channels } = settings;
  assert.deepEqual(
    [http.listen, mqtt.url, mqtt.username, mqtt.password],
    [{ host: "127.0.0.1", port: 24642 }, "mqtt://broker.example.org:1883", "ida", "geheim"],
  );
  assert.equal(store.kind, "influxdb");
  assert.match(text, /^url = influxdb:\/\/root:a%40b@127\.0\.0\.1:8086$/m);
  assert.deepEqual(
    realms.map(({ name, timezone, names, addresses, directNetworks }) => ({
      name,
      timezone,
      names,
      addresses,
      directNetworks,
    })),
    [
      {
        name: "mqttkit-1",
        timezone: "Europe/Berlin",
        names: "lower",
        addresses: undefined,
        directNetworks: ["itest", "testdrive"],
      },
      { name: "basic", timezone: "Europe/Berlin", names: "lower", addresses: "basic", directNetworks: undefined },
    ],
  );
  assert.deepEqual(
    channels.map(({ name, udpPort, wampTopic }) => [name, udpPort, wampTopic]),
    [["h2m", 8888, "edu.hm.lst.h2m"]],
  );
  assert.deepEqual(
    text.split("\n").filter((line) => line.startsWith("; No counterpart")),
    [
      "; No counterpart: [config-web]",
      "; No counterpart: [mqttkit-1:mqtt], a separate broker for a realm; there is one broker, [mqtt] url",
      "; No counterpart: [hiveeyes.firmware-builder] (kotori.firmware.service:boot)",
      "; No counterpart: graphing_legend_right_side = true",
    ],
  );
  assert.equal(without, 4);
  assert.match(text, /^; \[mqttkit-2\] was not enabled$/m);
});

test("a value cannot add a line", () => {
  const { text } = migrateKotori([{ name: "k", text: "[mqtt]\nhost = a\n  [auth]\n  users_file = x\n" }]);
  assert.doesNotMatch(text, /^\[auth\]/m);
});
