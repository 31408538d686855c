/** Explains why a listener failed to bind: the program that uses its address, and the key to change it. */

import { readFileSync, readlinkSync } from "node:fs";
import type { Server } from "node:net";
import { basename, extname } from "node:path";
import { namesIn } from "./names-in.ts";

export interface Bound {
  /** `mqtt://127.0.0.1:1883` */
  readonly address: string;
  readonly port: number;
  readonly protocol: "tcp" | "udp";
  /** `[mqtt] listen` */
  readonly key: string;
}

export function bindFailure({ code, message }: { code?: string | undefined; message: string }, bound: Bound): string {
  const { address, key } = bound;
  switch (code) {
    case "EADDRINUSE":
      return `${address} is in use by ${holderOf(bound) ?? "another program"}; stop it or choose another ${key}`;
    case "EACCES":
      return `no permission to listen on ${address}; choose a port above 1023 in ${key}`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${address} is not an address of this machine; choose another ${key}`;
    default:
      return `${address}, ${key}: ${message}`;
  }
}

/**
 * The port that was bound.
 * @param scheme of the address in the sentence; `key` as in `Bound` @throws Error (one sentence) if the server cannot
 * listen
 */
export function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  { scheme, key }: { readonly scheme: string; readonly key: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const address = `${scheme}://${bracketed(host)}:${port}`;
      reject(new Error(bindFailure(error, { address, port, protocol: "tcp", key })));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** An address as URLs have it. */
export function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** State of a listening TCP socket; UDP sockets have another. [proc(5), tcp_states.h] */
const LISTENS = "0A";

/** `mosquitto (process 123)`; undefined if the system does not provide it. */
function holderOf({ port, protocol }: Bound): string | undefined {
  const inodes = ["", "6"].flatMap((version) => inodesOf(`/proc/net/${protocol}${version}`, port, protocol));
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`));
  const pid =
    sockets.size === 0 ? undefined : namesIn("/proc").find((name) => /^\d+$/.test(name) && hasOne(name, sockets));
  if (pid === undefined) return undefined;
  return `${programName(pid) || "a program"} (process ${pid})`;
}

/** Node's name says little: our own script has another one. */
function programName(pid: string): string {
  const [program = "", script = ""] = textOf(`/proc/${pid}/cmdline`).split("\0");
  // Newer versions of Node name their main thread `MainThread` or `node-MainThread`.
  const name = textOf(`/proc/${pid}/comm`).trim();
  if (!/^node$|MainThread$/.test(name)) return name;
  return basename(script, extname(script)) === "structline" ? "structline" : basename(program);
}

// "  sl  local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode": the port is hexadecimal. [proc(5)]
function inodesOf(file: string, port: number, protocol: Bound["protocol"]): string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const sockets = textOf(file)
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  return sockets.flatMap(([, local = "", , state, , , , , , inode]) => {
    const isIt = local.endsWith(wanted) && (protocol === "udp" || state === LISTENS);
    return isIt && inode !== undefined ? [inode] : [];
  });
}

function hasOne(pid: string, sockets: ReadonlySet<string>): boolean {
  return namesIn(`/proc/${pid}/fd`).some((name) => {
    try {
      return sockets.has(readlinkSync(`/proc/${pid}/fd/${name}`));
    } catch {
      return false;
    }
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
