/**
 * Requests of Kotori's users to a running service, each with its result. The table is in EXAMPLES.md
 * (`npm run campaigns -- kotori-table` writes it), and test/parts/kotori/kotori-walk.long.test.ts checks it.
 */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Rig } from "./rig.ts";

export interface Row {
  /** Topic of the table's line. */
  readonly line: string;
  readonly request: string;
  readonly result: string;
}

type Line = (rig: Rig, device: string) => Promise<readonly Omit<Row, "line">[]>;

const PROGRAM = fileURLToPath(new URL("../../../dist/channel-message.cjs", import.meta.url));
const CSV = "text/csv";

/** Sends one or more bodies to a new device's address and returns its rows. */
function sends(
  realm: string,
  ending: string,
  bodies: readonly (string | object)[],
  type?: string,
  method?: string,
): Line {
  return async (rig, device) => {
    const path = `api/${realm}/w/g/${device}/${ending}`;
    const texts = bodies.map((body) => (typeof body === "string" ? body : JSON.stringify(body)));
    const statuses: string[] = [];
    for (const text of texts) {
      const answer = await rig.post(path, text, type, method);
      if (answer.status !== 200) statuses.push(`${answer.status} ${oneLine(await answer.text())}; `);
      else await answer.text();
    }
    const shown = type === undefined ? "" : ` (\`${type}\`)`;
    const request = `\`${method ?? "POST"} /${path}\`${shown} ${texts.map(code).join(", then ")}`;
    return [{ request, result: statuses.join("") + (await storedOf(rig, realm, device)) }];
  };
}

function publishes(realm: string, ending: string, bodies: readonly (string | object)[]): Line {
  return async (rig, device) => {
    const topic = [realm, "w", "g", device, ...(ending === "" ? [] : [ending])].join("/");
    const texts = bodies.map((body) => (typeof body === "string" ? body : JSON.stringify(body)));
    for (const text of texts) await rig.publish(topic, text);
    return [
      { request: `MQTT \`${topic}\` ${texts.map(code).join(", then ")}`, result: await storedOf(rig, realm, device) },
    ];
  };
}

async function storedOf(rig: Rig, realm: string, device: string): Promise<string> {
  const names = [`g_${device}_sensors`, `g_${device}_events`].map((name) => name.replaceAll("-", "_"));
  for (let tries = 0; tries < 100; tries++) {
    const rows = (await Promise.all(names.map((name) => rig.rows(`${realm}_w`, name)))).flat();
    if (rows.length > 0) {
      await sleep(50);
      await rig.service.settled();
      const all = (await Promise.all(names.map((name) => rig.rows(`${realm}_w`, name)))).flat();
      return all.map((row) => code(JSON.stringify(row))).join(", ");
    }
    await sleep(20);
  }
  return "no row";
}

const STORED = [
  { time: 1583810982, temperature: 25.26, humidity: 51.8 },
  { time: 1583810993, temperature: 32.26, humidity: 64.8 },
];

/** @param shown part of an answer; by default status, type and disposition */
function asks(paths: readonly string[], shown?: (answer: Response, text: string) => string): Line {
  return async (rig, device) => {
    const base = `api/kit/itest/foo/${device}`;
    await (await rig.post(`${base}/data`, JSON.stringify(STORED))).text();
    await rig.service.settled();
    const rows: Omit<Row, "line">[] = [];
    for (const path of paths) {
      const answer = await rig.http(`${base}/${path}`);
      const text = await answer.clone().text();
      const { headers, status } = answer;
      const head = [status, headers.get("Content-Type")?.split(";")[0], headers.get("Content-Disposition")];
      rows.push({
        request: `\`GET /${base}/${path}\``,
        result: shown?.(answer, text) ?? code(head.filter((part) => part !== null && part !== undefined).join(", ")),
      });
    }
    return rows;
  };
}

/** Shows the first position only. */
const first = (_answer: Response, text: string) => code(oneLine(text).slice(0, 140));

