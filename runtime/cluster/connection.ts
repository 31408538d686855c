/** One connection to the cluster's servers, and what has to be there for the lab: made by the first node. */

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import {
  type Authenticator,
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nanos,
} from "@nats-io/transport-node";
import type { ClusterSettings } from "../config/settings.ts";
import { KNOWN_FOR_MS, MOST_KNOWN } from "../intake/first-times.ts";
import { isRefusal } from "./jetstream-errors.ts";
import { type ClusterNames, clusterNames } from "./names.ts";

export interface Cluster {
  readonly settings: ClusterSettings;
  readonly names: ClusterNames;
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  close(): Promise<void>;
}

/** After this long without a word from a server another one is tried. */
const PING_MS = 1000;
const CONNECT_MS = 1500;
const AGAIN_MS = 500;
/** For questions about streams, which are asked again. */
const ANSWER_MS = 3000;
/** Attempts from one word about it to the next. */
const TOLD_EVERY = 60;
/** A frame that comes a second time within this time is known by its id. */
const DUPLICATE_WINDOW_MS = 120_000;
const REFUSED_DAYS = 7;
/** Of the room for frames. */
const REFUSED_SHARE = 1 / 64;
/** As in a node's own file. */
const LETTERS_BYTES = 64 << 20;
/** Far more than the most names need. */
const KEYS_BYTES = 64 << 20;
/** Of a log that is made without being told otherwise. */
const PARTITIONS = 8;

/**
 * Resolves once a server takes this node, however long that takes.
 * @param label of the connection, for the servers' lists
 * @param onProblem is told, now and then, why that is not so yet
 */
