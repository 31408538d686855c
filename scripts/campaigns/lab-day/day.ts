/** A day of ten kinds of device, built from the public documents of each, with the rows that these documents promise. Nothing here uses the service's code. */

import type { Rig } from "./rig.ts";

export interface Sent {
  /** A topic, or an HTTP path. */
  readonly to: string;
  readonly body: string;
  /** Content type of HTTP; absent for MQTT. */
  readonly type?: string;
  readonly row: Record<string, unknown>;
}

export interface Device {
  readonly name: string;
  /** The document that describes how it sends. */
  readonly document: string;
  readonly database: string;
  readonly measurement: string;
  readonly messages: readonly Sent[];
}

const MIDNIGHT = Date.parse("2020-03-10T00:00:00Z");
const EVERY_MS = 300_000;
/** One day, every five minutes. */
const TIMES = Array.from({ length: 288 }, (_, n) => MIDNIGHT + n * EVERY_MS);

const iso = (ms: number): string => new Date(ms).toISOString().replace(".000Z", "Z");
const local = (ms: number): string => iso(ms + 3_600_000).slice(0, 19);
/** A varying value with two decimals. */
const wave = (n: number, low: number, high: number): number =>
  Math.round((low + ((Math.sin(n / 20) + 1) / 2) * (high - low)) * 100) / 100;
const json = (value: unknown): string => JSON.stringify(value);

function device(
  name: string,
  document: string,
  place: string,
  message: (n: number, ms: number) => Sent,
  times: readonly number[] = TIMES,
): Device {
  const [database = "", measurement = ""] = place.split(".");
  return { name, document, database, measurement, messages: times.map((ms, n) => message(n, ms)) };
}