async function mapped(rig: Rig, topic: string, body: string | object, at: string): Promise<Omit<Row, "line">> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  await rig.publish(topic, text);
  const [database = "", measurement = ""] = at.split(".");
  for (let tries = 0; tries < 100; tries++) {
    const rows = await rig.rows(database, measurement);
    if (rows.length > 0)
      return { request: `MQTT \`${topic}\` ${code(text)}`, result: `${at}: ${code(JSON.stringify(rows[0]))}` };
    await sleep(20);
  }
  return { request: `MQTT \`${topic}\` ${code(text)}`, result: "no row" };
}

function command(rig: Rig, args: readonly string[]): string {
  return execFileSync(process.execPath, [PROGRAM, ...args], { cwd: rig.directory, encoding: "utf8" });
}

const SHELL_AIRROHR = {
  esp8266id: "123",
  software_version: "NRZ-2020-133",
  sensordatavalues: [
    { value_type: "SDS_P1", value: "35.67" },
    { value_type: "BME280_temperature", value: "-2.83" },
  ],
};

const TASMOTA = {
  Time: "2017-10-05T22:39:45",
  DS18x20: { DS1: { Type: "DS18B20", Address: "28FF", Temperature: 25.37 } },
  DHT22: { Temperature: 33.2 },
  TempUnit: "C",
};
const STATE = {
  Time: "2019-06-02T22:13:07",
  Uptime: "1T18:10:35",
  Vcc: 3.182,
  Sleep: 50,
  LoadAvg: 19,
  Wifi: { AP: 1, SSId: "x", Channel: 5, RSSI: 100, LinkCount: 1 },
};

