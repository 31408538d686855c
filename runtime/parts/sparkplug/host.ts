/**
 * What a host knows of its edge nodes: which metric an alias means, which message comes next, who is alive. Births say the first; an
 * edge node whose births were not heard is asked for them, and what needs them is stored after they come.
 */

import { OwnedMap } from "../../lib/owned-map.ts";
import { WireError } from "../../lib/wire-reader.ts";
import type { Address } from "../../model/address.ts";
import type { BodyReader } from "../../model/body-reader.ts";
import { ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import { TYPED_ROWS, type TypedRow, type TypedValue, typedRowsText } from "../../model/typed-rows.ts";
import { type Metric, type Payload, readPayload } from "./payload.ts";
import { deviceTopic, NAMESPACE, type SparkplugTopic, topicIn } from "./topic.ts";
import { valuesOf } from "./values.ts";

export const READING = "sparkplug";

/** Senders invent names. Of a node that gives way, births are asked for anew. */
const MOST_NODES = 10_000;
const MOST_METRICS = 1_000_000;
/** Messages of a node that wait for its births. */
const MOST_WAITING = 1000;
const MS = 1_000_000n;
const SEQUENCE = 256;
const FIRST_PATIENCE_MS = 10_000;
const LONGEST_PATIENCE_MS = 600_000;
/** Ours, in rows of births and deaths. */
const ONLINE = "online";
const SEQUENCE_NAME = "bdSeq";

interface Known {
  readonly name: string;
  readonly datatype: number;
  readonly device: string | undefined;
}

export interface Letter {
  readonly topic: string;
  readonly receivedNs: bigint;
}

interface Node {
  readonly realm: string;
  /** Whether aliases are those of its newest birth. */
  isBorn: boolean;
  bdSeq: bigint | undefined;
  seq: number | undefined;
  readonly aliases: Map<bigint, Known>;
  /** By device (empty: the node's own) and name. */
  readonly names: Map<string, Known>;
  /** How many of them are in the realm's sum. */
  counted: number;
  readonly devices: Set<string>;
  /** Its session began after this: what came before has other aliases. */
  sinceNs: bigint;
  /** The first message behind a gap: perhaps of another session. */
  gapNs: bigint | undefined;
  /** Dead letters that its births explain. */
  waiting: Letter[];
  rebirthMs: number | undefined;
  patienceMs: number;
}

export interface HostOptions {
  /** Asks an edge node for its births. */
  readonly askForBirth: (topic: string) => void;
  /** Messages that can be stored now. */
  readonly retry: (letters: readonly Letter[]) => void;
  /** When the service began. */
  readonly startNs: bigint;
  readonly nowMs?: () => number;
  /** The edge node is the service itself. */
  readonly isOwn?: (topic: SparkplugTopic) => boolean;
  /** Metrics of all nodes of a realm. */
  readonly mostMetrics?: number;
}

export interface HostCounts {
  births: number;
  deaths: number;
  gaps: number;
  asked: number;
  waited: number;
}

export class SparkplugHost implements BodyReader {
  readonly counts: HostCounts = { births: 0, deaths: 0, gaps: 0, asked: 0, waited: 0 };
  readonly #options: HostOptions;
  readonly #nowMs: () => number;
  readonly #nodes = new OwnedMap<Node>(MOST_NODES);
  /** Metrics of all nodes of a realm. */
  readonly #metrics = new Map<string, number>();

  constructor(options: HostOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  get nodes(): number {
    return this.#nodes.size;
  }

  takes({ source }: Pick<Message, "source">, { reading }: Address): boolean {
    return source === "mqtt" && reading === READING;
  }

  async read(message: Message, { realm }: Pick<Address, "realm">): Promise<readonly Message[]> {
    const topic = topicIn(message.address);
    if (topic === undefined)
      throw new ValueError(`'${message.address}' is not a topic of Sparkplug B`, "unknown-address");
    if (this.#options.isOwn?.(topic) === true) return [];
    const node = this.#nodeOf(topic, realm);
    try {
      return this.#read(topic, readPayload(message.payload), message, node);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      throw new ValueError(`Body is not a payload of Sparkplug B: ${error.message}`, "bad-value", error);
    } finally {
      this.#counted(node);
    }
  }

  #read(topic: SparkplugTopic, payload: Payload, message: Message, node: Node): readonly Message[] {
    switch (topic.kind) {
      case "NBIRTH":
      case "DBIRTH":
        return this.#birth(topic, payload, message, node);
      case "NDATA":
      case "DDATA":
        return this.#data(topic, payload, message, node);
      case "NDEATH":
        return this.#nodeDeath(topic, payload, message, node);
      default:
        return this.#deviceDeath(topic, payload, message, node);
    }
  }

  #birth(topic: SparkplugTopic, payload: Payload, message: Message, node: Node): readonly Message[] {
    const rows = rowsOf(payload, (metric) => bornAs(metric, topic.device));
    const added = [{ name: ONLINE, type: "float", value: 1 } as const];
    // A retried birth is of the past.
    if (message.isRetry !== true) {
      if (topic.kind === "NBIRTH") this.#beginSession(node, payload, message.receivedNs);
      else {
        this.#follow(node, topic, payload, message.receivedNs);
        this.#forgetDevice(node, topic.device ?? "");
        node.devices.add(topic.device ?? "");
      }
      this.#learn(node, topic, payload);
      this.counts.births++;
      if (node.isBorn) this.#retryWaiting(node, topic.device);
    }
    return [messageOf(message, withOnline(rows, payload, added))];
  }

  #beginSession(node: Node, payload: Payload, receivedNs: bigint): void {
    const bdSeq = sessionOf(payload);
    if (node.bdSeq !== undefined && bdSeq !== node.bdSeq) node.sinceNs = node.gapNs ?? receivedNs;
    node.aliases.clear();
    node.names.clear();
    node.devices.clear();
    Object.assign(node, { isBorn: true, bdSeq, seq: payload.seq, gapNs: undefined });
    Object.assign(node, { rebirthMs: undefined, patienceMs: FIRST_PATIENCE_MS });
  }

  #learn(node: Node, { device }: SparkplugTopic, payload: Payload): void {
    const { mostMetrics = MOST_METRICS } = this.#options;
    if (this.#counted(node) + payload.metrics.length > mostMetrics)
      throw new ValueError(`More than ${mostMetrics} metrics of one realm`, "too-large");
    for (const { name, alias, datatype = 0 } of payload.metrics) {
      if (name === undefined) continue;
      const known = { name, datatype, device };
      node.names.set(keyOf(device, name), known);
      if (alias !== undefined) node.aliases.set(alias, known);
    }
  }

  #forgetDevice(node: Node, device: string): void {
    for (const [key, known] of node.names) if (known.device === device) node.names.delete(key);
    for (const [alias, known] of node.aliases) if (known.device === device) node.aliases.delete(alias);
  }

  #data(topic: SparkplugTopic, payload: Payload, message: Message, node: Node): readonly Message[] {
    const isNew = message.isRetry !== true;
    if (isNew) this.#follow(node, topic, payload, message.receivedNs);
    const isOld = !isNew && message.receivedNs < node.sinceNs;
    const unknown = new Set<string>();
    const rows = rowsOf(payload, (metric) => {
      const known = isOld && metric.name === undefined ? undefined : knownIn(node, topic.device, metric);
      if (known === undefined) unknown.add(metric.name ?? `alias ${metric.alias ?? "none"}`);
      return known;
    });
    if (unknown.size > 0) {
      if (isNew) this.#await(node, topic, message);
      throw new ValueError(unknownText(topic, [...unknown], isOld), "unknown-id");
    }
    return rows.length === 0 ? [] : [messageOf(message, rows)];
  }

  /** Checks the sequence: after a gap, births may have been missed, so that aliases have another meaning. */
  #follow(node: Node, topic: SparkplugTopic, { seq }: Payload, receivedNs: bigint): void {
    const isNext = node.seq === undefined || seq === undefined || seq === node.seq || seq === (node.seq + 1) % SEQUENCE;
    if (seq !== undefined) node.seq = seq;
    if (node.isBorn && isNext) return;
    if (node.isBorn) {
      this.counts.gaps++;
      node.isBorn = false;
      node.gapNs = receivedNs;
    }
    this.#ask(node, topic);
  }

  /** The message becomes a dead letter, and is retried after the births. */
  #await(node: Node, topic: SparkplugTopic, { address, receivedNs }: Message): void {
    this.counts.waited++;
    this.#ask(node, topic);
    if (node.waiting.length < MOST_WAITING) node.waiting.push({ topic: address, receivedNs });
  }

  #ask(node: Node, { group, edge }: SparkplugTopic): void {
    const now = this.#nowMs();
    if (node.rebirthMs !== undefined && now - node.rebirthMs < node.patienceMs) return;
    if (node.rebirthMs !== undefined) node.patienceMs = Math.min(2 * node.patienceMs, LONGEST_PATIENCE_MS);
    node.rebirthMs = now;
    this.counts.asked++;
    this.#options.askForBirth(`${NAMESPACE}/${group}/NCMD/${edge}`);
  }

  /** What needs a device's birth goes on waiting at that of its node, which comes before. */
  #retryWaiting(node: Node, device: string | undefined): void {
    const isExplained = ({ topic }: Letter) => topicIn(topic)?.device === device;
    const letters = node.waiting.filter(isExplained);
    node.waiting = node.waiting.filter((letter) => !isExplained(letter));
    if (letters.length > 0) this.#options.retry(letters);
  }

  #nodeDeath(topic: SparkplugTopic, payload: Payload, message: Message, node: Node): readonly Message[] {
    const bdSeq = sessionOf(payload);
    // The will of an earlier connection: the node is here again.
    if (message.isRetry !== true && node.isBorn && bdSeq !== undefined && bdSeq !== node.bdSeq) return [];
    const devices = [...node.devices];
    if (message.isRetry !== true) {
      this.counts.deaths++;
      Object.assign(node, { isBorn: false, seq: undefined, bdSeq: undefined, gapNs: undefined });
      node.sinceNs = message.receivedNs;
      node.waiting.length = 0;
      for (const held of [node.aliases, node.names, node.devices]) held.clear();
    }
    return [message, ...devices.map((device) => ({ ...message, address: deviceTopic(topic, device) }))].map((each) =>
      messageOf(each, [OFFLINE]),
    );
  }

  #deviceDeath(topic: SparkplugTopic, payload: Payload, message: Message, node: Node): readonly Message[] {
    if (message.isRetry !== true) {
      this.#follow(node, topic, payload, message.receivedNs);
      this.#forgetDevice(node, topic.device ?? "");
      node.devices.delete(topic.device ?? "");
      this.counts.deaths++;
    }
    const timeNs = payload.timestamp === undefined ? {} : { timeNs: payload.timestamp * MS };
    return [messageOf(message, [{ ...OFFLINE, ...timeNs }])];
  }

  #nodeOf({ group, edge }: SparkplugTopic, realm: string): Node {
    const key = `${realm}/${group}/${edge}`;
    let node = this.#nodes.get(key);
    if (node === undefined) {
      node = newNode(realm, this.#options.startNs);
      const displaced = this.#nodes.set(realm, key, node);
      displaced?.names.clear();
      if (displaced !== undefined) this.#counted(displaced);
    }
    return node;
  }

  /** The sum of the node's realm. To go through all nodes at each birth would take minutes for ten thousand. */
  #counted(node: Node): number {
    const sum = (this.#metrics.get(node.realm) ?? 0) + node.names.size - node.counted;
    node.counted = node.names.size;
    this.#metrics.set(node.realm, sum);
    return sum;
  }
}

