/**
 * `structline cluster init HOST HOST HOST`: all files that three machines need to be a cluster. `structline cluster
 * permissions ROLE`: what a node of that role may do on NATS servers of your own.
 */

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { dictionary } from "../../lib/dictionary.ts";
import { initFiles } from "./init.ts";
import { natsUser, type PermissionRole, permissionsOf } from "./permissions.ts";

const USAGE = `Usage: structline cluster init HOST... [options]
       structline cluster permissions ROLE... [--name NAME]

init writes a folder for each machine. Copy it to the machine's /etc/structline. It has nats.conf, channels.ini, units
for both, and certificates (made by openssl). HOST is the name by which the others reach the machine.

permissions prints a user for the configuration of your own NATS servers, with the least permissions of a node. ROLE is
ingest, store, view or all; add first for the node that starts first.

  --folder FOLDER  where to write (default: cluster)
  --name NAME      name of the lab (default: lab)
  --store URL      influxdb://host:8086, to which all nodes write; without it, DuckDB on the first machine
  --no-tls         no certificates: for a network that you trust
  -h, --help       show this
`;

const ROLES: Readonly<Record<string, readonly PermissionRole[]>> = dictionary({
  ingest: ["ingest"],
  store: ["store"],
  view: ["view"],
  all: ["ingest", "store", "view"],
  first: ["first"],
});

const HOST = /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i;
const NAME = /^[\w-]{1,32}$/;
const STORE = /^influxdb:\/\/[^\s,;]+$/;
const DAYS = "3650";
const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Ends the command; with 2 if it was used wrongly. */
class Failure extends Error {
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, sentence: string) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

try {
  run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`structline cluster: ${error.message}\n`);
  process.exitCode = error.exitCode;
}

function run(args: readonly string[]): void {
  const { values, positionals } = parse(args);
  const [verb, ...hosts] = positionals;
  if (values.help === true) process.stdout.write(USAGE);
  else if (verb === "permissions") process.stdout.write(`${permissionsText(hosts, values.name ?? "lab")}\n`);
  else init(verb, hosts, values);
}

function init(verb: string | undefined, hosts: readonly string[], values: Values): void {
  const { name = "lab", folder = "cluster", store } = values;
  const problem = problemOf(verb, hosts, values);
  if (problem !== undefined) throw new Failure(2, problem);
  if (existsSync(folder)) throw new Failure(1, `${folder} exists already; name another one with --folder`);
  const tls = values["no-tls"] === true ? "plain" : "tls";
  const secret = () => randomBytes(24).toString("base64url");
  const files = initFiles({ hosts, name, secret, tls, ...(store !== undefined && { store }) });
  for (const [path, text] of files) write(join(folder, path), text);
  const missing = tls === "tls" ? makeCertificates(folder, hosts) : undefined;
  if (missing !== undefined) throw new Failure(1, `${missing}; install openssl, or use --no-tls`);
  process.stdout.write(`${folder}: ${hosts.join(", ")}\n`);
  process.stdout.write(
    "Copy each folder to the machine's /etc/structline, then start nats-server and structline there.\n",
  );
}

function permissionsText(names: readonly string[], lab: string): string {
  const unknown = names.find((name) => !Object.hasOwn(ROLES, name));
  const known = Object.keys(ROLES).join(", ");
  if (names.length === 0 || unknown !== undefined)
    throw new Failure(2, `name roles: ${known}${unknown === undefined ? "" : `; not '${unknown}'`}`);
  if (!NAME.test(lab)) throw new Failure(2, notALab(lab));
  const roles = names.flatMap((name) => ROLES[name] ?? []);
  return natsUser(names.join("-"), "…", permissionsOf(lab, roles));
}

function notALab(name: string): string {
  return `'${name}' is not a name for a lab: use letters, digits, - and _`;
}

function parse(args: readonly string[]) {
  const options = {
    folder: { type: "string" },
    name: { type: "string" },
    store: { type: "string" },
    "no-tls": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new Failure(2, (error as Error).message);
  }
}

type Values = ReturnType<typeof parse>["values"];

function problemOf(
  verb: string | undefined,
  hosts: readonly string[],
  { name, store, "no-tls": plain }: Values,
): string | undefined {
  const tls = plain !== true;
  if (verb !== "init")
    return "the command is 'structline cluster init HOST HOST HOST' or 'structline cluster permissions ROLE'";
  if (hosts.length === 0) return "name the machines: structline cluster init a.example b.example c.example";
  const odd = hosts.find((host) => !HOST.test(host));
  if (odd !== undefined) return `'${odd}' is not a machine's name`;
  const address = hosts.find((host) => isIP(host) !== 0);
  if (address !== undefined && tls)
    return `${address} is an address, and certificates are for names: use names, or --no-tls`;
  if (new Set(hosts).size < hosts.length) return "two machines have the same name";
  if (hosts.length === 2) return "two servers have no majority when one is away: name one or three machines";
  if (name !== undefined && !NAME.test(name)) return notALab(name);
  if (store !== undefined && !STORE.test(store))
    return `'${store}' is not a store that several nodes can write to: influxdb://host:8086`;
  return undefined;
}

/** Readable by the owner only, because most files contain secrets. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
}

/** An authority of the cluster's own, and a certificate for each machine. @returns what is missing */
function makeCertificates(folder: string, hosts: readonly string[]): string | undefined {
  const authority = [join(folder, "ca.key"), join(folder, "ca.pem")] as const;
  const ofAuthority = ["-subj", "/CN=structline cluster", "-keyout", authority[0], "-out", authority[1]];
  let problem = openssl(["req", "-x509", ...NEW_KEY, "-days", DAYS, ...ofAuthority]);
  for (const host of hosts) {
    const own = (name: string) => join(folder, host, name);
    write(own("san.txt"), `subjectAltName=DNS:${host}\n`);
    const request = ["-subj", `/CN=${host.slice(0, 64)}`, "-keyout", own("server.key"), "-out", own("server.csr")];
    problem ??= openssl(["req", ...NEW_KEY, ...request]);
    const by = ["-CA", authority[1], "-CAkey", authority[0], "-CAcreateserial", "-extfile", own("san.txt")];
    problem ??= openssl(["x509", "-req", "-in", own("server.csr"), ...by, "-days", DAYS, "-out", own("server.pem")]);
    problem ??= openssl(["x509", "-in", authority[1], "-out", own("ca.pem")]);
  }
  return problem;
}

function openssl(args: readonly string[]): string | undefined {
  const { error, status, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
  if (error !== undefined) return `openssl cannot be run: ${error.message}`;
  return status === 0 ? undefined : `openssl ${args[0]}: ${stderr.trim().split("\n").at(-1)}`;
}
