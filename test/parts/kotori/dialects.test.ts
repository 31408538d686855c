/** Messages of other services' devices and their rows: one table over HTTP and MQTT, without a service. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Addressing } from "../../../runtime/intake/addressing.ts";
import { CsvHeaders } from "../../../runtime/intake/csv-headers.ts";
import type { Log } from "../../../runtime/lib/log.ts";
import { formatNs } from "../../../runtime/model/clock.ts";
import type { Point } from "../../../runtime/model/point.ts";
import { DIALECTS } from "../../../runtime/parts/kotori/dialects.ts";
import { KOTORI_FORMS } from "../../../runtime/parts/kotori/forms.ts";
import { VENDORS, wildcardsOf } from "../../../runtime/realms/topic-maps.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { httpSource } from "../../../runtime/sources/http/http-source.ts";
import { Reception } from "../../../runtime/sources/mqtt/reception.ts";
import { topicFilters } from "../../../runtime/sources/mqtt/topic-filters.ts";
import { decodingWith, kindsOf } from "../../support/device-messages.ts";
import { MemoryIntake } from "../../support/memory-intake.ts";
import { MemoryStore } from "../../support/memory-store.ts";

const RECEIVED_NS = 1_770_000_000_000_000_000n;

const INI = `[lab]
channels =
[realms]
timezone = Europe/Berlin
default = open
[realm-kit]
compat = kotori
names = lower
direct_networks = itest, testdrive
[realm-plain]
timezone = UTC
[realm-home]
[map-tasmota]
vendor = tasmota
address = home/tasmota/main/{1}
[map-zigbee]
vendor = zigbee2mqtt
address = home/zigbee/main/{1}
[map-shelly1]
vendor = shelly1
address = home/shelly/main/{1}
[map-shelly2]
vendor = shelly2
address = home/shelly/main/{1}
[map-opendtu]
vendor = opendtu
address = home/solar/main/{1}
[map-weewx]
vendor = weewx
address = home/weather/main/station
[map-homie]
vendor = homie
address = home/homie/main/{1}
[map-owntracks]
vendor = owntracks
address = home/tracks/{1}/{2}
[map-ttn]
vendor = ttn
address = home/lora/{1}/{2}
[map-chirpstack]
vendor = chirpstack
address = open/lora/{1}/{2}
[map-own]
topic = greenhouse/+/+
address = home/greenhouse/{1}/{2}
time = gemessen
[realm-brief]
addresses = short
compat = kotori
[realm-basic]
addresses = basic
compat = kotori
`;

const { realms } = parseSettings(INI, { file: "/c.ini", shown: "c.ini", environment: {} });

const ADDRESSING = new Addressing({ forms: [KOTORI_FORMS] });

function place() {
  const decoding = decodingWith(realms, [], ADDRESSING);
  const intake = new MemoryIntake(realms, undefined, decoding.now);
  const clock = intake.clock;
  const csvHeaders = new CsvHeaders(new MemoryStore(), clock);
  const settings = { maxBodyBytes: 1_000_000, corsOrigins: [] };
  const app = httpSource({ intake: intake.core, settings, decoding, csvHeaders, clock });
  return { intake, app };
}

function rowsOf(points: readonly Point[]) {
  return points.map((point) => ({
    in: `${point.database}/${point.measurement}`,
    ...(point.timeSource === "payload" && { at: formatNs(point.timeNs).replace(/\.?0*Z$/, "Z") }),
    ...Object.fromEntries(point.columns.map(({ name }, index) => [name, point.values[index]])),
  }));
}

const FOO = "kit_itest/foo_bar_sensors";
const JSON_TYPE = "application/json";

interface Case {
  readonly title: string;
  readonly to: string;
  readonly type?: string;
  readonly method?: string;
  readonly body: string | object;
  readonly rows: readonly object[];
}

const HTTP: readonly Case[] = [
  {
    title: "airrohr",
    to: "kit/itest/foo/bar/custom/airrohr",
    body: {
      esp8266id: 12041741,
      software_version: "NRZ-2018-123B",
      sensordatavalues: [
        { value_type: "SDS_P1", value: "35.67" },
        { value_type: "BME280_temperature", value: "-2.83" },
      ],
    },
    rows: [{ in: FOO, SDS_P1: 35.67, BME280_temperature: -2.83 }],
  },
  {
    title: "bulk: times to readings",
    to: "kit/itest/foo/bar/tc",
    body: { "1611082554": { temperature: 45.2 }, "1611082568": { temperature: 45.3 } },
    rows: [
      { in: FOO, at: "2021-01-19T18:55:54Z", temperature: 45.2 },
      { in: FOO, at: "2021-01-19T18:56:08Z", temperature: 45.3 },
    ],
  },
  {
    title: "NDJSON, in any realm",
    to: "plain/n/g/d/data",
    type: "application/x-ndjson",
    body: '{"a":1}\n\n{"a":2,"time":"2026-01-31"}\r\n',
    rows: [
      { in: "plain_n/g_d_sensors", a: 1 },
      { in: "plain_n/g_d_sensors", at: "2026-01-31T00:00:00Z", a: 2 },
    ],
  },
  {
    title: "tags are texts",
    to: "kit/itest/foo/bar/data",
    body: { sensor_id: 12, location_id: "7", geohash: "u33d8", temperature: "1" },
    rows: [{ in: FOO, sensor_id: "12", location_id: "7", geohash: "u33d8", temperature: 1 }],
  },
  {
    title: "tags are texts in tables",
    to: "kit/itest/foo/bar/data",
    type: "text/csv",
    body: "## sensor_id,temperature\n12,1\n",
    rows: [{ in: FOO, sensor_id: "12", temperature: 1 }],
  },
  {
    title: "a realm that did not ask has no tags",
    to: "plain/n/g/d/data",
    body: { sensor_id: 12 },
    rows: [{ in: "plain_n/g_d_sensors", sensor_id: 12 }],
  },
  { title: "PUT", to: "kit/itest/foo/bar/data", method: "PUT", body: { a: 1 }, rows: [{ in: FOO, a: 1 }] },
  {
    title: "names in small letters",
    to: "kit/ITest/Foo/Bar/data",
    body: { A: 1 },
    rows: [{ in: FOO, A: 1 }],
  },
  {
    title: "a realm written twice in a direct address",
    to: "kit/channel/kit-itest-foo-bar/data",
    body: { a: 1 },
    rows: [{ in: FOO, a: 1 }],
  },
  {
    title: "a form's field twice",
    to: "kit/itest/foo/bar/data",
    type: "application/x-www-form-urlencoded",
    body: "a=1&a=2&b=3",
    rows: [{ in: FOO, a: 1, b: 3 }],
  },
  {
    title: "the zone of all realms",
    to: "any/n/g/d/data",
    body: { a: 1, time: "2026-07-01 12:00" },
    rows: [{ in: "any_n/g_d_sensors", at: "2026-07-01T10:00:00Z", a: 1 }],
  },
  {
    title: "a realm's own zone",
    to: "plain/n/g/d/data",
    body: { a: 1, time: "2026-07-01 12:00" },
    rows: [{ in: "plain_n/g_d_sensors", at: "2026-07-01T12:00:00Z", a: 1 }],
  },
  ...[
    ["2016-08-14 21:02:06 CEST", "2016-08-14T19:02:06Z"],
    ["2016-08-14 21:02:06 UTC", "2016-08-14T21:02:06Z"],
    ["2016/08/14 21:02:06", "2016-08-14T19:02:06Z"],
    ["21/09/21T07:21:55Z", "2021-09-21T07:21:55Z"],
    ["Tue, 21 Sep 2021 07:21:55 +0200", "2021-09-21T05:21:55Z"],
    ["21 Sep 21 07:21 GMT", "2021-09-21T07:21:00Z"],
  ].map(([time, at]) => ({
    title: `time ${time}`,
    to: "kit/itest/foo/bar/data",
    body: { a: 1, time },
    rows: [{ in: FOO, at, a: 1 }],
  })),
  {
    title: "Open Hive",
    to: "kit/itest/foo/bar/data",
    type: "text/csv",
    body: "Datum/Zeit;Gewicht,Strom;\n2016-08-14 21:02:06;58.7,1;\n",
    rows: [{ in: FOO, at: "2016-08-14T19:02:06Z", Gewicht: 58.7, Strom: 1 }],
  },
  {
    title: "Beelogger",
    to: "kit/itest/foo/bar/data",
    type: "text/csv",
    body: "Datum,Uhrzeit,Temperatur\r\n2015/10/08,09:32:00,12.5\r\n",
    rows: [{ in: FOO, at: "2015-10-08T09:32:00Z", Temperatur: 12.5 }],
  },
  {
    title: "Variometer",
    to: "kit/itest/foo/bar/data",
    type: "text/csv",
    body: "Runtime;Date;Time;alt[ft];\n0.1;21/09/21;07:21:55;1230;\n",
    rows: [{ in: FOO, at: "2021-09-21T07:21:55Z", Runtime: 0.1, "alt[ft]": 1230 }],
  },
  {
    title: "luftdaten.info's archive",
    to: "kit/itest/foo/bar/data",
    type: "text/csv",
    body: "sensor_id;sensor_type;location;timestamp;P1\n48;SDS011;19;2015-10-01T00:00:07Z;4.3\n",
    rows: [{ in: FOO, at: "2015-10-01T00:00:07Z", sensor_id: "48", sensor_type: "SDS011", location: "19", P1: 4.3 }],
  },
  {
    title: "the basic application",
    to: "basic/node/data",
    body: { a: 1 },
    rows: [{ in: "basic_node/sensors", a: 1 }],
  },
  {
    title: "an event of the basic application",
    to: "basic/node/event",
    body: { title: "t" },
    rows: [{ in: "basic_node/events", title: "t", text: "", tags: "" }],
  },
];

for (const { title, to, type = JSON_TYPE, method = "POST", body, rows } of HTTP) {
  test(`HTTP: ${title}`, async () => {
    const { intake, app } = place();
    const payload = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await app.request(`/api/${to}`, { method, body: payload, headers: { "Content-Type": type } });
    assert.equal(answer.status, 200, await answer.text());
    assert.deepEqual(rowsOf(intake.points), rows);
  });
}

const QUERIES: readonly (readonly [query: string, row: object, answer: string])[] = [
  [
    // The example of the protocol's page.
    "wunderground?ID=KCASANFR5&PASSWORD=geheim&dateutc=2000-01-01+10%3A32%3A35&winddir=230&windspeedmph=12&tempf=70&rainin=0&baromin=29.1&dewptf=68.2&humidity=90&weather=&clouds=&soiltempf=-9999&softwaretype=vws%20versionxx&action=updateraw&realtime=1&rtfreq=2.5",
    {
      at: "2000-01-01T10:32:35Z",
      ...{ winddir: 230, windspeedmph: 12, tempf: 70, rainin: 0, baromin: 29.1, dewptf: 68.2, humidity: 90 },
      softwaretype: "vws versionxx",
    },
    "success\n",
  ],
  ["wunderground?ID=x&PASSWORD=geheim&dateutc=now&tempf=70", { tempf: 70 }, "success\n"],
  [
    "osmand?id=geheim&timestamp=1583810982&lat=52.5&lon=13.4&speed=0.5&bearing=10&altitude=34&batt=80.5",
    { at: "2020-03-10T03:29:42Z", lat: 52.5, lon: 13.4, speed: 0.5, bearing: 10, altitude: 34, batt: 80.5 },
    "",
  ],
  ["osmand?deviceid=geheim&location=52.5,13.4", { lat: 52.5, lon: 13.4 }, ""],
];

test("HTTP: stations and trackers that send by GET; their credentials are not kept", async () => {
  for (const [query, row, answer] of QUERIES) {
    for (const method of ["GET", "POST"]) {
      const { intake, app } = place();
      const got = await app.request(`/api/kit/itest/foo/bar/${query}`, { method });
      assert.deepEqual([got.status, await got.text()], [200, answer], query);
      assert.deepEqual(rowsOf(intake.points), [{ in: FOO, ...row }]);
      assert.doesNotMatch(intake.messages.map(({ address, payload }) => address + payload).join(), /geheim|KCASANFR5/);
    }
  }
  const { intake, app } = place();
  const get = (path: string, headers = {}) => app.request(`/api/${path}`, { headers });
  assert.equal((await get("plain/n/g/d/wunderground?tempf=1")).status, 404);
  assert.equal((await get("kit/itest/foo/bar/data?tempf=1")).status, 405);
  assert.equal((await get("kit/itest/foo/bar/wunderground?PASSWORD=geheim")).status, 400);
  assert.equal((await get("kit/itest/foo/bar/osmand?id=geheim&timestamp=x&lat=1")).status, 400);
  const other = await get("kit/itest/foo/bar/wunderground?tempf=1", { "Sec-Fetch-Site": "cross-site" });
  assert.deepEqual([other.status, await other.text()], [403, "Other sites may not send here"]);
  assert.deepEqual(intake.points, []);
  const kept = intake.deadLetters.map(({ message }) => message.payload.toString());
  assert.doesNotMatch(JSON.stringify([kept, intake.signals]), /geheim/);
});

test("MQTT: short addresses have no gateway, also with suffixes of other services", () => {
  const kind = decodingWith(realms, [], ADDRESSING).now.of({ source: "mqtt" });
  for (const [address, body, at] of [
    ["brief/n/d/data.json", '{"a":1}', "brief_n/default_d_sensors"],
    ["brief/n/d", '{"a":1}', "brief_n/default_d_sensors"],
    ["brief/n/d/data/a", "1", "brief_n/default_d_sensors"],
    ["brief/n/d/measure/a", "1", "brief_n/default_d_sensors"],
    ["brief/n/d/loop", '{"a":1}', "brief_n/default_d_sensors"],
    ["brief/n/g/d/data.json", '{"a":1}', "brief_n/g_d_sensors"],
    ["brief/n/g/d/loop", '{"a":1}', "brief_n/g_d_sensors"],
    ["brief/n/g/d/measure/a", "1", "brief_n/g_d_sensors"],
    ["brief/channel/n-g-d/loop", '{"a":1}', "brief_n/g_d_sensors"],
  ] as const) {
    const sent = { source: "mqtt", address, sender: "", receivedNs: RECEIVED_NS, payload: Buffer.from(body) };
    const contentType = address.endsWith(".json") ? JSON_TYPE : "text/plain";
    const { points, rejections } = kind.decode({ ...sent, contentType });
    assert.deepEqual(rejections, [], address);
    assert.deepEqual(rowsOf(points as Point[]), [{ in: at, a: 1 }], address);
  }
  const said = parseSettings("[lab]\nchannels =\n[realms]\ncompat = tasmota\naddresses = short\n", {
    file: "/c.ini",
    shown: "c.ini",
    environment: {},
  });
  const filters = topicFilters(said.realms, ADDRESSING);
  for (const filter of ["+/+/+/+/tele/SENSOR", "+/+/+/data.json", "+/+/+/tele/STATE", "+/channel/+/tele/SENSOR"])
    assert.ok(filters.includes(filter), filter);
});

const MQTT: readonly (readonly [topic: string, body: string, row: object])[] = [
  ["kit/itest/foo/bar/message-json", '{"a":1}', { a: 1 }],
  ["kit/itest/foo/bar/data/__json__", '{"temperature":42.84}', { temperature: 42.84 }],
  ["kit/itest/foo/bar/loop", '{"outTemp_C":"3.5","usUnits":"16.0"}', { outTemp_C: 3.5, usUnits: 16 }],
  ["kit/itest/foo/bar", '{"a":1}', { a: 1 }],
  ["kit/channel/itest-foo-bar/loop", '{"a":"1"}', { a: 1 }],
  ["kit/itest/foo/bar/measure/temperature", "42.84", { temperature: 42.84 }],
  ["kit/itest/foo/bar/tc.json", '{"1611082554":{"a":1}}', { at: "2021-01-19T18:55:54Z", a: 1 }],
  ["kit/itest/foo/bar/custom/airrohr.json", '{"sensordatavalues":[{"value_type":"P1","value":"2"}]}', { P1: 2 }],
  [
    "kit/itest/foo/bar/tele/SENSOR",
    '{"Time":"2017-10-05T22:39:45","DS18x20":{"DS1":{"Type":"DS18B20","Address":"28FF","Temperature":25.37},"X":{"y":1}},"DHT22":{"Temperature":33.2},"TempUnit":"C"}',
    { at: "2017-10-05T20:39:45Z", "DS18x20.DS1.Temperature": 25.37, "DHT22.Temperature": 33.2 },
  ],
  [
    "kit/itest/foo/bar/tele/STATE",
    '{"Time":"2019-06-02T22:13:07","Uptime":"1T18:10:35","Vcc":3.182,"SleepMode":"Dynamic","Sleep":50,"LoadAvg":19,"Wifi":{"AP":1,"Channel":5,"RSSI":100,"LinkCount":1}}',
    {
      at: "2019-06-02T20:13:07Z",
      "Device.Vcc": 3.182,
      "Device.Sleep": 50,
      "Device.LoadAvg": 19,
      "Device.Wifi.Channel": 5,
      "Device.Wifi.RSSI": 100,
      "Device.Wifi.LinkCount": 1,
    },
  ],
];

test("MQTT: suffixes of other services", () => {
  const kind = decodingWith(realms, [], ADDRESSING).now.of({ source: "mqtt" });
  for (const [address, body, row] of MQTT) {
    const message = {
      source: "mqtt",
      address,
      sender: "",
      contentType: "text/plain",
      receivedNs: RECEIVED_NS,
      payload: Buffer.from(body),
    };
    const { points, rejections } = kind.decode(message);
    assert.deepEqual(
      rejections.map(({ error }) => error.message),
      [],
      address,
    );
    const made = rowsOf(points.map((point) => ({ ...point, origin: { message, id: "" } })));
    assert.deepEqual(made, [{ in: FOO, ...row }], address);
  }
});

/** Payloads after the vendors' own documents. */
const VENDOR: readonly (readonly [topic: string, body: string, row: object])[] = [
  [
    "tele/plug1/SENSOR",
    '{"Time":"2026-01-31T12:00:00","AM2301":{"Temperature":20.6}}',
    { in: "home_tasmota/main_plug1_sensors", at: "2026-01-31T11:00:00Z", "AM2301.Temperature": 20.6 },
  ],
  [
    "tele/plug1/STATE",
    '{"Time":"2026-01-31T12:00:00","Vcc":3.1}',
    { in: "home_tasmota/main_plug1_sensors", at: "2026-01-31T11:00:00Z", "Device.Vcc": 3.1 },
  ],
  [
    "zigbee2mqtt/window",
    '{"contact":true,"battery":97,"last_seen":"2026-01-31T12:00:00+01:00"}',
    { in: "home_zigbee/main_window_sensors", at: "2026-01-31T11:00:00Z", contact: 1, battery: 97 },
  ],
  ["shellies/ht-1/sensor/temperature", "22.4", { in: "home_shelly/main_ht_1_sensors", temperature: 22.4 }],
  ["shellies/1pm/relay/0/power", "12.5", { in: "home_shelly/main_1pm_sensors", "relay.0.power": 12.5 }],
  [
    "plus1/events/rpc",
    '{"src":"plus1","method":"NotifyStatus","params":{"ts":1769860800.5,"switch:0":{"id":0,"apower":8.9}}}',
    {
      in: "home_shelly/main_plus1_sensors",
      at: "2026-01-31T12:00:00.5Z",
      src: "plus1",
      method: "NotifyStatus",
      "params.switch:0.id": 0,
      "params.switch:0.apower": 8.9,
    },
  ],
  ["solar/116480/0/power", "310.2", { in: "home_solar/main_116480_sensors", "0.power": 310.2 }],
  [
    "weather/loop",
    '{"dateTime":"1492467300.0","outTemp_C":"3.5"}',
    { in: "home_weather/main_station_sensors", at: "2017-04-17T22:15:00Z", outTemp_C: 3.5 },
  ],
  ["homie/dev/node/temperature", "21", { in: "home_homie/main_dev_sensors", "node.temperature": 21 }],
  [
    "owntracks/jane/phone",
    '{"_type":"location","lat":52.5,"lon":13.4,"tst":1769860800}',
    { in: "home_tracks/jane_phone_sensors", at: "2026-01-31T12:00:00Z", _type: "location", lat: 52.5, lon: 13.4 },
  ],
  [
    "v3/app@ttn/devices/eui-1/up",
    '{"end_device_ids":{"device_id":"eui-1"},"received_at":"2026-01-31T12:00:00Z","uplink_message":{"f_cnt":7,"decoded_payload":{"t":20}}}',
    { in: "home_lora/app@ttn_eui_1_sensors", at: "2026-01-31T12:00:00Z", device_id: "eui-1", counter: 7, t: 20 },
  ],
  [
    "application/a/device/b/event/up",
    '{"deviceInfo":{"deviceName":"b"},"time":"2026-01-31T12:00:00Z","fCnt":3,"object":{"t":20}}',
    { in: "open_lora/a_b_sensors", at: "2026-01-31T12:00:00Z", device_id: "b", counter: 3, t: 20 },
  ],
  [
    "greenhouse/left/bed",
    '{"t":20,"gemessen":"2026-01-31 12:00"}',
    { in: "home_greenhouse/left_bed_sensors", at: "2026-01-31T11:00:00Z", t: 20 },
  ],
];

