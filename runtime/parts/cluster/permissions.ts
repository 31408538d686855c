/** The minimum permissions of each role on the NATS servers. `structline cluster permissions` prints them. */

export type PermissionRole = "ingest" | "store" | "view" | "first";

export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** @param name of the lab; `first`: creates streams and buckets */
export function permissionsOf(name: string, roles: readonly PermissionRole[]): Permissions {
  const table = tableOf(`structline.${name}`, `structline-${name}`);
  const all = [table.everybody, ...roles.map((role) => table[role])];
  const unique = (subjects: readonly string[]) => [...new Set(subjects)];
  return {
    publish: unique(all.flatMap(({ publish }) => publish)),
    subscribe: unique(all.flatMap(({ subscribe }) => subscribe)),
  };
}

/** A user in nats-server's configuration, with a password or a placeholder for one. */
export function natsUser(user: string, password: string, { publish, subscribe }: Permissions): string {
  const list = (subjects: readonly string[]) => subjects.map((subject) => JSON.stringify(subject)).join(", ");
  const permissions = `{ publish: [${list(publish)}], subscribe: [${list(subscribe)}] }`;
  return `{ user: ${JSON.stringify(user)}, password: ${JSON.stringify(password)}, permissions: ${permissions} }`;
}

function tableOf(subject: string, stream: string): Record<PermissionRole | "everybody", Permissions> {
  const [frames, rejects, facts] = [`${stream}-frames`, `${stream}-rejects`, `KV_${stream}-facts`];
  const nodes = (key: string) => `$KV.${stream}-nodes.${key}`;
  const api = (request: string) => `$JS.API.${request}`;
  const claims = [nodes("identity.*"), nodes("number.*")];
  const reading = (of: string) =>
    [`CREATE.${of}.>`, `INFO.${of}.*`, `DELETE.${of}.*`].map((act) => api(`CONSUMER.${act}`));
  return {
    ingest: {
      publish: [`${subject}.frames.*`, `${subject}.live.>`, `${subject}.rejects.>`, ...claims, "_INBOX.>"],
      subscribe: [
        `${subject}.watched`,
        `${subject}.signals`,
        `${subject}.signals brokers`,
        `${subject}.retries retries`,
        `${subject}.commands.*`,
      ],
    },
    store: {
      publish: [
        ...["refused.>", "signals", "rejects.>", "frames.*", "live.>"].map((of) => `${subject}.${of}`),
        ...claims,
        ...["workers", "embedded-store", "catalogue", "position.*"].map(nodes),
        `$JS.ACK.${frames}.>`,
        ...["CREATE", "DURABLE.CREATE", "DELETE", "MSG.NEXT"].map((act) =>
          api(`CONSUMER.${act}.${frames}.${act === "CREATE" ? ">" : "*"}`),
        ),
      ],
      subscribe: [`${subject}.watched`],
    },
    view: {
      publish: [`${subject}.watched`, `${subject}.retries`, `$KV.${stream}-access.>`, `${subject}.changed`],
      subscribe: [`${subject}.live.>`, `${subject}.watched`],
    },
    first: { publish: [api("STREAM.CREATE.*"), api("STREAM.UPDATE.*")], subscribe: [] },
    everybody: {
      publish: [
        `${subject}.members`,
        `${subject}.commands.*`,
        `${subject}.keys.*`,
        `$KV.${stream}-facts.>`,
        nodes("retry"),
        nodes("retry.asked"),
        ...["INFO", "STREAM.INFO.*", "STREAM.MSG.GET.*"].map(api),
        api(`STREAM.MSG.DELETE.${stream}-refused`),
        ...["STREAM.MSG.DELETE", "STREAM.PURGE"].map((act) => api(`${act}.${rejects}`)),
        api(`CONSUMER.LIST.${frames}`),
        ...reading(rejects),
        api(`CONSUMER.MSG.NEXT.${rejects}.*`),
        ...reading(facts),
      ],
      subscribe: [`${subject}.members`, `${subject}.changed`, "_INBOX.>"],
    },
  };
}
