/** Parses HTTP paths and MQTT topics to device, database and measurement [D25, D26, D28]. Pure. */

import { dictionary } from "../lib/dictionary.ts";
import { RecentCache } from "../lib/recent-cache.ts";
import { ALL_REALMS, type DecodedRealm } from "./realm-settings.ts";

/** `data` and `event` have a body; `value` is one plain value of the field in the topic. */
export type AddressKind = "data" | "event" | "value";

export interface Address {
  /** `network`: events of all devices of a network, or of a UDP channel: `lab/<channel>`; without gateway and node. */
  readonly form: "wide" | "direct" | "device" | "network" | "basic";
  readonly kind: AddressKind;
  /** Kind `value` only. */
  readonly field?: string;
  /** The dialect's way to read the body; absent: our own format. */
  readonly reading?: string;
  /** The body's time field; it has precedence over all others. */
  readonly time?: string;
  /** The address as received, without its last part: `mqttkit-1/channel/testdrive-area-42`. */
  readonly arrived: string;
  readonly realm: string;
  readonly network: string;
  readonly gateway: string;
  readonly node: string;
  readonly database: string;
  readonly measurement: string;
}

export interface AddressProblem {
  readonly code: "unknown-address" | "unknown-realm" | "forbidden";
  /** One sentence. */
  readonly message: string;
  /** Address for error signals: the received address without its last part; absent if it names no channel. */
  readonly arrived?: string;
}

export type AddressResult =
  | { readonly address: Address; readonly problem?: undefined }
  | { readonly problem: AddressProblem; readonly address?: undefined };

/** `lab/<channel>/event`: annotations of a UDP channel. */
export const CHANNELS_REALM = "lab";

/** Longest part of an address, UTF-16 units; MQTT's own limit is for the whole topic. */
const MAX_PART_LENGTH = 255;

export type Parse = (address: string, realms: readonly DecodedRealm[]) => AddressResult;

/** Addresses are parsed by the source and again by each decoder, so results are cached. */
const MOST_KNOWN = 10_000;
const LONGEST_KNOWN = 256;

/**
 * `parse` with a cache of valid addresses, for as long as the realms' settings do not change.
 * Its calls are marked as pure: a page that only needs names is built without what parses addresses.
 */
export function remembering(parse: Parse): Parse {
  const known = new WeakMap<readonly DecodedRealm[], RecentCache<AddressResult>>();
  return (address, realms) => {
    let results = known.get(realms);
    const before = results?.get(address);
    if (before !== undefined) return before;
    const result = parse(address, realms);
    if (result.address === undefined || address.length > LONGEST_KNOWN) return result;
    if (results === undefined) {
      results = new RecentCache(MOST_KNOWN);
      known.set(realms, results);
    }
    results.set(address, result);
    return result;
  };
}

/** `path` is the part after `/api/`, decoded: `mqttkit-1/testdrive/area-42/node-1/data`. */
export const parsePath: Parse = /* @__PURE__ */ remembering((path, realms) => {
  const parts = path.split("/");
  const last = parts.pop();
  if (last !== "data" && last !== "event") return notAnAddress(path, undefined);
  return addressOf(path, parts, { kind: last }, realms);
});

/** Endings of topics for bodies in other forms than JSON → their content types. */
export const PACKED_ENDINGS: Readonly<Record<string, string>> = dictionary({
  "data.cbor": "application/cbor",
  "data.msgpack": "application/msgpack",
  "data.senmlc": "application/senml+cbor",
});

/** `topic` ends in `data.json` or one of these, `event.json` or `data/<field>`. */
export const parseTopic: Parse = /* @__PURE__ */ remembering((topic, realms) => {
  const parts = topic.split("/");
  const last = parts.pop() ?? "";
  if (last === "data.json" || Object.hasOwn(PACKED_ENDINGS, last))
    return addressOf(topic, parts, { kind: "data" }, realms);
  if (last === "event.json") return addressOf(topic, parts, { kind: "event" }, realms);
  // A command is not data; its problems are signalled at its device or channel.
  if (last === "command.json") return notAnAddress(topic, nearestDevice(parts));
  if (last === "data.bin" && realms.some(({ name, binary }) => name === parts[0] && binary !== undefined))
    return addressOf(topic, parts, { kind: "data" }, realms);
  if (parts.pop() !== "data") return notAnAddress(topic, nearestDevice(topic.split("/")));
  return addressOf(topic, parts, { kind: "value", field: last }, realms);
});