test("MQTT: vendors' topics, mapped to addresses", () => {
  const kind = decodingWith(realms, [], ADDRESSING).now.of({ source: "mqtt" });
  const seen = new Set<string>();
  for (const [address, body, row] of VENDOR) {
    const message = {
      source: "mqtt",
      address,
      sender: "",
      contentType: "text/plain",
      receivedNs: RECEIVED_NS,
      payload: Buffer.from(body),
    };
    const { points, rejections } = kind.decode(message);
    assert.deepEqual(
      rejections.map(({ error }) => error.message),
      [],
      address,
    );
    assert.deepEqual(rowsOf(points.map((point) => ({ ...point, origin: { message, id: "" } }))), [row], address);
    for (const [vendor, maps] of Object.entries(VENDORS))
      if (maps.some(({ topic }) => wildcardsOf(topic, address))) seen.add(vendor);
  }
  // Sparkplug's bodies are another part's.
  const others = Object.keys(VENDORS).filter((vendor) => vendor !== "sparkplug");
  assert.deepEqual([...seen].sort(), others.sort(), "each vendor has a row here");
});

test("an invalid mapping is reported with its line", () => {
  const settings = (text: string) => () =>
    parseSettings(`[lab]\nchannels =\n[map-x]\n${text}`, { file: "/c.ini", shown: "c.ini", environment: {} });
  assert.throws(settings("vendor = tasmota\naddress = home/x/{2}/y"), /'tele\/\+\/SENSOR' has 1 places for/);
  assert.throws(settings("topic = a/+\naddress = home/{1}"), /is not <realm>\/<network>/);
  assert.throws(settings("topic = a/#\naddress = home/a/b/c"), /is not a topic with \+/);
  assert.throws(settings("address = home/a/b/c"), /has neither 'topic' nor 'vendor'/);
  assert.throws(settings("topic = a/+\naddress = home/a/b/c\ndialect = value"), /a plain value needs 'field'/);
  assert.throws(settings("topic = a\naddress = home/a/b/c\n[realm-other]"), /realm 'home' has no section/);
});

