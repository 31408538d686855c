/**
 * A connection to the cluster's servers, and the streams and buckets that must exist there: the first node creates
 * them.
 */

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
  type StreamInfo,
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
import { KNOWN_FOR_MS, MOST_KNOWN } from "../../journal/first-times.ts";
import { isRefusal } from "./jetstream-errors.ts";
import type { ClusterSettings } from "./keys.ts";
import { type ClusterNames, clusterNames } from "./names.ts";

export interface Cluster {
  readonly settings: ClusterSettings;
  readonly names: ClusterNames;
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  close(): Promise<void>;
}

/** After this time without an answer from a server, the client tries another one. */
const PING_MS = 1000;
const CONNECT_MS = 1500;
const AGAIN_MS = 500;
/** For requests about streams, which are repeated. */
const ANSWER_MS = 3000;
/** Number of attempts between two reports. */
const TOLD_EVERY = 60;
/** Within this time, a repeated frame is recognised by its ID. */
const DUPLICATE_WINDOW_MS = 120_000;
const REFUSED_DAYS = 7;
/** Fraction of the room for frames. */
const REFUSED_SHARE = 1 / 64;
/** As in a node's own file. */
const LETTERS_BYTES = 64 << 20;
/** Far more than the maximum number of names needs. */
const KEYS_BYTES = 64 << 20;
/** Default for a new log. */
const PARTITIONS = 8;

/**
 * Resolves once a server accepts this node, however long that takes.
 * @param label of the connection, for the servers' lists
 * @param onProblem called regularly with the reason why there is no connection yet
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
    // After two unanswered pings, a hanging server is left, and skipped when reconnecting. By default, the client would
    // start with the server it has just lost.
    reconnectToServer: (known) => known.reduce((a, b) => (b.lastConnect < a.lastConnect ? b : a)),
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    // Otherwise, each request creates an `Error` with a stack.
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
 * Maximum size of one message for the servers, bytes.
 * @throws Error while no server answers: without a known limit, nothing must be cut too large
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

/** The client's own waiting does not report reasons: a wrong password would look like a server that is away. */
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

type StreamName = "frames" | "refused" | "letters" | "keys";
type Wish = Partial<StreamConfig> & Pick<StreamConfig, "subjects" | "max_bytes"> & { readonly description: string };

const COMMON: Partial<StreamConfig> = {
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  duplicate_window: nanos(DUPLICATE_WINDOW_MS),
};

/** What differs between the streams. */
const STREAMS: Readonly<Record<StreamName, (cluster: Cluster) => Wish>> = {
  frames: ({ names, settings }) => ({
    subjects: [names.frameSubjects],
    description: describe(settings.partitions ?? PARTITIONS),
    // Frames are deleted after a store's acknowledgement; excess frames wait in the nodes' journals.
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_bytes: settings.maxBytes,
  }),
  refused: ({ names, settings }) => ({
    subjects: [names.refusedSubjects],
    description: "structline: frames that could not be read",
    discard: DiscardPolicy.Old,
    max_bytes: Math.ceil(settings.maxBytes * REFUSED_SHARE),
    max_age: nanos(REFUSED_DAYS * 86_400_000),
  }),
  letters: ({ names }) => ({
    subjects: [names.letterSubjects],
    description: "structline: what was rejected, until somebody tries it again or drops it",
    // The writer makes room and chooses the letters to delete, not the server.
    discard: DiscardPolicy.New,
    max_bytes: LETTERS_BYTES,
  }),
  /** First times of messages with keys. */
  keys: ({ names }) => ({
    subjects: [names.keySubjects],
    description: "structline: when messages with an Idempotency-Key came first",
    discard: DiscardPolicy.Old,
    max_bytes: KEYS_BYTES,
    max_msgs: MOST_KNOWN,
    max_age: nanos(KNOWN_FOR_MS),
  }),
};

/** Creates the log and the streams beside it for unreadable frames. Call it again after an error. */
export async function ensureStreams(cluster: Cluster): Promise<number> {
  const partitions = await ensureLog(cluster);
  await ensureStream(cluster, "refused");
  return partitions;
}

/**
 * Call it again after an error.
 * @returns number of the log's partitions, as configured on its first node
 * @throws Error with a sentence for the operator
 */
