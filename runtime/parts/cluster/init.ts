/**
 * The files written by `structline cluster init`: for each machine, the configurations of the NATS server and of the
 * node, and units for both.
 */

import { natsUser, type PermissionRole, permissionsOf } from "./permissions.ts";

export interface InitWish {
  /** Names by which the machines can reach each other. */
  readonly hosts: readonly string[];
  /** Name of the lab. */
  readonly name: string;
  /** `influxdb://host:8086`, used by all nodes; absent: DuckDB on the first one. */
  readonly store?: string;
  /** Returns 32 random bytes as text, new for each call. */
  readonly secret: () => string;
  readonly tls: "tls" | "plain";
}

/** By path, which begins with the machine's name. */
export type Files = ReadonlyMap<string, string>;

const ROLES: readonly PermissionRole[] = ["ingest", "store", "view", "first"];

export function initFiles({ hosts, name, store, secret, tls }: InitWish): Files {
  const files = new Map<string, string>();
  const [password, routePassword] = [secret(), secret()];
  const [first] = hosts;
  for (const host of hosts) {
    const role = store !== undefined || host === first ? "all" : "ingest";
    files.set(`${host}/nats.conf`, natsConfiguration({ host, hosts, name, password, routePassword, tls }));
    files.set(`${host}/channels.ini`, nodeConfiguration({ hosts, name, password, role, tls, store }));
    files.set(`${host}/nats-server.service`, NATS_UNIT);
    files.set(`${host}/structline.service`, STRUCTLINE_UNIT);
  }
  return files;
}

interface ServerWish extends Pick<InitWish, "hosts" | "name" | "tls"> {
  readonly host: string;
  readonly password: string;
  readonly routePassword: string;
}

function natsConfiguration({ host, hosts, name, password, routePassword, tls }: ServerWish): string {
  const encryption = tls === "plain" ? "" : TLS;
  const others = hosts.filter((each) => each !== host);
  const routes = others.map((other) => `nats://route:${routePassword}@${other}:6222`);
  return `# NATS server of ${host}. The password of the routes and of the nodes is in this file and in channels.ini: mode 0600.
server_name: ${JSON.stringify(host)}
port: 4222
ping_interval: "5s"
jetstream {
  store_dir: /var/lib/nats
  # What is acknowledged is on disk. From nats-server 2.10 on.
  sync_interval: always
}
${encryption}cluster {
  name: ${JSON.stringify(`structline-${name}`)}
  port: 6222
  authorization { user: route, password: ${JSON.stringify(routePassword)} }
${encryption}  routes: [${routes.map((route) => JSON.stringify(route)).join(", ")}]
}
authorization {
  users: [${natsUser("structline", password, permissionsOf(name, ROLES))}]
}
`;
}

const TLS = `tls {
  cert_file: /etc/structline/server.pem
  key_file: /etc/structline/server.key
  ca_file: /etc/structline/ca.pem
}
`;

interface NodeWish extends Pick<InitWish, "hosts" | "name" | "tls"> {
  readonly password: string;
  readonly role: string;
  readonly store: string | undefined;
}

function nodeConfiguration({ hosts, name, password, role, tls, store }: NodeWish): string {
  const scheme = tls === "plain" ? "nats" : "tls";
  const urls = hosts.map((host) => `${scheme}://structline:${password}@${host}:4222`);
  return `; A node of the cluster. Channels are the same on all nodes.
[lab]
channels =
[cluster]
url = ${urls.join(", ")}
name = ${name}
role = ${role}
${hosts.length >= 3 ? "replicas = 3\n" : ""}${tls === "plain" ? "" : "tls_ca = /etc/structline/ca.pem\n"}${store === undefined ? "" : `[store]\nurl = ${store}\n`}`;
}

const NATS_UNIT = `[Unit]
Description=NATS server of a structline cluster
After=network-online.target
Wants=network-online.target
[Service]
ExecStart=/usr/sbin/nats-server -c /etc/structline/nats.conf
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartSec=3
LimitNOFILE=65536
StateDirectory=nats
[Install]
WantedBy=multi-user.target
`;

const STRUCTLINE_UNIT = `[Unit]
Description=structline: node of a cluster
After=network-online.target nats-server.service
Wants=network-online.target
[Service]
Type=notify
NotifyAccess=all
WatchdogSec=60
ExecStart=/usr/bin/node /opt/structline/dist/structline.cjs --config /etc/structline/channels.ini
ExecReload=/bin/kill -HUP $MAINPID
Environment=SVC_DATA=/var/lib/structline NODE_ENV=production MALLOC_ARENA_MAX=2
Restart=on-failure
RestartSec=3
TimeoutStopSec=30
TimeoutStartSec=120
LimitNOFILE=65536
StateDirectory=structline
[Install]
WantedBy=multi-user.target
`;
