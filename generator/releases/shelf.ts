/** Where releases of headers are kept: a folder, or a server that takes HTTP PUT. They are data; nothing of them is run. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/** Longest answer of a server, in bytes. */
const MOST_BYTES = 32 * 1024 * 1024;
const PATIENCE_MS = 30_000;

export interface ReleasePlace {
  readonly shown: string;
  /** Undefined if there is no such file. @throws Error (one sentence) */
  read(path: string): Promise<string | undefined>;
  write(path: string, text: string): Promise<void>;
}

/**
 * @param where a folder or a URL
 * @param token for `Authorization: Bearer`
 * @throws Error (one sentence) for a URL that others on the way could change
 */
export function releasePlace(where: string, cwd: string, token: string | undefined): ReleasePlace {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(where)) return folderPlace(resolve(cwd, where));
  const url = new URL(where.endsWith("/") ? where : `${where}/`);
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) {
    throw new Error(`${where}: releases come by https, from this machine also by http`);
  }
  return serverPlace(url, token);
}

function folderPlace(folder: string): ReleasePlace {
  const inside = (path: string) => {
    const file = join(folder, path);
    if (!file.startsWith(join(folder, sep))) throw new Error(`'${path}' is outside of ${folder}`);
    return file;
  };
  return {
    shown: folder,
    async read(path) {
      try {
        return readFileSync(inside(path), "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async write(path, text) {
      mkdirSync(dirname(inside(path)), { recursive: true });
      writeFileSync(inside(path), text);
    },
  };
}

function serverPlace(url: URL, token: string | undefined): ReleasePlace {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const addressOf = (path: string) => new URL(path.split("/").map(encodeURIComponent).join("/"), url);
  return {
    shown: url.href,
    async read(path) {
      const address = addressOf(path);
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await fetch(address, { headers, signal, redirect: "error" }).catch((error: Error) => {
        throw new Error(`${address.href}: ${(error.cause as Error | undefined)?.message ?? error.message}`);
      });
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`${address.href} says ${response.status}`);
      return limited(response, address.href);
    },
    async write(path, text) {
      const address = addressOf(path);
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await fetch(address, { method: "PUT", body: text, headers, signal, redirect: "error" });
      if (!response.ok) throw new Error(`${address.href} says ${response.status} to a PUT`);
    },
  };
}

async function limited(response: Response, shown: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new Error(`${shown} is larger than ${MOST_BYTES / 2 ** 20} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