/** In the order in which Kotori's users asked for it. */
export const WALK: readonly (readonly [line: string, Line])[] = [
  [
    "Lists that name themselves",
    sends("plain", "data", [
      {
        values: [
          { value_type: "P1", value: 2.5 },
          { value_type: "P2", value: 7 },
        ],
      },
    ]),
  ],
  ["Lists that do not", sends("plain", "data", [{ values: [{ x: 1 }, { x: 2 }], a: 1 }])],
  [
    "The sender's own time",
    sends("plain", "data", [
      { a: 1, tst: 1583810982 },
      { a: 2, params: { ts: 1583810983.5 } },
      { a: 3, dateutc: "2020-03-10 03:29:44" },
    ]),
  ],
  [
    "A time that is not used",
    async (rig, device) => {
      const count = async () =>
        /^structline_unused_times_total\{source="http"\} (\d+)/m.exec(await (await rig.http("metrics")).text())?.[1] ??
        "";
      const before = Number(await count());
      const path = `api/plain/w/g/${device}/data`;
      await (await rig.post(path, '{"a":1,"measured_time":"2020-03-10T03:29:42Z"}')).text();
      const [row] = await rig.rows("plain_w", `g_${device}_sensors`);
      const counted = Number(await count()) - before;
      return [
        {
          request: `\`POST /${path}\` \`{"a":1,"measured_time":"2020-03-10T03:29:42Z"}\``,
          result: `${code(JSON.stringify(row))} at the time of receipt; \`structline_unused_times_total\` + ${counted}`,
        },
      ];
    },
  ],
  ["SenML", sends("plain", "data", ['[{"bn":"urn:dev:","bt":1583810982,"n":"temp","v":21.5},{"n":"hum","v":50}]'])],
  [
    "Digits are kept",
    sends("plain", "data", [
      { serial: "0101010101010101", code: "01234", temp: "07" },
      { serial: "123456789012345678901" },
    ]),
  ],
  [
    "A field of another type",
    sends("plain", "data", [
      { fw: 1.1, temp: 20 },
      { fw: "1.10.1", temp: 21 },
    ]),
  ],
  [
    "Foreign topics",
    async (rig) => {
      rig.heard.length = 0;
      await rig.publish("cmnd/plug/POWER", "on");
      await rig.publish("plain/w/g/loud/data.json", "{broken");
      for (let tries = 0; tries < 100 && !rig.heard.some((text) => text.includes("error.json")); tries++)
        await sleep(20);
      const answers = rig.heard.filter((text) => text.includes("error.json")).map((text) => text.split(" ")[0] ?? "");
      return [
        {
          request: "MQTT `cmnd/plug/POWER` `on`, then MQTT `plain/w/g/loud/data.json` `{broken`",
          result: `error signals: ${answers.map(code).join(", ")}`,
        },
      ];
    },
  ],
  [
    "Times with a zone, and without",
    sends("kit", "data", [
      ...["2016-08-14 21:02:06", "2016-08-14 21:02:07 CEST", "2016-01-14 21:02:06 CET", "2016-08-14 21:02:06 UTC"].map(
        (time, a) => ({ a, time }),
      ),
      ...["2016/08/14 21:02:09", "21/09/21T07:21:55Z", "Tue, 21 Sep 2021 07:21:56 +0200"].map((time, a) => ({
        a: a + 4,
        time,
      })),
    ]),
  ],
  [
    "A time that happens twice, one that clocks skip",
    sends("kit", "data", [
      { a: 1, time: "2021-10-31 02:30:00" },
      { a: 2, time: "2021-03-28 02:30:00" },
    ]),
  ],
  [
    "Names in small letters",
    async (rig) => {
      await (await rig.post("api/kit/W/Area-42/Node-1/data", '{"Temp":1}')).text();
      const [row] = await rig.rows("kit_w", "area_42_node_1_sensors");
      return [
        {
          request: '`POST /api/kit/W/Area-42/Node-1/data` `{"Temp":1}`',
          result: `kit_w, area_42_node_1_sensors: ${code(JSON.stringify(row))}`,
        },
      ];
    },
  ],
  [
    "Exports: formats",
    asks(
      [
        "csv",
        "txt",
        "tsv",
        "json",
        "html",
        "xlsx",
        "hdf5",
        "h5",
        "hdf",
        "nc",
        "cdf",
        "datatables",
        "dt",
        "vega.json",
        "png",
      ].map((suffix) => `data.${suffix}?from=20200310&to=20200310`),
    ),
  ],
  [
    "Exports: pages",
    asks(
      ["dygraphs", "dy", "bokeh", "bk", "vega"].map((suffix) => `data.${suffix}?from=20200310&to=20200310`),
      (answer, text) =>
        `${answer.status}, a plot of ${code(/ id="data">(.*?)<\/script>/.exec(text)?.[1] ?? "nothing")}`,
    ),
  ],
  [
    "Exports: what is in them",
    asks(
      [
        "data.csv?from=20200310&to=20200310",
        "data.json?from=2020-03-10T03:29:42Z&to=20200310T032942Z",
        "data.txt?from=20200310&to=20200310&sort=temperature&direction=descending&exclude=humidity&limit=1",
        "data.json?from=20200310&to=20200310&include=humidity&limit=1",
        "data.txt?from=20200310&to=20200310&sort=temperature&direction=descending&scalar=temperature",
        "data.html?from=20200310&to=20200310",
      ],
      first,
    ),
  ],
  [
    "Exports: gaps",
    async (rig, device) => {
      const path = `api/kit/itest/foo/${device}`;
      const body = JSON.stringify([
        { time: 1583810982, a: 1 },
        { time: 1583810983, b: 1 },
        { time: 1583810984, a: 3 },
      ]);
      await (await rig.post(`${path}/data`, body)).text();
      await rig.service.settled();
      const rows: Omit<Row, "line">[] = [];
      for (const fill of ["pad", "backfill", "interpolate"]) {
        const asked = `${path}/data.csv?from=20200310&to=20200310&include=a&${fill}=true`;
        rows.push({ request: `\`GET /${asked}\``, result: code(oneLine(await (await rig.http(asked)).text())) });
      }
      return rows;
    },
  ],
  [
    "Exports: direct and device addresses",
    async (rig, device) => {
      const rows: Omit<Row, "line">[] = [];
      const body = JSON.stringify({ time: 1583810982, a: 1 });
      for (const direct of [`channel/itest-foo-${device}`, `device/${device}`]) {
        const path = `api/kit/${direct}`;
        await (await rig.post(`${path}/data`, body)).text();
        await rig.service.settled();
        const asked = await rig.http(`${path}/data.csv?from=20200310&to=20200310`);
        const request = `\`POST /${path}/data\` ${code(body)}, then \`GET /${path}/data.csv?from=20200310&to=20200310\``;
        rows.push({ request, result: `${asked.headers.get("Target-Database")}: ${code(oneLine(await asked.text()))}` });
      }
      return rows;
    },
  ],
  [
    "Exports: not found",
    asks(
      ["data.csv?from=20010101&to=20010102", "data.foo", "event.csv"],
      (answer, text) => `${answer.status} ${code(text.split("\n").find((line) => line.length > 1) ?? "")}`,
    ),
  ],
  [
    "Exports: headers",
    asks(["data.csv?from=20200310&to=20200310"], ({ headers }) =>
      ["Channel-Id", "Target-Database", "Target-Expression"]
        .map((name) => `${name}: ${code(headers.get(name) ?? "")}`)
        .join(", "),
    ),
  ],
  [
    "HTTP is published on MQTT",
    async (rig, device) => {
      rig.heard.length = 0;
      const path = `kit/W/G/${device}`;
      await (await rig.post(`api/${path}/data`, '[{"a":1,"time":1583810982},{"a":2,"time":1583810983}]')).text();
      await (await rig.post(`api/${path}/event`, '{"title":"t","time":1583810982}')).text();
      for (let tries = 0; tries < 100 && rig.heard.length < 3; tries++) await sleep(20);
      const stored = await rig.rows("kit_w", `g_${device}_sensors`);
      return [
        {
          request: `\`POST /api/${path}/data\` \`[{"a":1,"time":1583810982},{"a":2,"time":1583810983}]\`, \`…/event\` \`{"title":"t","time":1583810982}\``,
          result: `${rig.heard.map(code).join(", ")}; ${stored.length} rows stored`,
        },
      ];
    },
  ],
  ["Tasmota: SENSOR", publishes("kit", "tele/SENSOR", [TASMOTA])],
  ["Tasmota: STATE", publishes("kit", "tele/STATE", [STATE])],
  ...["message-json", "data/__json__", "loop", ""].map((ending): [string, Line] => [
    "Other endings",
    publishes("kit", ending, [{ temperature: "42.84" }]),
  ]),
  ["Other endings", publishes("kit", "event/__json__", [{ title: "t", text: "x" }])],
  ["Other endings", publishes("kit", "measure/temperature", ["42.84"])],
  ["Other endings", sends("kit", "data", [{ a: 1 }], undefined, "PUT")],
  [
    "Ecowitt",
    sends(
      "plain",
      "data",
      ["PASSKEY=0123456789ABCDEF&stationtype=GW1000&dateutc=2020-03-10+03:29:42&tempf=70.5"],
      "application/x-www-form-urlencoded",
    ),
  ],
  ["CSV: Open Hive", sends("kit", "data", ["Datum/Zeit;Gewicht,Strom;\n2016-08-14 21:02:06;58.7,1;\n"], CSV)],
  ["CSV: Open Hive", sends("kit", "data", ["Date/Time,Weight\n2016/08/14 21:02:06,58.7\n"], CSV)],
  ["CSV: Beelogger", sends("kit", "data", ["Datum,Uhrzeit,Temperatur\n2015/10/08,09:32:00,12.5\n"], CSV)],
  ["CSV: Variometer", sends("kit", "data", ["Runtime;Date;Time;alt[ft];\n0.1;21/09/21;07:21:55;1230;\n"], CSV)],
  [
    "CSV: luftdaten.info",
    sends("kit", "data", ["sensor_id;sensor_type;location;timestamp;P1\n48;SDS011;19;2015-10-01T00:00:07Z;4.3\n"], CSV),
  ],
  ["CSV: time by its name", sends("plain", "data", ["## Date/Time,a\n2016-08-14 21:02:06,1\n"], CSV)],
  ["airrohr", sends("kit", "custom/airrohr", [SHELL_AIRROHR])],
  ["airrohr", publishes("kit", "custom/airrohr.json", [SHELL_AIRROHR])],
  ["Bulk", publishes("kit", "tc.json", [{ "1611082554": { temperature: 45.2 }, "1611082568": { temperature: 45.3 } }])],
  ["Bulk", sends("kit", "tc", [{ "1611082554": { temperature: 45.2 } }])],
  ["Bulk", sends("plain", "data", ['{"a":1,"time":1583810982}\n{"a":2,"time":1583810983}\n'], "application/x-ndjson")],
  ["Bulk", sends("kit", "data", ['{"a":1,"time":1583810982}\n{"a":2,"time":1583810983}\n'])],
  ["Tags", sends("kit", "data", [{ sensor_id: 12, geohash: "u33d8", temperature: 1 }])],
  [
    "Basic application",
    async (rig) => {
      await rig.publish("basic/node/data.json", '{"a":1}');
      await rig.publish("basic/node/event.json", '{"title":"t"}');
      for (let tries = 0; tries < 100 && (await rig.rows("basic_node", "events")).length === 0; tries++)
        await sleep(20);
      const rows = [await rig.rows("basic_node", "sensors"), await rig.rows("basic_node", "events")];
      return [
        {
          request: 'MQTT `basic/node/data.json` `{"a":1}`, `basic/node/event.json` `{"title":"t"}`',
          result: `basic_node: sensors ${code(JSON.stringify(rows[0]![0]))}, events ${code(JSON.stringify(rows[1]![0]))}`,
        },
      ];
    },
  ],
  [
    "Direct addresses",
    async (rig) => {
      const rows: Omit<Row, "line">[] = [];
      for (const name of ["another-foo-bar", "kit-itest-foo-direct"]) {
        const answer = await rig.post(`api/kit/channel/${name}/data`, '{"a":1}');
        const text = oneLine(await answer.text());
        const stored = answer.ok
          ? `; kit_itest: foo_direct_sensors ${code(JSON.stringify((await rig.rows("kit_itest", "foo_direct_sensors"))[0]))}`
          : ` ${code(text)}`;
        rows.push({
          request: `\`POST /api/kit/channel/${name}/data\` \`{"a":1}\``,
          result: `${answer.status}${stored}`,
        });
      }
      return rows;
    },
  ],
  [
    "Short topics",
    async (rig) => [await mapped(rig, "short/w/node/data.json", { a: 1 }, "short_w.default_node_sensors")],
  ],
  [
    "Answers",
    async (rig, device) => {
      const answer = await rig.post(`api/kit/w/g/${device}/data`, '{"a":1}');
      return [
        {
          request: `\`POST /api/kit/w/g/${device}/data\` \`{"a":1}\``,
          result: code(JSON.stringify(await answer.text())),
        },
      ];
    },
  ],
  ["Answers", sends("kit", "data", ["a=1&a=2&b=3"], "application/x-www-form-urlencoded")],
  [
    "HTTP/1.0, and a proxy's name",
    async (rig, device) => {
      const path = `/api/kit/w/g/${device}/data`;
      const post = (version: string, more: string) =>
        rig.raw(`POST ${path} HTTP/${version}\n${more}Content-Type: application/json\nContent-Length: 7\n\n{"a":1}`);
      const status = (answer: string) => answer.split("\r\n")[0]?.replace(/^HTTP\/\S+ /, "") ?? "";
      return [
        { request: `\`POST ${path} HTTP/1.0\` without \`Host\``, result: status(await post("1.0", "")) },
        {
          request: `\`POST ${path}\` with \`Host: weather.example.org\``,
          result: status(await post("1.1", "Host: weather.example.org\n")),
        },
      ];
    },
  ],
  [
    "Configuration",
    async (rig) => {
      const text =
        "[kotori]\nhttp_port = 24642\n[mqttkit-1]\nenable = true\nrealm = mqttkit-1\nmqtt_topics = mqttkit-1/#\napplication = kotori.daq.application.mqttkit:mqttkit_application\n[mongodb]\nuri = mongodb://localhost\n";
      writeFileSync(join(rig.directory, "kotori.ini"), text);
      const made = command(rig, ["migrate", "kotori.ini"]);
      const sections = made.split("\n").filter((row) => row.startsWith("["));
      const rest = made.split("\n").filter((row) => /mongodb/.test(row)).length;
      return [
        {
          request: "`channel-message migrate kotori.ini` of a file with `[kotori]`, `[mqttkit-1]`, `[mongodb]`",
          result: `${sections.map(code).join(", ")}; ${rest > 0 ? "a comment for `[mongodb]`" : "nothing of [mongodb]"}`,
        },
      ];
    },
  ],
  [
    "Vendors' topics",
    async (rig) => [
      await mapped(
        rig,
        "tele/plug1/SENSOR",
        { Time: "2020-01-31T12:00:00", AM2301: { Temperature: 20.6 } },
        "home_tasmota.main_plug1_sensors",
      ),
      await mapped(
        rig,
        "zigbee2mqtt/window",
        { contact: true, battery: 97, last_seen: "2020-01-31T12:00:00+01:00" },
        "home_zigbee.main_window_sensors",
      ),
      await mapped(rig, "shellies/ht-1/sensor/temperature", "22.4", "home_shelly.main_ht_1_sensors"),
      await mapped(
        rig,
        "plus1/events/rpc",
        { method: "NotifyStatus", params: { ts: 1583810982.5, "switch:0": { apower: 8.9 } } },
        "home_shelly.main_plus1_sensors",
      ),
      await mapped(rig, "solar/116480/0/power", "310.2", "home_solar.main_116480_sensors"),
      await mapped(
        rig,
        "weather/loop",
        { dateTime: "1492467300.0", outTemp_C: "3.5" },
        "home_weather.main_station_sensors",
      ),
      await mapped(rig, "homie/dev/node/temperature", "21", "home_homie.main_dev_sensors"),
      await mapped(
        rig,
        "owntracks/jane/phone",
        { _type: "location", lat: 52.5, lon: 13.4, tst: 1583810982 },
        "home_tracks.jane_phone_sensors",
      ),
      await mapped(
        rig,
        "v3/app/devices/eui-1/up",
        {
          end_device_ids: { device_id: "eui-1" },
          received_at: "2020-01-31T12:00:00Z",
          uplink_message: { f_cnt: 7, decoded_payload: { t: 20 } },
        },
        "home_lora.app_eui_1_sensors",
      ),
      await mapped(
        rig,
        "application/a/device/b/event/up",
        { deviceInfo: { deviceName: "b" }, time: "2020-01-31T12:00:00Z", fCnt: 3, object: { t: 20 } },
        "home_chirp.a_b_sensors",
      ),
    ],
  ],
  [
    "Stations that send by GET",
    async (rig, device) => {
      const rows: Omit<Row, "line">[] = [];
      for (const query of [
        "wunderground?ID=x&PASSWORD=y&dateutc=2000-01-01+10%3A32%3A35&tempf=70",
        "osmand?id=x&timestamp=1583810982&lat=52.5&lon=13.4",
      ]) {
        const path = `api/kit/w/g/${device}-${query.slice(0, 2)}/${query}`;
        const answer = await rig.http(path);
        const said = JSON.stringify(await answer.text());
        rows.push({
          request: `\`GET /${path}\``,
          result: `${answer.status} ${code(said)}; ${await storedOf(rig, "kit", `${device}-${query.slice(0, 2)}`)}`,
        });
      }
      return rows;
    },
  ],
];