test("a name from a vendor's topic cannot leave its part of the address", () => {
  const kind = decodingWith(realms, [], ADDRESSING).now.of({ source: "mqtt" });
  const of = (address: string) =>
    kind.decode({
      source: "mqtt",
      address,
      sender: "",
      contentType: "",
      receivedNs: RECEIVED_NS,
      payload: Buffer.from('{"a":1}'),
    });
  assert.deepEqual(
    of("zigbee2mqtt/").rejections.map(({ error }) => error.code),
    ["unknown-address"],
  );
  assert.deepEqual(
    of("zigbee2mqtt/a\u0000b").rejections.map(({ error }) => error.code),
    ["unknown-address"],
  );
  assert.deepEqual(
    of("zigbee2mqtt/{1}").points.map(({ measurement }) => measurement),
    ["main_{1}_sensors"],
  );
});

test("a realm without the setting accepts none of them", async () => {
  const { intake, app } = place();
  for (const path of ["plain/n/g/d/custom/airrohr", "plain/n/g/d/tc"])
    assert.equal(
      (await app.request(`/api/${path}`, { method: "POST", body: "{}", headers: { "Content-Type": JSON_TYPE } }))
        .status,
      404,
    );
  const kind = decodingWith(realms, [], ADDRESSING).now.of({ source: "mqtt" });
  for (const address of ["plain/n/g/d/loop", "plain/n/g/d/tele/SENSOR", "plain/n/g/d"]) {
    const message = {
      source: "mqtt",
      address,
      sender: "",
      contentType: "text/plain",
      receivedNs: RECEIVED_NS,
      payload: Buffer.from("{}"),
    };
    assert.equal(kind.decode(message).rejections[0]?.error.code, "unknown-address");
  }
  assert.deepEqual(intake.points, []);
});