/** The part of a topic that may be a device's address; undefined if it cannot form a topic. */
function nearestDevice(parts: readonly string[]): string | undefined {
  const [, second = ""] = parts;
  const address = parts.slice(0, second === "channel" || second === "device" ? 3 : 4);
  return address.length > 1 && refuse(address) === undefined ? address.join("/") : undefined;
}

/** Replaces characters that are invalid in the name of a database or measurement with `_` [D25]. */
export function storedName(text: string): string {
  return text.replace(/[/.\- ]/g, "_");
}

/** Where the data of a device's wide address is stored [D25]; undefined if it is not one. */
export function storedPlace(address: string): { readonly database: string; readonly measurement: string } | undefined {
  const [realm, network, gateway, node, ...more] = address.split("/");
  if (node === undefined || more.length > 0) return undefined;
  return { database: storedName(`${realm}_${network}`), measurement: storedName(`${gateway}_${node}_sensors`) };
}

/** The device as one text: `/mqttkit-1/testdrive/area-42/node-1` [D18]. */
export function channelId(address: Address): string {
  return `/${addressParts(address).join("/")}`;
}

/** Realm, network, gateway and node; for a network only the first two. */
export function addressParts({ form, realm, network, gateway, node }: Address): readonly string[] {
  return form === "network" || form === "basic" ? [realm, network] : [realm, network, gateway, node];
}

/** The three parts after the realm joined by hyphens: the same for the wide and the direct form of one device [D26]. */
export function directId(address: Address): string {
  return `${address.network}-${address.gateway}-${address.node}`;
}

type Suffix = Pick<Address, "kind" | "field" | "reading" | "time">;

/** The settings of a realm: its own section, else those for all realms. */
export function realmOf<Realm extends DecodedRealm>(realms: readonly Realm[], name: string): Realm | undefined {
  return realms.find((realm) => realm.name === name) ?? realms.find((realm) => realm.name === ALL_REALMS);
}

/** Whether the configuration accepts realms that it does not name. */
export function isOpen(realms: readonly DecodedRealm[]): boolean {
  return realms.length === 0 || realms.some(({ name }) => name === ALL_REALMS);
}

/** Possible numbers of address parts that name the device, the most likely first. */
export function deviceLengths(parts: readonly string[], realm: DecodedRealm | undefined): readonly number[] {
  if (parts[1] === "channel" || parts[1] === "device") return [3];
  if (realm?.addresses === "short") return [3, 4];
  return realm?.addresses === "basic" ? [2] : [4];
}

type Device = Pick<Address, "form" | "network" | "gateway" | "node">;

/** @param parts of the device's address as received */
export function addressOf(
  text: string,
  parts: readonly string[],
  suffix: Suffix,
  realms: readonly DecodedRealm[],
): AddressResult {
  if (parts.length === 0) return notAnAddress(text, undefined);
  const refusal = refuse(parts, suffix.field);
  if (refusal !== undefined) return { problem: { code: "unknown-address", message: refusal } };
  const arrived = parts.join("/");
  const realm = parts[0] ?? "";
  const settings = realmOf(realms, realm);
  const device = parts.length === 2 ? pairOf(parts, suffix.kind, settings) : deviceOf(parts, settings);
  // UDP channels need no realm section: they have [lab-<channel>].
  const isChannel = device?.form === "network" && realm === CHANNELS_REALM;
  if (realms.length > 0 && settings === undefined && !isChannel) return unknownRealm(realm, arrived);
  if (device === undefined) return notAnAddress(text, arrived);
  const { form, network } = device;
  const { directNetworks = [] } = settings ?? {};
  if (form === "direct" && directNetworks.length > 0 && !directNetworks.includes(network))
    return { problem: { code: "forbidden", message: `Rejected access to SensorWAN network: ${network}`, arrived } };
  return { address: addressIn(realm, device, suffix, arrived, settings) };
}

function addressIn(
  realm: string,
  { form, network, gateway, node }: Device,
  suffix: Suffix,
  arrived: string,
  settings: DecodedRealm | undefined,
): Address {
  const named = settings?.names === "lower" ? (name: string) => storedName(name).toLowerCase() : storedName;
  const database = named(`${realm}_${network}`);
  const table = suffix.kind === "event" ? "events" : "sensors";
  const owner = form === "network" ? ["network"] : [gateway, node];
  const measurement = form === "basic" ? table : named([...owner, table].join("_"));
  // Addresses are kept in thousands. Spread objects would each have a hidden class of their own.
  const { kind } = suffix;
  const plain: Address = { form, kind, arrived, realm, network, gateway, node, database, measurement };
  const isPlain = suffix.field === undefined && suffix.reading === undefined && suffix.time === undefined;
  return isPlain ? plain : { ...plain, ...suffix };
}

