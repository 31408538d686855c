/** Whether this machine's NATS servers are new enough for elections. */

import { execFileSync } from "node:child_process";
import type { ServerInfo } from "@nats-io/transport-node";
import { oldServer } from "../../../runtime/parts/cluster/server-version.ts";
import { requires } from "../../support/requirements.ts";

/** False if the servers are new enough for the product, else the reason for skipping a test that waits for their elections. */
export function requiresSafeServer(): false | string {
  const missing = requires("nats-server");
  if (missing !== false) return missing;
  const version = /v([\d.]+)/.exec(execFileSync("nats-server", ["--version"], { encoding: "utf8" }))?.[1] ?? "0";
  const info = { version, server_name: "nats-server" } as ServerInfo;
  return oldServer({ info }) === undefined
    ? false
    : `needs a newer nats-server: ${version} can be without a leader for minutes`;
}