export const DEVICES: readonly Device[] = [
  device("Tasmota, AM2301", "tasmota.github.io/docs/MQTT", "home_tasmota.main_plug_sensors", (n, ms) => {
    const [Temperature, Humidity] = [wave(n, 12, 24), wave(n, 40, 70)];
    return {
      to: "tele/plug/SENSOR",
      body: json({ Time: local(ms), AM2301: { Temperature, Humidity, DewPoint: 7.1 }, TempUnit: "C" }),
      row: { at: iso(ms), "AM2301.Temperature": Temperature, "AM2301.Humidity": Humidity, "AM2301.DewPoint": 7.1 },
    };
  }),
  device(
    "Zigbee2MQTT, a climate sensor",
    "zigbee2mqtt.io/devices/WSDCGQ11LM.html",
    "home_zigbee.main_cellar_sensors",
    (n, ms) => {
      const values = {
        battery: 97,
        humidity: wave(n, 40, 60),
        linkquality: n % 256,
        pressure: wave(n, 990, 1020),
        temperature: wave(n, 8, 12),
        voltage: 3015,
      };
      return {
        to: "zigbee2mqtt/cellar",
        body: json({ ...values, last_seen: iso(ms) }),
        row: { at: iso(ms), ...values },
      };
    },
  ),
  device(
    "Shelly H&T, first generation",
    "shelly-api-docs.shelly.cloud/gen1",
    "home_shelly.main_shellyht_1_sensors",
    (n) => {
      const temperature = wave(n, 18, 23);
      return { to: "shellies/shellyht-1/sensor/temperature", body: String(temperature), row: { temperature } };
    },
  ),
  device("Shelly Plus 1PM", "shelly-api-docs.shelly.cloud/gen2", "home_shelly.main_shellyplus1pm_sensors", (n, ms) => {
    const [apower, total] = [wave(n, 0, 900), n * 10];
    const status = { id: 0, apower, voltage: 231.2, aenergy: { total } };
    const params = { ts: ms / 1000, "switch:0": status };
    return {
      to: "shellyplus1pm/events/rpc",
      body: json({ src: "shellyplus1pm", dst: "shellyplus1pm/events", method: "NotifyStatus", params }),
      row: {
        at: iso(ms),
        src: "shellyplus1pm",
        dst: "shellyplus1pm/events",
        method: "NotifyStatus",
        "params.switch:0.id": 0,
        "params.switch:0.apower": apower,
        "params.switch:0.voltage": 231.2,
        "params.switch:0.aenergy.total": total,
      },
    };
  }),
  device("OpenDTU", "opendtu.solar/firmware/mqtt_topics", "home_solar.main_116480012345_sensors", (n) => {
    const power = wave(n, 0, 310);
    return { to: "solar/116480012345/0/power", body: power.toFixed(2), row: { "0.power": power } };
  }),
  device("WeeWX", "github.com/matthewwall/weewx-mqtt", "home_weather.main_station_sensors", (n, ms) => {
    const [outTemp, wind] = [wave(n, -3, 9), wave(n, 0, 14)];
    const values = { outTemp_C: outTemp.toFixed(2), windSpeed_kph: wind.toFixed(2), usUnits: "16.0" };
    return {
      to: "weather/loop",
      body: json({ ...values, dateTime: (ms / 1000).toFixed(1) }),
      row: { at: iso(ms), outTemp_C: outTemp, windSpeed_kph: wind, usUnits: 16 },
    };
  }),
  device("OwnTracks", "owntracks.org/booklet/tech/json", "home_tracks.jane_phone_sensors", (n, ms) => {
    const values = {
      _type: "location",
      acc: 12,
      batt: 100 - (n % 100),
      lat: wave(n, 52, 53),
      lon: wave(n, 13, 14),
      tid: "jp",
      vel: n % 60,
    };
    return { to: "owntracks/jane/phone", body: json({ ...values, tst: ms / 1000 }), row: { at: iso(ms), ...values } };
  }),
  device(
    "The Things Stack",
    "thethingsindustries.com/docs/integrations/other-integrations/mqtt",
    "home_lora.garden_eui_70b3_sensors",
    (n, ms) => {
      const [temperature, f_cnt] = [wave(n, 2, 14), n + 1];
      const uplink = {
        end_device_ids: {
          device_id: "eui-70b3",
          application_ids: { application_id: "garden" },
          dev_eui: "70B3D57ED0000001",
        },
        received_at: iso(ms),
        uplink_message: { f_port: 2, f_cnt, frm_payload: "AQ==", decoded_payload: { temperature } },
      };
      return {
        to: "v3/garden/devices/eui-70b3/up",
        body: json(uplink),
        row: { at: iso(ms), device_id: "eui-70b3", counter: f_cnt, temperature },
      };
    },
  ),
  device("airrohr (Sensor.Community)", "github.com/opendata-stuttgart/meta/wiki/APIs", "kit_w.g_air_sensors", (n) => {
    const [P1, P2] = [wave(n, 5, 60), wave(n, 2, 30)];
    const values = [
      { value_type: "SDS_P1", value: P1.toFixed(2) },
      { value_type: "SDS_P2", value: P2.toFixed(2) },
    ];
    return {
      to: "/api/kit/w/g/air/custom/airrohr",
      type: "application/json",
      body: json({ esp8266id: "12041741", software_version: "NRZ-2020-133", sensordatavalues: values }),
      row: { SDS_P1: P1, SDS_P2: P2 },
    };
  }),
  device("Ecowitt gateway", "ecowitt.com/shop/goodsDetail/16", "kit_w.g_wind_sensors", (n, ms) => {
    const values = { tempf: wave(n, 30, 50), humidity: 40 + (n % 50), windspeedmph: wave(n, 0, 20), baromrelin: 29.86 };
    const form = new URLSearchParams({
      PASSKEY: "34271334ED1FADA6D8B988B14267E55D",
      stationtype: "GW1000B_V1.5.7",
      dateutc: iso(ms).slice(0, 19).replace("T", " "),
    });
    for (const [name, value] of Object.entries(values)) form.set(name, String(value));
    return {
      to: "/api/kit/w/g/wind/data",
      type: "application/x-www-form-urlencoded",
      body: form.toString(),
      row: { at: iso(ms), stationtype: "GW1000B_V1.5.7", ...values },
    };
  }),
];

/**
 * Sends everything once.
 * @returns the stored rows of each device
 */
export async function sendDay(rig: Rig): Promise<ReadonlyMap<Device, readonly Record<string, unknown>[]>> {
  const send = async ({ messages }: Device): Promise<void> => {
    for (const { to, body, type } of messages) {
      if (type === undefined) await rig.publish(to, body);
      else if (!(await rig.post(to, body, type)).ok) throw new Error(`${to} is refused`);
    }
  };
  await Promise.all(DEVICES.map(send));
  const stored = new Map<Device, readonly Record<string, unknown>[]>();
  for (const device of DEVICES) stored.set(device, await rig.rows(device.database, device.measurement));
  return stored;
}

export function dayTable(stored: ReadonlyMap<Device, readonly Record<string, unknown>[]>): string {
  const lines = [...stored].map(([{ name, document, messages, database, measurement }, rows]) => {
    const row = JSON.stringify(rows.at(-1) ?? {});
    return `| ${name} | \`${document}\` | ${messages.length} | ${rows.length} | \`${database}\`, \`${measurement}\`: \`${row}\` |`;
  });
  return ["| device | after | messages | rows | the last one |", "|---|---|--:|--:|---|", ...lines].join("\n");
}
