/** The attacked service: two tenants with a device each, an administrator, and secrets that must not leak. */

import { join } from "node:path";
import { hashCredential, TOKEN_COST } from "../../../runtime/auth/credential-hash.ts";
import { makeToken } from "../../../runtime/auth/token.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { Lab, type ServiceProcess } from "../lab.ts";

export const PASSWORDS = { ida: "idas long secret", eve: "eves long secret", root: "roots long secret" } as const;
export type Name = keyof typeof PASSWORDS;

const INI = `
[lab]
channels = lab-rig
[lab-rig]
udp_port = 0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
allow_from = 10.99.0.0/16
[http]
listen = 127.0.0.1:0
max_body = 64k
[log]
level = debug
`;
const HEADER = "struct struct_probe { uint8_t length; uint8_t ID; uint16_t value; } probe = {4, 1};\n";

/** Where ida's device sends. */
export const HERS = "mqttkit-1/testdrive/area-42/node-1";

export interface Target {
  readonly service: ServiceProcess;
  /** The same configuration without users, on loopback. */
  readonly open: ServiceProcess;
  readonly port: number;
  readonly tokens: Readonly<Record<Name, string>>;
  /** A request from an address of its own, so that failures of one attempt do not slow down the next. */
  fetch(path: string, init?: RequestInit & { readonly as?: Name }): Promise<Response>;
  /** Headers of a fresh address. */
  elsewhere(): Record<string, string>;
  /** A fresh loopback address, for clients that send no headers. */
  localAddress(): string;
  /** Secrets that must appear nowhere. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

export async function startTarget(): Promise<Target> {
  const guarded = new Lab({ ini: `${INI}[auth]\nusers_file = users.json\n`, headers: { "rig.h": HEADER } });
  const bare = new Lab({ ini: INI, headers: { "rig.h": HEADER } });
  const tokens: Record<string, string> = {};
  const users: UserEntry[] = [];
  for (const [name, read, write, admin] of [
    ["ida", ["mqttkit-1", "lab"], ["mqttkit-1"], false],
    // With this realm, the names of eve's databases begin like those of ida's.
    ["eve", ["evil", "mqttkit"], ["evil", "mqttkit"], false],
    ["root", [], [], true],
  ] as const) {
    const { text, entry } = await makeToken(new Date(0));
    tokens[name] = text;
    const password = await hashCredential(PASSWORDS[name], TOKEN_COST);
    users.push({ name, read: [...read], write: [...write], admin, password, tokens: [entry] });
  }
  writeUsersFile(join(guarded.directory, "users.json"), users);
  if (guarded.generate().status !== 0 || bare.generate().status !== 0) throw new Error("the header does not compile");
  const [service, open] = [await guarded.start(), await bare.start()];
  let addresses = 0;
  const next = () => {
    addresses += 1;
    return `${1 + (addresses >> 8)}.${addresses & 255}`;
  };
  const elsewhere = () => ({ "X-Forwarded-For": `198.18.${next()}` });
  const target: Target = {
    service,
    open,
    port: Number(new URL(service.url).port),
    tokens: tokens as Record<Name, string>,
    elsewhere,
    localAddress: () => `127.0.${next()}`,
    fetch: (path, { as, ...init } = {}) => {
      const authorization = as === undefined ? {} : { Authorization: `Bearer ${tokens[as]}` };
      const headers = { ...elsewhere(), ...authorization, ...(init.headers as Record<string, string> | undefined) };
      return fetch(`${service.url}${path}`, { ...init, headers, signal: AbortSignal.timeout(120_000) });
    },
    secrets: [...Object.values(PASSWORDS), ...Object.values(tokens), ...users.flatMap(hashesOf)],
    async close() {
      await guarded.remove();
      await bare.remove();
    },
  };
  await post(target, HERS, '{"secret_of_ida": 8642.09753}', "ida");
  await target.fetch(`/api/evil/n/g/d/data`, { as: "eve", ...json('{"own": 1}') });
  return target;
}

export function post(target: Target, device: string, body: string, as?: Name): Promise<Response> {
  return target.fetch(`/api/${device}/data`, { ...json(body), ...(as && { as }) });
}

export function json(body: string): { method: "POST"; headers: Record<string, string>; body: string } {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body };
}

export function basic(name: string, secret: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}` };
}

/** Status and the beginning of the text. */
export async function told(response: Response | Promise<Response>): Promise<string> {
  const { status } = await response;
  const text = (await (await response).text()).replace(/\s+/g, " ");
  return text === "" ? `${status}` : `${status} ${text.slice(0, 90)}`;
}

function hashesOf({ password = "", tokens }: UserEntry): string[] {
  return [password, ...tokens.map(({ hash }) => hash)].map((text) => text.slice(text.lastIndexOf("$") + 1));
}