export const MAPS = [
  ["tasmota", "home/tasmota/main/{1}"],
  ["zigbee2mqtt", "home/zigbee/main/{1}"],
  ["shelly1", "home/shelly/main/{1}"],
  ["shelly2", "home/shelly/main/{1}"],
  ["opendtu", "home/solar/main/{1}"],
  ["weewx", "home/weather/main/station"],
  ["homie", "home/homie/main/{1}"],
  ["owntracks", "home/tracks/{1}/{2}"],
  ["ttn", "home/lora/{1}/{2}"],
  ["chirpstack", "home/chirp/{1}/{2}"],
]
  .map(([vendor, address]) => `\n[map-${vendor}]\nvendor = ${vendor}\naddress = ${address}\n`)
  .join("");

export async function walk(rig: Rig): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [number, [line, ask]] of WALK.entries()) {
    const device = `d${number + 1}`;
    for (const row of await ask(rig, device)) rows.push({ line, ...row });
  }
  return rows;
}

export function tableOf(rows: readonly Row[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const lines = rows.map(({ line, request, result }, index) => {
    const name = rows[index - 1]?.line === line ? "" : line;
    return `| ${name} | ${cell(request)} | ${cell(result)} |`;
  });
  return ["| | request | result |", "|---|---|---|", ...lines].join("\n");
}

function code(text: string): string {
  return `\`${text.replaceAll("`", "'").replaceAll("\n", "⏎")}\``;
}

function oneLine(text: string): string {
  return text
    .trimEnd()
    .replace(/\r?\n/g, "⏎")
    .replace(/\s{2,}/g, " ");
}
