/** Where data belongs: HTTP paths and MQTT topics → device, database, measurement [D25, D26, D28]. Pure. */

import type { DecodedRealm } from "../config/settings.ts";

/** `data` and `event` carry a body; `value` is one plain value of the field named in the topic. */
export type AddressKind = "data" | "event" | "value";

export interface Address {
  /** `network`: of all devices of a network, or of a UDP channel: `lab/<channel>`; events only, without gateway and node. */
  readonly form: "wide" | "direct" | "device" | "network";
  readonly kind: AddressKind;
  /** Kind `value` only. */
  readonly field?: string;
  /** The address as it arrived, without its last part: `mqttkit-1/channel/testdrive-area-42`. */
  readonly arrived: string;
  readonly realm: string;
  readonly network: string;
  readonly gateway: string;
  readonly node: string;
  readonly database: string;
  readonly measurement: string;
}

export interface AddressProblem {
  readonly code: "unknown-address" | "unknown-realm";
  /** One sentence. */
  readonly message: string;
  /** Where the problem can be signalled: the arriving address without its last part; absent when it names no channel. */
  readonly arrived?: string;
}

export type AddressResult =
  | { readonly address: Address; readonly problem?: undefined }
  | { readonly problem: AddressProblem; readonly address?: undefined };

/** `lab/<channel>/event`: annotations of a UDP channel. */
export const CHANNELS_REALM = "lab";

/** Longest part of an address, UTF-16 units; MQTT's own limit is for the whole topic. */
const MAX_PART_LENGTH = 255;

type Parse = (address: string, realms: readonly DecodedRealm[]) => AddressResult;

/** Devices send again and again: every message's address is asked for at its door and wherever it is decoded. */
const MOST_KNOWN = 10_000;
const LONGEST_KNOWN = 256;

/** `parse`, remembering what it said of addresses that are ones, for as long as the realms' settings are the same. */
function remembering(parse: Parse): Parse {
  const known = new WeakMap<readonly DecodedRealm[], Map<string, AddressResult>>();
  return (address, realms) => {
    let results = known.get(realms);
    const before = results?.get(address);
    if (before !== undefined) return before;
    const result = parse(address, realms);
    if (result.address === undefined || address.length > LONGEST_KNOWN) return result;
    if (results === undefined || results.size >= MOST_KNOWN) {
      results = new Map();
      known.set(realms, results);
    }
    results.set(address, result);
    return result;
  };
}

/** `path` is what follows `/api/`, decoded: `mqttkit-1/testdrive/area-42/node-1/data`. */
export const parsePath: Parse = remembering((path, realms) => {
  const parts = path.split("/");
  const last = parts.pop();
  if (last !== "data" && last !== "event") return notAnAddress(path, undefined);
  return resolve(path, parts, { kind: last }, realms);
});

/** `topic` ends in `data.json`, `event.json` or `data/<field>`. */
export const parseTopic: Parse = remembering((topic, realms) => {
  const parts = topic.split("/");
  const last = parts.pop() ?? "";
  if (last === "data.json") return resolve(topic, parts, { kind: "data" }, realms);
  if (last === "event.json") return resolve(topic, parts, { kind: "event" }, realms);
  if (last === "data.bin" && realms.some(({ name, binary }) => name === parts[0] && binary !== undefined))
    return resolve(topic, parts, { kind: "data" }, realms);
  if (parts.pop() !== "data") return notAnAddress(topic, nearestDevice(topic.split("/")));
  return resolve(topic, parts, { kind: "value", field: last }, realms);
});

/** The part of a topic that may be a device's address; undefined where no topic can be made of it. */
function nearestDevice(parts: readonly string[]): string | undefined {
  const [, second = ""] = parts;
  const address = parts.slice(0, second === "channel" || second === "device" ? 3 : 4);
  return address.length > 1 && refuse(address) === undefined ? address.join("/") : undefined;
}

/** Letters that cannot stand in a database's or measurement's name become `_` [D25]. */
export function storedName(text: string): string {
  return text.replace(/[/.\- ]/g, "_");
}

/** The device in one line: `/mqttkit-1/testdrive/area-42/node-1` [D18]. */
export function channelId(address: Address): string {
  return `/${addressParts(address).join("/")}`;
}

/** Realm, network, gateway and node; only the first two of a network. */
export function addressParts({ form, realm, network, gateway, node }: Address): readonly string[] {
  return form === "network" ? [realm, network] : [realm, network, gateway, node];
}

/** The three parts after the realm joined by hyphens: the same for the wide and the direct form of one device [D26]. */
export function directId(address: Address): string {
  return `${address.network}-${address.gateway}-${address.node}`;
}

interface Suffix {
  readonly kind: AddressKind;
  readonly field?: string;
}

interface Device {
  readonly form: Address["form"];
  readonly network: string;
  readonly gateway: string;
  readonly node: string;
}

function resolve(
  text: string,
  parts: readonly string[],
  suffix: Suffix,
  realms: readonly DecodedRealm[],
): AddressResult {
  if (parts.length === 0) return notAnAddress(text, undefined);
  const refusal = refuse(suffix.field === undefined ? parts : [...parts, suffix.field]);
  if (refusal !== undefined) return { problem: { code: "unknown-address", message: refusal } };
  const arrived = parts.join("/");
  const realm = parts[0] ?? "";
  const settings = realms.find((known) => known.name === realm);
  const isNetwork = parts.length === 2 && suffix.kind === "event";
  // UDP channels need no realm's section: theirs are [lab-<channel>].
  const isChannel = isNetwork && realm === CHANNELS_REALM;
  if (realms.length > 0 && settings === undefined && !isChannel) return unknownRealm(realm, arrived);
  const device = isNetwork ? networkOf(parts) : deviceOf(parts, settings?.networks ?? []);
  if (device === undefined) return notAnAddress(text, arrived);
  const { form, network, gateway, node } = device;
  const database = storedName(`${realm}_${network}`);
  const place = form === "network" ? "network" : `${gateway}_${node}`;
  const measurement = storedName(`${place}_${suffix.kind === "event" ? "events" : "sensors"}`);
  return { address: { ...device, ...suffix, arrived, realm, network, gateway, node, database, measurement } };
}

function networkOf([, network = ""]: readonly string[]): Device {
  return { form: "network", network, gateway: "", node: "" };
}

function deviceOf(parts: readonly string[], networks: readonly string[]): Device | undefined {
  const [, second = "", third = "", fourth = ""] = parts;
  if (parts.length === 4) return { form: "wide", network: second, gateway: third, node: fourth };
  if (parts.length !== 3) return undefined;
  if (second === "device") return { form: "device", network: "devices", gateway: "default", node: third };
  if (second === "channel") return splitDirect(third, networks);
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

// A known network stays the network: only the gateway can be missing behind it.
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

// What MQTT gives a meaning to cannot be part of a name: the error topic would not be a topic. [MQTT-4.7.1-1, 4.7.2-1, 4.7.3-2]
function refuse(parts: readonly string[]): string | undefined {
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

function notAnAddress(text: string, arrived: string | undefined): AddressResult {
  const message = `Unknown address '${text}', expected <realm>/<network>/<gateway>/<node>/…, <realm>/channel/<id>/… or <realm>/device/<id>/…`;
  return { problem: { code: "unknown-address", message, ...(arrived === undefined ? {} : { arrived }) } };
}