/** `<realm>/<node>`, where each node has its own database [Kotori's basic application]; or a network with its events. */
function pairOf([, network = ""]: readonly string[], kind: AddressKind, realm: DecodedRealm | undefined) {
  if (realm?.addresses === "basic") return { form: "basic", network, gateway: "", node: "" } as const;
  return kind === "event" ? ({ form: "network", network, gateway: "", node: "" } as const) : undefined;
}

function deviceOf(parts: readonly string[], realm: DecodedRealm | undefined): Device | undefined {
  const [first = "", second = "", third = "", fourth = ""] = parts;
  if (parts.length === 4) return { form: "wide", network: second, gateway: third, node: fourth };
  if (parts.length !== 3) return undefined;
  if (second === "device") return { form: "device", network: "devices", gateway: "default", node: third };
  const { networks = [], compat, addresses } = realm ?? {};
  // Many Kotori users repeat the realm here.
  const isTwice = compat !== undefined && third.startsWith(`${first}-`) && third.split("-").length > 3;
  if (second === "channel") return splitDirect(isTwice ? third.slice(first.length + 1) : third, networks);
  if (addresses === "short") return { form: "wide", network: second, gateway: "default", node: third };
  return undefined;
}

function splitDirect(id: string, networks: readonly string[]): Device | undefined {
  const known = longestPrefix(id, networks);
  const rest = known === undefined ? id.split("-") : [known, ...withGateway(id.slice(known.length + 1).split("-"))];
  const filled = rest.length < 3 ? [...Array<string>(3 - rest.length).fill("default"), ...rest] : rest;
  const [network = "", gateway = "", ...node] = filled;
  if (network === "" || gateway === "" || node.join("-") === "") return undefined;
  return { form: "direct", network, gateway, node: node.join("-") };
}

// A known network stays the network: only the gateway can be missing after it.
function withGateway(parts: readonly string[]): readonly string[] {
  return parts.length === 1 ? ["default", ...parts] : parts;
}

function longestPrefix(id: string, networks: readonly string[]): string | undefined {
  let longest: string | undefined;
  for (const network of networks) {
    if (id.startsWith(`${network}-`) && network.length > (longest?.length ?? 0)) longest = network;
  }
  return longest;
}

// Characters with a meaning in MQTT are invalid: the error topic would not be a valid topic. [MQTT-4.7.1-1, 4.7.2-1,
// 4.7.3-2]
function refuse(device: readonly string[], field?: string): string | undefined {
  const parts = field === undefined ? device : [...device, field];
  if (parts.some((part) => part === "")) return "A part of the address is empty";
  if (parts.some((part) => part.length > MAX_PART_LENGTH))
    return `A part of the address is over ${MAX_PART_LENGTH} long`;
  if (parts.some((part) => /[+#/\u0000-\u001f\u007f-\u009f]|\p{Cs}/u.test(part))) {
    return "A part of the address contains '/', '+', '#' or a control character";
  }
  if (parts[0]?.startsWith("$")) return "A realm cannot begin with '$'";
  return undefined;
}

function unknownRealm(realm: string, arrived: string): AddressResult {
  return { problem: { code: "unknown-realm", message: `Realm '${realm}' is not configured`, arrived } };
}

/** What comes after a device: `data`, `event.json`, `data/<field>`. */
const ENDING = /(?:^|\/)(?:data|event)(?:[./][^/]*)?$/;

function notAnAddress(text: string, arrived: string | undefined): AddressResult {
  const expected = "expected <realm>/<network>/<gateway>/<node>/…, <realm>/channel/<id>/… or <realm>/device/<id>/…";
  const ending = ENDING.test(text) ? "" : ", with 'data' or 'event' at the end";
  const message = `Unknown address '${text}', ${expected}${ending}`;
  return { problem: { code: "unknown-address", message, ...(arrived === undefined ? {} : { arrived }) } };
}

/** Events of a device or a network. */
export function isAnnotations(measurement: string): boolean {
  return measurement === "events" || measurement.endsWith("_events");
}