export async function connectCluster(
  settings: ClusterSettings,
  label: string,
  onProblem: (reason: string) => void = () => {},
): Promise<Cluster> {
  const { urls, credentials, ca, certificate, key } = settings;
  const servers = urls.map((url) => new URL(url));
  const [{ username, password }] = servers as [URL];
  const isSecure = servers.some(({ protocol }) => protocol === "tls:");
  const options: ConnectionOptions = {
    servers: servers.map(({ host }) => host),
    name: `structline ${label}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // A server that hangs is left after two pings without an answer, and not waited for when connecting.
    // The client alone begins with the one that it has just lost.
    reconnectToServer: (known) => known.reduce((a, b) => (b.lastConnect < a.lastConnect ? b : a)),
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    // An `Error` with its stack for each request.
    noAsyncTraces: true,
    ...(username !== "" && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(credentials && { authenticator: authenticatorOf(credentials) }),
    ...((isSecure || ca || certificate) && {
      tls: { ...(ca && { caFile: ca }), ...(certificate && key && { certFile: certificate, keyFile: key }) },
    }),
  };
  const connection = await untilConnected(options, onProblem);
  return {
    settings,
    names: clusterNames(settings.name),
    connection,
    jetstream: jetstream(connection),
    manager: await jetstreamManager(connection, { checkAPI: false, timeout: ANSWER_MS }),
    close: () => connection.close(),
  };
}

/**
 * Bytes that the servers take in one message.
 * @throws Error while no server answers: a size that is not known must not make anything too large
 */
export function maxPayload({ connection }: Pick<Cluster, "connection">): number {
  const { info } = connection;
  if (info?.max_payload === undefined) throw new Error("no server answers");
  return info.max_payload;
}

/** Read for each connection, because the file may be renewed. */
function authenticatorOf(file: string): Authenticator {
  const authenticator = credsAuthenticator(() => readFileSync(file));
  return (nonce) => {
    try {
      return authenticator(nonce);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const reason = code === undefined ? "is not a credentials file" : `cannot be read: ${code}`;
      throw new Error(`${file} ([cluster] credentials) ${reason}`);
    }
  };
}

/** The client's own way of waiting does not say what for: a wrong password would look like a server that is away. */
async function untilConnected(
  options: ConnectionOptions,
  onProblem: (reason: string) => void,
): Promise<NatsConnection> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await connect(options);
    } catch (error) {
      if (attempt % TOLD_EVERY === 0) onProblem((error as Error).message);
      await sleep(AGAIN_MS, undefined, { ref: false });
    }
  }
}

/** The log, and what is beside it for frames that cannot be read. To be tried again when it throws. */
export async function ensureStreams(cluster: Cluster): Promise<number> {
  const partitions = await ensureLog(cluster);
  await ensureRefused(cluster);
  return partitions;
}

/**
 * To be tried again when it throws.
 * @returns how many partitions the log has: what its first node was configured with
 * @throws Error with a sentence for the operator
 */
export async function ensureLog(cluster: Cluster): Promise<number> {
  const { names, settings } = cluster;
  const { maxBytes } = settings;
  const described = await ensureStream(cluster, {
    name: names.frames,
    subjects: [names.frameSubjects],
    description: describe(settings.partitions ?? PARTITIONS),
    // What was acknowledged by a store is gone; what is too much waits in the nodes' journals.
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  });
  const partitions = Number(/^structline: (\d+) partitions$/.exec(described)?.[1] ?? Number.NaN);
  if (!(partitions > 0) || (settings.partitions !== undefined && settings.partitions !== partitions)) {
    const wanted =
      settings.partitions === undefined
        ? "is not one of structline's"
        : `this node expects ${settings.partitions} partitions`;
    throw new Error(
      `stream ${names.frames} is '${described}', ${wanted}: [cluster] partitions is not the same on all nodes (leave it out to take what is there)`,
    );
  }
  return partitions;
}

async function ensureRefused(cluster: Cluster): Promise<void> {
  const { names, settings } = cluster;
  await ensureStream(cluster, {
    name: names.refused,
    subjects: [names.refusedSubjects],
    description: "structline: frames that could not be read",
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_bytes: Math.ceil(settings.maxBytes * REFUSED_SHARE),
    max_age: nanos(REFUSED_DAYS * 86_400_000),
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  });
}

/** Of the dead letters of all nodes. Its own affair: messages go on where a node may not make it. */
export async function ensureLetters(cluster: Cluster): Promise<void> {
  await ensureStream(cluster, {
    name: cluster.names.letters,
    subjects: [cluster.names.letterSubjects],
    description: "structline: what was rejected, until somebody tries it again or drops it",
    retention: RetentionPolicy.Limits,
    // The writer makes room and decides which letters go, not the server.
    discard: DiscardPolicy.New,
    max_bytes: LETTERS_BYTES,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  });
}

/** Of the times at which messages with keys came first. */
export async function ensureKeys(cluster: Cluster): Promise<void> {
  await ensureStream(cluster, {
    name: cluster.names.keys,
    subjects: [cluster.names.keySubjects],
    description: "structline: when messages with an Idempotency-Key came first",
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_bytes: KEYS_BYTES,
    max_msgs: MOST_KNOWN,
    max_age: nanos(KNOWN_FOR_MS),
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  });
}

const buckets = new WeakMap<Cluster, Map<string, Promise<KV>>>();

/** A KV bucket of the lab, made where it is not there. */
export function ensureBucket(cluster: Cluster, name: "facts" | "nodes" | "access"): Promise<KV> {
  const known = buckets.get(cluster) ?? new Map<string, Promise<KV>>();
  buckets.set(cluster, known);
  const made = known.get(name) ?? makeBucket(cluster, cluster.names[name]);
  known.set(name, made);
  made.catch(() => known.delete(name));
  return made;
}

/** Something went wrong with one: it may be gone, and is looked for again. */
export function forgetBuckets(cluster: Cluster): void {
  buckets.delete(cluster);
}

function makeBucket(cluster: Cluster, name: string): Promise<KV> {
  // Read from its leader: what one node put, the next one gets.
  return withReplicas(cluster, (replicas) =>
    new Kvm(cluster.jetstream).create(name, { history: 1, replicas, allow_direct: false }),
  );
}

type StreamWish = Partial<StreamConfig> & Pick<StreamConfig, "name" | "subjects" | "description">;

/** @returns the description of the stream that is there */
async function ensureStream(cluster: Cluster, wish: StreamWish): Promise<string> {
  const { manager } = cluster;
  const find = () =>
    manager.streams.info(wish.name).catch((error: unknown) => {
      if (isRefusal(error, "streamNotFound")) return undefined;
      throw error;
    });
  const known = await find();
  if (known === undefined) {
    const made = await withReplicas(cluster, (replicas) =>
      manager.streams.add({ storage: StorageType.File, num_replicas: replicas, ...wish }),
    ).catch((error: unknown) => {
      if (!isThere(error)) throw error;
      return find();
    });
    return made?.config.description ?? wish.description ?? "";
  }
  const description = known.config.description ?? "";
  const replicas = cluster.settings.replicas ?? known.config.num_replicas;
  if (known.config.max_bytes === wish.max_bytes && known.config.num_replicas === replicas) return description;
  await manager.streams.update(wish.name, { ...known.config, max_bytes: wish.max_bytes ?? -1, num_replicas: replicas });
  return description;
}

/** Names of servers may be several of one: where there are too few for the replicas that seem right, one is what there can be. */
async function withReplicas<T>(cluster: Cluster, make: (replicas: number) => Promise<T>): Promise<T> {
  const replicas = replicasOf(cluster);
  try {
    return await make(replicas);
  } catch (error) {
    if (!isRefusal(error, "tooFewServers") || replicas === 1 || cluster.settings.replicas !== undefined) throw error;
    return make(1);
  }
}

/** Three where there are three servers to have them. */
export function replicasOf({ settings, connection }: Cluster): number {
  if (settings.replicas !== undefined) return settings.replicas;
  const known = new Set([...settings.urls.map((url) => new URL(url).host), ...(connection.info?.connect_urls ?? [])]);
  return known.size >= 3 ? 3 : 1;
}

function describe(partitions: number): string {
  return `structline: ${partitions} partitions`;
}

function isThere(error: unknown): boolean {
  return isRefusal(error, "inUse");
}
