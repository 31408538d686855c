/**
 * Where releases of headers are kept: a folder, a server that takes HTTP PUT, or a bucket. They are data; nothing of them is run.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { AwsClient } from "aws4fetch";

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
 * @param where a folder, a URL, or `s3://bucket/prefix`
 * @param environment has the token for `Authorization: Bearer`, or the keys of a bucket
 * @throws Error (one sentence) for a URL that others on the way could change, and for a bucket without keys
 */
export function releasePlace(where: string, cwd: string, environment: NodeJS.ProcessEnv): ReleasePlace {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(where)) return folderPlace(resolve(cwd, where));
  const url = new URL(where.endsWith("/") ? where : `${where}/`);
  if (url.protocol === "s3:") return bucketPlace(url, environment);
  const token = environment["STRUCTLINE_RELEASES_TOKEN"] || undefined;
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return serverPlace(safe(url, where), url.href, async (address, init) => {
    return new Request(address, { ...init, headers });
  });
}

/** @throws Error */
function safe(url: URL, shown: string): URL {
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback)) return url;
  throw new Error(`${shown}: releases come by https, from this machine also by http`);
}

/** Names of the variables are those of Amazon's programs. [AWS SDKs and Tools Reference Guide] */
function bucketPlace({ href, hostname: bucket, pathname }: URL, environment: NodeJS.ProcessEnv): ReleasePlace {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`${href} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`);
  const sessionToken = environment["AWS_SESSION_TOKEN"];
  const region = environment["AWS_REGION"] || environment["AWS_DEFAULT_REGION"] || "us-east-1";
  const endpoint = environment["AWS_ENDPOINT_URL_S3"] || environment["AWS_ENDPOINT_URL"];
  const base = endpoint ? `${endpoint.replace(/\/+$/, "")}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  const client = new AwsClient({ ...keys, region, service: "s3", retries: 0 });
  return serverPlace(safe(new URL(`${base}${pathname}`), base), href, (address, init) => {
    // The server refuses a body that was changed on the way.
    const hash = createHash("sha256")
      .update(init.body ?? "")
      .digest("hex");
    return client.sign(address.href, { ...init, headers: { "x-amz-content-sha256": hash } });
  });
}

type Sign = (address: URL, init: { readonly method: string; readonly body?: string }) => Promise<Request>;

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
        const file = inside(path);
        const stat = statSync(file);
        if (!stat.isFile()) throw new Error(`${file} is not a file`);
        if (stat.size > MOST_BYTES) throw tooLarge(file);
        return readFileSync(file, "utf8");
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

/** @param signed adds the credentials */
function serverPlace(url: URL, shown: string, signed: Sign): ReleasePlace {
  const addressOf = (path: string) => new URL(path.split("/").map(encodeURIComponent).join("/"), url);
  return {
    shown,
    async read(path) {
      const address = addressOf(path);
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const request = await signed(address, { method: "GET" });
      const response = await answerOf(request, signal);
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`${address.href} says ${await refusal(response)}`);
      return limited(response, address.href);
    },
    async write(path, text) {
      const address = addressOf(path);
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const request = await signed(address, { method: "PUT", body: text });
      const response = await answerOf(request, signal);
      if (!response.ok) throw new Error(`${address.href} says ${await refusal(response)} to a PUT`);
    },
  };
}

/** @throws Error (one sentence) */
async function answerOf(request: Request, signal: AbortSignal): Promise<Response> {
  return fetch(request, { signal, redirect: "error" }).catch((error: Error) => {
    throw new Error(`${request.url}: ${(error.cause as Error | undefined)?.message || error.message}`);
  });
}

/** With a bucket's own word for it. [Amazon S3 API Reference, error responses] */
async function refusal(response: Response): Promise<string> {
  const text = await limited(response, "the answer").catch(() => "");
  const code = /<Code>(\w+)<\/Code>/.exec(text.slice(0, 4096))?.[1];
  return code === undefined ? String(response.status) : `${response.status} ${code}`;
}

function tooLarge(shown: string): Error {
  return new Error(`${shown} is larger than ${MOST_BYTES / 2 ** 20} MB`);
}

async function limited(response: Response, shown: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MOST_BYTES) throw tooLarge(shown);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