test("answers like Kotori's; a network without permission is refused", async () => {
  const { app } = place();
  const post = (path: string) =>
    app.request(`/api/${path}`, { method: "POST", body: '{"a":1}', headers: { "Content-Type": JSON_TYPE } });
  assert.equal(
    await (await post("kit/itest/foo/bar/data")).text(),
    '[\n    {\n        "type": "info",\n        "message": "Received #1 readings"\n    }\n]',
  );
  const refused = await post("kit/channel/another-foo-bar/data");
  assert.deepEqual([refused.status, await refused.text()], [403, "Rejected access to SensorWAN network: another"]);
  assert.equal((await post("kit/another/foo/bar/data")).status, 200);
});

test("docs/kotori.md lists each dialect", () => {
  const document = readFileSync(new URL("../../../docs/kotori.md", import.meta.url), "utf8");
  for (const { name, meaning } of DIALECTS) {
    const row = `| \`${name}\` | ${meaning} |\n`;
    assert.ok(document.includes(row), `docs/kotori.md has no row ${row}`);
  }
});

test("credentials are removed from publications before they are stored", async () => {
  const intake = new MemoryIntake(realms, undefined, kindsOf(realms, ADDRESSING));
  const reception = new Reception({
    intake: intake.core,
    decoding: decodingWith(realms, ["PASSKEY"], ADDRESSING),
    clock: intake.clock,
    maxPayloadBytes: 1000,
    log: {} as Log,
  });
  const publication = { qos: 1, dup: false, retain: false, messageId: 1, clientId: "c", replayed: false } as const;
  for (const payload of ['{"PASSKEY":"geheim","a":1}', '{"passkey":"geheim","a":}'])
    await reception.receive({ ...publication, topic: "plain/n/g/d/data.json", payload: Buffer.from(payload) });
  const kept = [...intake.messages, ...intake.deadLetters.map(({ message }) => message)].map(({ payload }) =>
    payload.toString(),
  );
  assert.equal(kept.length, 2);
  assert.doesNotMatch(kept.join() + JSON.stringify(intake.signals), /geheim/);
});

test("a name that is none of a dialect is refused", () => {
  const wrong = () =>
    parseSettings(INI.replace("compat = kotori", "compat = kotory"), {
      file: "/c.ini",
      shown: "c.ini",
      environment: {},
    });
  assert.throws(wrong, /there is no dialect 'kotory'; known are kotori, tasmota/);
});