export async function ensureLog(cluster: Cluster): Promise<number> {
  const { names, settings } = cluster;
  const described = await ensureStream(cluster, "frames");
  const partitions = Number(/^structline: (\d+) partitions$/.exec(described)?.[1] ?? Number.NaN);
  if (!(partitions > 0) || (settings.partitions !== undefined && settings.partitions !== partitions)) {
    const wanted =
      settings.partitions === undefined
        ? "is not one of structline's"
        : `this node expects ${settings.partitions} partitions`;
    throw new Error(
      `stream ${names.frames} is '${described}', ${wanted}: [cluster] partitions differs between nodes (without the key, a node uses the existing number)`,
    );
  }
  return partitions;
}

/** KV buckets of a lab. */
export const BUCKETS = ["facts", "nodes", "access"] as const;
export type BucketName = (typeof BUCKETS)[number];

/**
 * Creates all streams and buckets that are missing.
 * @throws Error naming one that is missing and may not be created, for example without the permissions of `first`
 */
export async function ensureAll(cluster: Cluster): Promise<void> {
  const ensure = async (name: StreamName | BucketName, made: Promise<unknown>) => {
    await made.catch((error: Error) => {
      throw new Error(`${cluster.names[name]}: ${error.message}`, { cause: error });
    });
  };
  await Promise.all([
    ensure("frames", ensureLog(cluster)),
    ...(["refused", "letters", "keys"] as const).map((name) => ensure(name, ensureStream(cluster, name))),
    ...BUCKETS.map((name) => ensure(name, ensureBucket(cluster, name))),
  ]);
}

const buckets = new WeakMap<Cluster, Map<string, Promise<KV>>>();

/** A KV bucket of the lab; creates it if it is missing. */
export function ensureBucket(cluster: Cluster, name: BucketName): Promise<KV> {
  const known = buckets.get(cluster) ?? new Map<string, Promise<KV>>();
  buckets.set(cluster, known);
  const made = known.get(name) ?? makeBucket(cluster, cluster.names[name]);
  known.set(name, made);
  made.catch(() => known.delete(name));
  return made;
}

/** After an error, buckets are looked up again, since they may be gone. */
export function forgetBuckets(cluster: Cluster): void {
  buckets.delete(cluster);
}

function makeBucket(cluster: Cluster, name: string): Promise<KV> {
  // Read from its leader: a node sees at once what another node wrote.
  return withReplicas(cluster, (replicas) =>
    new Kvm(cluster.jetstream).create(name, { history: 1, replicas, allow_direct: false }),
  );
}

/** Undefined if the stream does not exist. */
export function streamOf({ manager, names }: Cluster, name: StreamName): Promise<StreamInfo | undefined> {
  return manager.streams.info(names[name]).catch((error: unknown) => {
    if (isRefusal(error, "streamNotFound")) return undefined;
    throw error;
  });
}

/**
 * Creates the stream if it is missing, or adapts its size and number of copies. Messages are processed even if a node
 * may not do that. @returns the description of the existing stream
 */
export async function ensureStream(cluster: Cluster, stream: StreamName): Promise<string> {
  const { manager, names, settings } = cluster;
  const wish = STREAMS[stream](cluster);
  const known = await streamOf(cluster, stream);
  if (known === undefined) {
    const made = await withReplicas(cluster, (num_replicas) =>
      manager.streams.add({ ...COMMON, ...wish, name: names[stream], num_replicas }),
    ).catch((error: unknown) => {
      if (!isRefusal(error, "inUse")) throw error;
      return streamOf(cluster, stream);
    });
    return made?.config.description ?? wish.description;
  }
  const { config } = known;
  const { description = "" } = config;
  const { max_bytes } = wish;
  const num_replicas = settings.replicas ?? config.num_replicas;
  if (config.max_bytes === max_bytes && config.num_replicas === num_replicas) return description;
  await manager.streams.update(names[stream], { ...config, max_bytes, num_replicas });
  return description;
}

/** Several names may belong to one server: if there are too few servers for the usual number of replicas, uses one. */
async function withReplicas<T>(cluster: Cluster, make: (replicas: number) => Promise<T>): Promise<T> {
  const replicas = replicasOf(cluster);
  try {
    return await make(replicas);
  } catch (error) {
    if (!isRefusal(error, "tooFewServers") || replicas === 1 || cluster.settings.replicas !== undefined) throw error;
    return make(1);
  }
}

/** Three if there are three servers. */
function replicasOf({ settings, connection }: Cluster): number {
  if (settings.replicas !== undefined) return settings.replicas;
  const known = new Set([...settings.urls.map((url) => new URL(url).host), ...(connection.info?.connect_urls ?? [])]);
  return known.size >= 3 ? 3 : 1;
}

function describe(partitions: number): string {
  return `structline: ${partitions} partitions`;
}
