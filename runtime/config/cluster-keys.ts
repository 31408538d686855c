/** Reads `[cluster]`: several machines that share one log. */

import type { Described } from "./keys.ts";
import type { SectionReader } from "./section-reader.ts";
import type { ClusterRole, ClusterSettings } from "./settings.ts";

/** Undefined without `url`. @param role from the command line; takes precedence */
export function readCluster(
  section: SectionReader<Described<"cluster">>,
  role: ClusterRole | undefined,
): ClusterSettings | undefined {
  const urls = section.get("url");
  const read = {
    role: role ?? section.get("role"),
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
  return urls === undefined ? undefined : { urls, ...read };
}
