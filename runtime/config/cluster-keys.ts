/** `[cluster]`: several machines that share one log. */

import { CLUSTER_ROLES } from "./cluster-roles.ts";
import type { SectionReader } from "./section-reader.ts";
import type { ClusterRole, ClusterSettings } from "./settings.ts";
import { parseChoice, parseList, parseMilliseconds, parseSize, parseUrl } from "./values.ts";

const MAX_PARTITIONS = 1024;
const NODES = { least: 2, most: 4096 };

/** Undefined without `url`. @param role of the command line, which wins */
export function readCluster(
  section: SectionReader,
  path: (text: string) => string,
  role: ClusterRole | undefined,
): ClusterSettings | undefined {
  const urls = section.value("url", parseServers);
  const read = {
    role: role ?? section.value("role", (text) => parseChoice(text, CLUSTER_ROLES)) ?? ("all" as const),
    acknowledge:
      section.value("acknowledge", (text) => parseChoice(text, ["replicated", "local"])) ?? ("replicated" as const),
    name: section.value("name", parseName) ?? "lab",
    partitions: section.value("partitions", (text) => parseCount(text, 1, MAX_PARTITIONS)) ?? 64,
    nodes: section.value("nodes", (text) => parseCount(text, NODES.least, NODES.most)) ?? 64,
    replicas: section.value("replicas", (text) => parseCount(text, 1, 5)),
    ackWaitMs: section.value("ack_wait", parseMilliseconds) ?? 30_000,
    keepMs: section.value("keep", parseDuration) ?? 600_000,
    maxBytes: section.value("max_size", parseSize) ?? 4 * 1024 ** 3,
    credentials: section.value("credentials", path),
    ca: section.value("tls_ca", path),
    certificate: section.value("tls_certificate", path),
    key: section.value("tls_key", path),
  };
  if ((read.certificate === undefined) !== (read.key === undefined)) {
    const [given, missing] = read.key === undefined ? ["tls_certificate", "tls_key"] : ["tls_key", "tls_certificate"];
    section.problem(given, `${given} is given without ${missing}`);
  }
  if (read.ackWaitMs < 1000) section.problem("ack_wait", "ack_wait: at least 1s");
  return urls === undefined ? undefined : { urls, ...read };
}

function parseServers(text: string): string[] {
  return parseList(text).map((url) => parseUrl(url, ["nats", "tls"]));
}

/** Becomes a part of NATS subjects, streams and buckets. */
function parseName(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(text)) {
    throw new Error(`'${text}' is not a name for a cluster; write at most 32 letters, digits, '-' and '_'`);
  }
  return text;
}

function parseCount(text: string, least: number, most: number): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= least && count <= most)) throw new Error(`'${text}' is not a number from ${least} to ${most}`);
  return count;
}

/** `10m`, `2h`, or what milliseconds are written as. */
function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([mh])$/.exec(text);
  return match === null ? parseMilliseconds(text) : Number(match[1]) * (match[2] === "h" ? 3_600_000 : 60_000);
}
