/** Section `[cluster]`: several machines that share one log. */

import { CLUSTER_ROLES } from "../../config/cluster-roles.ts";
import { partOf, section } from "../../config/part.ts";
import { TLS_KEYS } from "../../config/tls-keys.ts";
import {
  count,
  nothing,
  oneOf,
  parseDuration,
  parseList,
  parseMilliseconds,
  parsePath,
  size,
  url,
} from "../../config/values.ts";
import type { SharedLogSettings } from "../../model/shared-log.ts";

const SECTION = section({
  section: "cluster",
  meaning: "[Several machines](cluster.md) that work as one.",
  keys: [
    {
      key: "url",
      parse: parseServers,
      shown: "without secrets",
      meaning: "NATS servers, separated by commas; `tls://` requires TLS.",
      example: "nats://a:4222, nats://b:4222, nats://c:4222",
    },
    {
      key: "role",
      parse: oneOf(CLUSTER_ROLES),
      default: "all",
      meaning: "`ingest`, `store`, `view` or `all`; the option `--role` takes precedence.",
    },
    {
      key: "acknowledge",
      parse: oneOf(["replicated", "local"]),
      default: "replicated",
      meaning: "[When](cluster.md#what-an-acknowledgement-means) a message is acknowledged: `replicated` or `local`.",
    },
    {
      key: "name",
      parse: parseClusterName,
      default: "lab",
      meaning: "Name of the cluster; NATS servers may serve several.",
    },
    {
      key: "partitions",
      parse: count(1, 1024),
      absent: nothing,
      default: "8 for a new log",
      meaning: "Partitions of the log, and the largest number of store workers. Do not change it while messages wait.",
    },
    {
      key: "nodes",
      parse: count(2, 4096),
      default: "64",
      meaning: "The largest number of nodes; the same on all nodes.",
    },
    {
      key: "replicas",
      parse: count(1, 5),
      absent: nothing,
      default: "3 with 3 servers",
      meaning: "Copies of the cluster's log.",
    },
    {
      key: "ack_wait",
      parse: parseMilliseconds,
      default: "2s",
      meaning: "A store worker that is silent for this time loses its partitions to others.",
    },
    {
      key: "keep",
      parse: parseDuration,
      default: "10m",
      meaning: "How long a node's journal [keeps sent messages](cluster.md#what-the-servers-may-lose).",
    },
    {
      key: "max_size",
      parse: size("1M"),
      default: "4G",
      meaning: "Size of the log on each server. Further messages wait in the nodes' journals.",
    },
    {
      key: "credentials",
      parse: parsePath,
      meaning: "The NATS user's `.creds` file; or user and password in `url`.",
    },
    {
      key: "tls_ca",
      parse: parsePath,
      meaning: "PEM file of the servers' authority.",
    },
    {
      key: "tls_certificate",
      parse: parsePath,
      meaning: "PEM file with this node's certificate, if the servers ask for one.",
    },
    TLS_KEYS[1],
  ],
});

/** Undefined without `url`: one process. */
export const CLUSTER = partOf([SECTION], (file) => {
  const section = file.section(SECTION);
  const urls = section.get("url");
  const read = {
    role: file.role ?? section.get("role"),
    acknowledge: section.get("acknowledge"),
    name: section.get("name"),
    partitions: section.get("partitions"),
    nodes: section.get("nodes"),
    replicas: section.get("replicas"),
    ackWaitMs: section.get("ack_wait"),
    keepMs: section.get("keep"),
    maxBytes: section.get("max_size"),
    credentials: section.get("credentials"),
    ca: section.get("tls_ca"),
    certificate: section.get("tls_certificate"),
    key: section.get("tls_key"),
  };
  section.together("tls_certificate", "tls_key");
  if (read.ackWaitMs < 1000) section.problem("ack_wait", "ack_wait: at least 1s");
  if (file.role !== undefined && urls === undefined)
    file.problem(`--role ${file.role} needs [cluster] url = nats://host:4222`);
  return urls === undefined ? undefined : { urls, ...read };
});

export type ClusterSettings = NonNullable<ReturnType<typeof CLUSTER.read>>;

/** What the core passes on of the configuration: of a log that is the cluster's, all of its settings. */
export function clusterOf({ cluster }: { readonly cluster?: SharedLogSettings | undefined }): ClusterSettings {
  return cluster as ClusterSettings;
}

/** Servers of NATS. */
function parseServers(text: string): string[] {
  return parseList(text).map(url("nats", "tls"));
}

/** Used as part of NATS subjects, streams and buckets. */
function parseClusterName(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(text)) {
    throw new Error(`'${text}' is not a name for a cluster; write at most 32 letters, digits, '-' and '_'`);
  }
  return text;
}
