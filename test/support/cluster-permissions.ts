/** The permissions of docs/cluster.md, word for word: a column's code spans, with `lab` for the name. */

import { readFile } from "node:fs/promises";
import { natsUser, type Permissions } from "../../runtime/cluster/permissions.ts";

/** Permissions by role, with `all of them` and `first`. */
export async function documentedPermissions(): Promise<ReadonlyMap<string, Permissions>> {
  const page = await readFile(new URL("../../docs/cluster.md", import.meta.url), "utf8");
  const table = page.slice(page.indexOf("| | publish | subscribe |"));
  const rows = table.split("\n\n", 1)[0]!.split("\n").slice(2);
  const subjects = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, subject = ""]) => subject);
  return new Map(
    rows.map((row) => {
      const [, role = "", publish, subscribe] = row.split("|");
      return [role.trim(), { publish: subjects(publish), subscribe: subjects(subscribe) }];
    }),
  );
}

/**
 * A user of nats-server's configuration with the password `secret`.
 * @param roles in addition to the permissions of all
 */
export async function documentedUser(name: string, roles: readonly string[]): Promise<string> {
  const known = await documentedPermissions();
  const all = [...roles, "all of them"].map((role) => known.get(role)!);
  const publish = all.flatMap((each) => each.publish);
  const subscribe = all.flatMap((each) => each.subscribe);
  return natsUser(name, "secret", { publish, subscribe });
}
