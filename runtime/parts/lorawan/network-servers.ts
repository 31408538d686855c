/**
 * Commands through LoRaWAN network servers: how The Things Stack and ChirpStack name a device, take a downlink, and report on it.
 * Pure.
 * [https://www.thethingsindustries.com/docs/integrations/other-integrations/mqtt, …/integrations/data-formats;
 * https://www.chirpstack.io/docs/chirpstack/integrations/mqtt.html]
 */

import { type NetworkEvent, NotSent, type Sending } from "../../model/command.ts";

interface Network {
  /** Prefix of addresses, as in `ttn:app1@tenant1/dev1`. */
  readonly scheme: string;
  /** Topic of uplinks, with the groups application and device. */
  readonly up: RegExp;
  readonly event: RegExp;
  /** Ends of the topics that report on downlinks. */
  readonly ends: { readonly up: string; readonly events: readonly string[] };
  /** End of the topic that takes downlinks. */
  readonly taken: RegExp;
  down(application: string, device: string): string;
  downlink(device: string, frame: string, sending: Sending & { readonly port: number }): object;
  portOf(body: Body): unknown;
  eventOf(kind: string, body: Body): Omit<NetworkEvent, "to"> | undefined;
}

type Body = Readonly<Record<string, unknown>>;

/** Correlation ID of a downlink, without the command's number. */
const CORRELATION = "structline:command:";
/** The form of a random UUID, with the command's number in the last digits. */
const UUID = "7374726c-696e-4065-8000-";

const THINGS: Network = {
  scheme: "ttn",
  up: /^v3\/([^/]+)\/devices\/([^/]+)\/up$/,
  event: /^v3\/([^/]+)\/devices\/([^/]+)\/down\/(ack|failed)$/,
  ends: { up: "/up", events: ["/down/ack", "/down/failed"] },
  taken: /^v3\/[^/]+\/devices\/[^/]+(\/down\/(?:push|replace))$/,
  down: (application, device) => `v3/${application}/devices/${device}/down/push`,
  downlink: (_device, frm_payload, { port, isConfirmed, id }) => ({
    downlinks: [
      {
        f_port: port,
        frm_payload,
        priority: "NORMAL",
        ...(isConfirmed && { confirmed: true }),
        correlation_ids: [`${CORRELATION}${id}`],
      },
    ],
  }),
  portOf: (body) => part(body, "uplink_message")["f_port"],
  eventOf(kind, body) {
    const failed = part(body, "downlink_failed");
    const downlink = kind === "ack" ? part(body, "downlink_ack") : part(failed, "downlink");
    const id = listOf(downlink["correlation_ids"])
      .map((one) => idAfter(CORRELATION, one, 10))
      .find(Number.isSafeInteger);
    if (id === undefined) return undefined;
    if (kind === "ack") return { id, outcome: "acknowledged", reason: "" };
    const error = part(failed, "error");
    return { id, outcome: "failed", reason: textOf(error["message_format"]) || textOf(error["name"]) };
  },
};

const CHIRPSTACK: Network = {
  scheme: "chirpstack",
  up: /^application\/([^/]+)\/device\/([^/]+)\/event\/up$/,
  event: /^application\/([^/]+)\/device\/([^/]+)\/event\/(ack)$/,
  ends: { up: "/event/up", events: ["/event/ack"] },
  taken: /^application\/[^/]+\/device\/[^/]+(\/command\/down)$/,
  down: (application, device) => `application/${application}/device/${device}/command/down`,
  downlink: (devEui, data, { port, isConfirmed, id }) => ({
    id: `${UUID}${id.toString(16).padStart(12, "0")}`,
    devEui,
    confirmed: isConfirmed,
    fPort: port,
    data,
  }),
  portOf: (body) => body["fPort"],
  eventOf(_kind, body) {
    const id = idAfter(UUID, body["queueItemId"], 16);
    // JSON of proto3 omits fields that are false.
    return id === undefined
      ? undefined
      : { id, outcome: body["acknowledged"] === true ? "acknowledged" : "silent", reason: "" };
  },
};

const NETWORKS: readonly Network[] = [THINGS, CHIRPSTACK];

/** The device that sends uplinks to this topic, such as `ttn:app1/dev1`; undefined for any other topic. */
export function uplinkSender(topic: string): string | undefined {
  for (const { scheme, up } of NETWORKS) {
    const [, application, device] = up.exec(topic) ?? [];
    if (device !== undefined) return `${scheme}:${application}/${device}`;
  }
  return undefined;
}

/** A device whose network server posts uplinks and ignores the answers. */
const THINGS_WEBHOOK = "ttn-webhook";
const OTHER_WEBHOOK = "webhook";
/** With the device's EUI: ChirpStack's posts contain no address for downlinks. */
const CHIRPSTACK_WEBHOOK = /^chirpstack-http:([0-9a-f]{16})$/;

/** The network server that posted a body; undefined for a device's own body. */
export function webhookOf(payload: Uint8Array): string | undefined {
  // Most bodies are a device's own: do not parse them twice.
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  if (!text.includes('"uplink_message"') && !text.includes('"deviceInfo"')) return undefined;
  const { uplink_message: things, deviceInfo } = bodyOf(payload) ?? {};
  if (typeof things === "object") return THINGS_WEBHOOK;
  return typeof deviceInfo === "object" && deviceInfo !== null ? chirpstackDevice(deviceInfo) : undefined;
}

function chirpstackDevice(deviceInfo: object): string {
  const { devEui } = deviceInfo as Body;
  const to = `chirpstack-http:${textOf(devEui).toLowerCase()}`;
  return CHIRPSTACK_WEBHOOK.test(to) ? to : OTHER_WEBHOOK;
}