/** A will has the time at which the node connected, so the time of receipt counts. */
const OFFLINE: TypedRow = { values: [{ name: ONLINE, type: "float", value: 0 }] };

function newNode(realm: string, sinceNs: bigint): Node {
  return {
    realm,
    isBorn: false,
    bdSeq: undefined,
    seq: undefined,
    aliases: new Map(),
    names: new Map(),
    counted: 0,
    devices: new Set(),
    sinceNs,
    gapNs: undefined,
    waiting: [],
    rebirthMs: undefined,
    patienceMs: FIRST_PATIENCE_MS,
  };
}

function keyOf(device: string | undefined, name: string): string {
  return `${device ?? ""}\n${name}`;
}

function bornAs({ name, datatype = 0 }: Metric, device: string | undefined): Known {
  if (name === undefined) throw new WireError("a metric of a birth has no name");
  return { name, datatype, device };
}

/** A metric with a name needs no birth, if it also has its type. */
function knownIn(node: Node, device: string | undefined, { name, alias, datatype }: Metric): Known | undefined {
  if (name !== undefined) {
    const known = node.names.get(keyOf(device, name));
    const own = datatype === undefined || datatype === 0 ? known?.datatype : datatype;
    return own === undefined ? undefined : { name, datatype: own, device };
  }
  const known = alias === undefined || !node.isBorn ? undefined : node.aliases.get(alias);
  return known?.device === device ? known : undefined;
}

