/** Uplinks of LoRaWAN network servers: The Things Stack v3 and ChirpStack v4 webhooks [D29]. */

import { isObject, type JsonObject, type JsonValue, NumberText } from "../../lib/json-value.ts";

export interface Uplink {
  readonly kind: "uplink";
  /** The payload as decoded by the network server's formatter. */
  readonly payload: JsonObject;
  /** The node's bytes, if the network server did not decode them. */
  readonly binary: { readonly base64: string; readonly port: number | undefined } | undefined;
  /** Radio metadata by column name. */
  readonly metadata: JsonObject;
  /** The network server's times, the preferred one first. */
  readonly times: readonly (JsonValue | undefined)[];
}

/** The meaning of a webhook's body: an uplink, another event of the network server, or (undefined) plain data. */
export type Webhook = Uplink | { readonly kind: "other"; readonly event: string } | undefined;

/** The Things Stack: one of these keys names the event. */
const TTS_EVENTS = [
  "join_accept",
  "downlink_ack",
  "downlink_nack",
  "downlink_sent",
  "downlink_failed",
  "downlink_queued",
  "downlink_queue_invalidated",
  "location_solved",
  "service_data",
  "uplink_normalized",
];

/** Columns of the network [D29]. */
const NETWORK = /^(?:device_id|bw|sf|freq|counter|gtw_count|gw_.+_(?:rssi|snr))$/i;

/** Columns of the radio and its network, if these are the columns of a device behind a network server: they describe a message. */
export function networkColumns(names: Iterable<string>): ReadonlySet<string> {
  const found = new Set([...names].filter((name) => NETWORK.test(name)));
  const radio = ["bw", "sf", "freq", "gtw_count"].filter((name) => found.has(name));
  return found.has("counter") && radio.length > 1 ? found : NONE;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The payload's members beside the network's columns: one of the same name, and `time`, which no column may have, are
 * `payload.<name>` [D57].
 */
export function besideNetwork(payload: JsonObject): JsonObject {
  // A member that has such a name of its own keeps it.
  const isTaken = (name: string) => Object.hasOwn(payload, name) || isWithin(payload["payload"], name);
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => {
      if (!isOfNetwork(name)) return [name, value];
      let own = `payload.${name}`;
      for (let number = 2; isTaken(own); number++) own = `payload.${name}.${number}`;
      return [own, value];
    }),
  );
}

/** Whether a member `payload` has what would be stored under this name. */
function isWithin(inner: JsonValue | undefined, name: string): boolean {
  return isObject(inner) && Object.hasOwn(inner, name.slice("payload.".length));
}

function isOfNetwork(name: string): boolean {
  return name === "time" || NETWORK.test(name);
}

export function readWebhook(body: JsonObject): Webhook {
  if (isObject(body["uplink_message"])) return thingsStackUplink(body, body["uplink_message"]);
  if (isObject(body["end_device_ids"])) {
    return { kind: "other", event: TTS_EVENTS.find((event) => Object.hasOwn(body, event)) ?? "unknown" };
  }
  if (isObject(body["deviceInfo"])) return chirpStack(body, body["deviceInfo"]);
  return undefined;
}

function thingsStackUplink(body: JsonObject, uplink: JsonObject): Webhook {
  const settings = objectIn(uplink, "settings");
  const lora = objectIn(objectIn(settings, "data_rate"), "lora");
  const gateways = objectsIn(uplink, "rx_metadata");
  const metadata = present([
    ["device_id", objectIn(body, "end_device_ids")["device_id"]],
    ["bw", scaled(lora["bandwidth"], 1e3)],
    ["sf", lora["spreading_factor"]],
    ["freq", scaled(settings["frequency"], 1e6)],
    ["counter", uplink["f_cnt"]],
    ["gtw_count", gateways.length === 0 ? undefined : gateways.length],
    ...gateways.flatMap((gateway) => gatewayColumns(objectIn(gateway, "gateway_ids")["gateway_id"], gateway)),
  ]);
  const binary = binaryOf(uplink["frm_payload"], uplink["f_port"]);
  return {
    kind: "uplink",
    payload: objectIn(uplink, "decoded_payload"),
    binary,
    metadata,
    times: [body["received_at"], uplink["received_at"]],
  };
}

function chirpStack(body: JsonObject, device: JsonObject): Webhook {
  if (!["object", "data", "rxInfo", "txInfo", "fCnt"].some((key) => Object.hasOwn(body, key))) {
    return { kind: "other", event: chirpStackEvent(body) };
  }
  const transmission = objectIn(body, "txInfo");
  const lora = objectIn(objectIn(transmission, "modulation"), "lora");
  const gateways = objectsIn(body, "rxInfo");
  const metadata = present([
    ["device_id", device["deviceName"] ?? device["devEui"]],
    ["bw", scaled(lora["bandwidth"], 1e3)],
    ["sf", lora["spreadingFactor"]],
    ["freq", scaled(transmission["frequency"], 1e6)],
    ["counter", body["fCnt"]],
    ["gtw_count", gateways.length === 0 ? undefined : gateways.length],
    ...gateways.flatMap((gateway) => gatewayColumns(gateway["gatewayId"], gateway)),
  ]);
  const binary = binaryOf(body["data"], body["fPort"]);
  return { kind: "uplink", payload: objectIn(body, "object"), binary, metadata, times: [body["time"]] };
}

// ChirpStack names the event in a query parameter, which proxies may drop; these keys identify it as well.
function chirpStackEvent(body: JsonObject): string {
  if (Object.hasOwn(body, "acknowledged")) return "ack";
  if (Object.hasOwn(body, "margin")) return "status";
  if (Object.hasOwn(body, "level")) return "log";
  if (Object.hasOwn(body, "location")) return "location";
  if (Object.hasOwn(body, "integrationName")) return "integration";
  return Object.hasOwn(body, "queueItemId") ? "txack" : "join";
}

function gatewayColumns(id: JsonValue | undefined, reception: JsonObject): [string, JsonValue | undefined][] {
  if (typeof id !== "string" || id === "") return [];
  return [
    [`gw_${id}_rssi`, reception["rssi"]],
    [`gw_${id}_snr`, reception["snr"]],
  ];
}

// A gateway with two antennas reports twice; only its first report is used.
function present(entries: readonly (readonly [string, JsonValue | undefined])[]): JsonObject {
  const columns = new Map<string, JsonValue>();
  for (const [name, value] of entries) {
    if (value !== undefined && !columns.has(name)) columns.set(name, value);
  }
  return Object.fromEntries(columns);
}

function binaryOf(text: JsonValue | undefined, port: JsonValue | undefined): Uplink["binary"] {
  if (typeof text !== "string" || text === "") return undefined;
  const number = port instanceof NumberText ? Number(port.text) : port;
  return { base64: text, port: typeof number === "number" ? number : undefined };
}

// Converts Hz to kHz or MHz; The Things Stack sends 64-bit numbers as text.
function scaled(value: JsonValue | undefined, divisor: number): JsonValue | undefined {
  const text = value instanceof NumberText ? value.text : value;
  if (typeof text !== "number" && typeof text !== "string") return undefined;
  if (text === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number / divisor : undefined;
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

function objectsIn(object: JsonObject, key: string): readonly JsonObject[] {
  const value = object[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}
