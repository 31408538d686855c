/** Users of NATS servers, as `structline cluster permissions` prints them. */

import { spawnSync } from "node:child_process";
import { ROOT } from "../../support/lab.ts";

/** A user of nats-server's configuration with the password `secret`. */
export function userOf(name: string, roles: readonly string[]): string {
  const args = ["--import", "tsx", "runtime/parts/cluster/cluster-command.ts", "permissions", ...roles];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().replace(/^\{ user: "[^"]*", password: "…"/, `{ user: "${name}", password: "secret"`);
}