function unknownText({ group, edge }: SparkplugTopic, names: readonly string[], isOld: boolean): string {
  const shown = names.length > 5 ? `${names.slice(0, 5).join(", ")} …` : names.join(", ");
  if (isOld) return `${shown}: the message is of an earlier session of ${group}/${edge}, whose births are not known`;
  return `${shown}: no birth of ${group}/${edge} says what that is; it was asked for its births, and the message is stored after them`;
}

function sessionOf({ metrics }: Payload): bigint | undefined {
  const raw = metrics.find(({ name }) => name === SEQUENCE_NAME)?.raw;
  return raw?.kind === "long" || raw?.kind === "int" ? raw.value : undefined;
}

/** One row for each time; a metric that comes again with the same time begins another. */
function rowsOf(payload: Payload, knownAs: (metric: Metric) => Known | undefined): TypedRow[] {
  const rows: { timeNs?: bigint; values: TypedValue[]; names: Set<string>; units: Record<string, string> }[] = [];
  const newest = new Map<string, (typeof rows)[number]>();
  for (const metric of payload.metrics) {
    const known = knownAs(metric);
    if (known === undefined) continue;
    const timestamp = metric.timestamp ?? payload.timestamp;
    const values = valuesOf(known.name, metric.datatype || known.datatype, metric);
    const key = String(timestamp);
    let row = newest.get(key);
    if (row === undefined || values.some(({ name }) => row!.names.has(name))) {
      const time = timestamp === undefined ? {} : { timeNs: timestamp * MS };
      row = { ...time, values: [], names: new Set(), units: Object.create(null) };
      newest.set(key, row);
      rows.push(row);
    }
    for (const value of values) row.names.add(value.name);
    row.values.push(...values);
    if (metric.unit !== undefined) row.units[known.name] = metric.unit;
  }
  return rows.map(({ names: _, units, ...row }) => (Object.keys(units).length === 0 ? row : { ...row, units }));
}

/** The first row of the birth's own time also says that it is alive, unless a metric has that name. */
function withOnline(rows: readonly TypedRow[], { timestamp }: Payload, online: readonly TypedValue[]): TypedRow[] {
  if (rows.some(({ values }) => values.some(({ name }) => name === ONLINE))) return [...rows];
  const timeNs = timestamp === undefined ? undefined : timestamp * MS;
  const own = rows.findIndex((row) => row.timeNs === timeNs);
  if (own >= 0) return rows.map((row, index) => (index === own ? { ...row, values: [...row.values, ...online] } : row));
  return [...rows, { ...(timeNs !== undefined && { timeNs }), values: online }];
}

function messageOf(message: Message, rows: readonly TypedRow[]): Message {
  return { ...message, contentType: TYPED_ROWS, payload: Buffer.from(typedRowsText(rows)) };
}