export function isWebhook(to: string): boolean {
  return to === THINGS_WEBHOOK || to === OTHER_WEBHOOK || CHIRPSTACK_WEBHOOK.test(to);
}

/** LoRaWAN port of an uplink. */
export function uplinkPort(to: string, payload: Uint8Array): number | undefined {
  const port = networkOf(to).portOf(bodyOf(payload) ?? {});
  return Number.isInteger(port) ? (port as number) : undefined;
}

/** A device behind a network server, which sends later, when the device listens. */
export function isNetworkDevice(to: string): boolean {
  return hasDownlinkTopic(to) || isWebhook(to);
}

export function hasDownlinkTopic(to: string): boolean {
  return NETWORKS.some(({ scheme }) => to.startsWith(`${scheme}:`));
}

export function takesPush(to: string): boolean {
  return to === THINGS_WEBHOOK;
}

/** The EUI of a device whose uplinks ChirpStack posts; undefined for any other address. */
export function chirpstackEui(to: string): string | undefined {
  return CHIRPSTACK_WEBHOOK.exec(to)?.[1];
}

/**
 * A downlink for ChirpStack's REST API, which chooses the item's ID. [chirpstack-rest-api; api/device.proto, Enqueue]
 * @throws NotSent if the port is unknown
 */
export function queueItemOf(frame: Uint8Array, { port, isConfirmed }: Sending): object {
  if (port === undefined) throw new NotSent(NO_PORT);
  return { queueItem: { confirmed: isConfirmed, fPort: port, data: Buffer.from(frame).toString("base64") } };
}

const NO_PORT = "no uplink of the device had a port";

/** @throws NotSent if the port is unknown */
export function downlinkOf(
  to: string,
  frame: Uint8Array,
  sending: Sending,
): { readonly topic: string; readonly body: object } {
  if (sending.port === undefined) throw new NotSent(NO_PORT);
  const [application = "", device = ""] = to.slice(to.indexOf(":") + 1).split("/");
  const network = networkOf(to);
  const base64 = Buffer.from(frame).toString("base64");
  return {
    topic: network.down(application, device),
    body: network.downlink(device, base64, { ...sending, port: sending.port }),
  };
}

/** The uplink topic of the device that a report is about; undefined for any other topic. */
export function uplinkTopicOf(topic: string): string | undefined {
  for (const { event, ends } of NETWORKS) {
    if (event.test(topic)) return topic.slice(0, -ends.events.find((end) => topic.endsWith(end))!.length) + ends.up;
  }
  return undefined;
}

/** The uplink topic of the device that a downlink is for; undefined for any other topic. */
export function uplinkTopicOfDownlink(topic: string): string | undefined {
  for (const { taken, ends } of NETWORKS) {
    const [, end] = taken.exec(topic) ?? [];
    if (end !== undefined) return topic.slice(0, -end.length) + ends.up;
  }
  return undefined;
}

/** Filters for reports, to subscribe to beside a filter for uplinks. */
export function eventFilters(filter: string): readonly string[] {
  const example = filter.replaceAll("+", "x");
  const network = NETWORKS.find(({ up }) => up.test(example));
  const { up, events } = network?.ends ?? { up: "", events: [] };
  return events.map((end) => filter.slice(0, -up.length) + end);
}

/** The report in a message about one of our commands; undefined if it has none. */
export function networkEvent(topic: string, payload: Uint8Array): NetworkEvent | undefined {
  for (const { scheme, event, eventOf } of NETWORKS) {
    const [, application, device, kind = ""] = event.exec(topic) ?? [];
    const body = device === undefined ? undefined : bodyOf(payload);
    const found = body && eventOf(kind, body);
    if (found !== undefined) return { to: `${scheme}:${application}/${device}`, ...found };
  }
  return undefined;
}

/** Names in network servers' reports about downlinks. */
const NEWS = ['"downlink_ack"', '"downlink_failed"', '"queueItemId"'];

/** The report on one of our commands in a body that a network server posts. */
export function postedEvent(payload: Uint8Array): NetworkEvent | undefined {
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  if (!NEWS.some((name) => text.includes(name))) return undefined;
  const body = bodyOf(payload) ?? {};
  const reference = textOf(body["queueItemId"]);
  if (reference !== "") {
    const outcome = body["acknowledged"] === true ? "acknowledged" : "silent";
    return { to: chirpstackDevice(part(body, "deviceInfo")), reference, outcome, reason: "" };
  }
  const kind = Object.hasOwn(body, "downlink_ack") ? "ack" : "failed";
  const found = THINGS.eventOf(kind, body);
  return found && { to: THINGS_WEBHOOK, ...found };
}

function networkOf(to: string): Network {
  if (CHIRPSTACK_WEBHOOK.test(to)) return CHIRPSTACK;
  return NETWORKS.find(({ scheme }) => to.startsWith(`${scheme}:`)) ?? THINGS;
}

function bodyOf(payload: Uint8Array): Body | undefined {
  try {
    const body: unknown = JSON.parse(Buffer.from(payload).toString());
    return typeof body === "object" && body !== null ? (body as Body) : undefined;
  } catch {
    return undefined;
  }
}

function part(body: Body, key: string): Body {
  const value = body[key];
  return typeof value === "object" && value !== null ? (value as Body) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function idAfter(prefix: string, text: unknown, radix: number): number | undefined {
  if (typeof text !== "string" || !text.startsWith(prefix)) return undefined;
  const id = Number.parseInt(text.slice(prefix.length), radix);
  return Number.isSafeInteger(id) ? id : undefined;
}
