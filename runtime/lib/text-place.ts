/** Where releases of headers are kept, as text: a folder, a server that takes HTTP PUT, or a bucket. */

import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { AwsClient } from "aws4fetch";
import { permissionDenied } from "./permission-denied.ts";
import { trimmedEnd } from "./trimmed-end.ts";

/** Longest answer of a server, in bytes. */
const MOST_BYTES = 32 * 1024 * 1024;
const PATIENCE_MS = 30_000;

export interface PlacedText {
  readonly text: string;
  /** Names this state of the file, if the server says one. [RFC 9110, 8.8.3] */
  readonly tag: string | undefined;
}

export interface TextPlace {
  readonly shown: string;
  /** Absolute path, if it is a folder of this machine. */
  readonly folder: string | undefined;
  /** Undefined if there is no such file. @throws Error (one sentence) */
  read(path: string): Promise<PlacedText | undefined>;
  /** Readers see the old or the new text. @throws Error (one sentence) */
  write(path: string, text: string): Promise<void>;
  /**
   * Writes if the file still is what `read` gave, as far as the server can tell: many know no conditions.
   * @returns false if it was refused for that
   */
  replace(path: string, before: PlacedText | undefined, text: string): Promise<boolean>;
}

/**
 * @param where a folder, a URL, or `s3://bucket/prefix`
 * @param environment has the token for `Authorization: Bearer`, or the keys of a bucket
 * @param stop ends what a server is asked
 * @throws Error (one sentence) for a URL that others on the way could change, and for a bucket without keys
 */
export function textPlace(
  where: string,
  cwd: string,
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal = new AbortController().signal,
): TextPlace {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(where)) return folderPlace(resolve(cwd, where));
  const url = new URL(where.endsWith("/") ? where : `${where}/`);
  if (url.protocol === "s3:") return bucketPlace(url, environment, stop);
  const token = environment["STRUCTLINE_RELEASES_TOKEN"] || undefined;
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const signed: Sign = async (address, init) =>
    new Request(address, { ...init, headers: { ...init.headers, ...headers } });
  return serverPlace(safe(url, where), url.href, signed, stop);
}

/** @throws Error */
function safe(url: URL, shown: string): URL {
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback)) return url;
  throw new Error(`${shown}: releases come by https, from this machine also by http`);
}

/** Names of the variables are those of Amazon's programs. [AWS SDKs and Tools Reference Guide] */
function bucketPlace(
  { href, hostname: bucket, pathname }: URL,
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
): TextPlace {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`${href} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`);
  const sessionToken = environment["AWS_SESSION_TOKEN"];
  const region = environment["AWS_REGION"] || environment["AWS_DEFAULT_REGION"] || "us-east-1";
  const endpoint = environment["AWS_ENDPOINT_URL_S3"] || environment["AWS_ENDPOINT_URL"];
  const base = endpoint ? `${trimmedEnd(endpoint, "/")}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  const client = new AwsClient({ ...keys, region, service: "s3", retries: 0 });
  const signed: Sign = (address, init) => {
    // The server refuses a body that was changed on the way.
    const hash = createHash("sha256")
      .update(init.body ?? "")
      .digest("hex");
    return client.sign(address.href, { ...init, headers: { ...init.headers, "x-amz-content-sha256": hash } });
  };
  return serverPlace(safe(new URL(`${base}${pathname}`), base), href, signed, stop);
}

interface Asked {
  readonly method: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Sign = (address: URL, init: Asked) => Promise<Request>;

function folderPlace(folder: string): TextPlace {
  const inside = (path: string) => {
    const file = join(folder, path);
    if (!file.startsWith(join(folder, sep))) throw new Error(`'${path}' is outside of ${folder}`);
    return file;
  };
  const write = async (path: string, text: string) => {
    const file = inside(path);
    const draft = `${file}.${randomUUID()}.tmp`;
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(draft, text);
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  };
  return {
    shown: folder,
    folder,
    async read(path) {
      try {
        const file = inside(path);
        const stat = statSync(file);
        if (!stat.isFile()) throw new Error(`${file} is not a file`);
        if (stat.size > MOST_BYTES) throw tooLarge(file);
        return { text: readFileSync(file, "utf8"), tag: undefined };
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "ENOENT") return undefined;
        throw code === "EACCES" ? new Error(`${inside(path)}: ${permissionDenied(inside(path))}`) : error;
      }
    },
    write,
    async replace(path, _, text) {
      await write(path, text);
      return true;
    },
  };
}

/** @param signed adds the credentials */
function serverPlace(url: URL, shown: string, signed: Sign, stop: AbortSignal): TextPlace {
  const addressOf = (path: string) => new URL(path.split("/").map(encodeURIComponent).join("/"), url);
  const ask = async (path: string, init: Asked) => answerOf(await signed(addressOf(path), init), stop);
  const put = async (path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<boolean> => {
    const response = await ask(path, { method: "PUT", body, headers });
    const said = response.ok ? "" : await refusal(response);
    if (/^412|ConditionalRequestConflict$/.test(said)) return false;
    // A bucket's server that knows no condition.
    if (response.status === 501 && Object.keys(headers).length > 0) return put(path, body);
    if (!response.ok) throw new Error(`${addressOf(path).href} says ${said} to a PUT`);
    return true;
  };
  return {
    shown,
    folder: undefined,
    async read(path) {
      const response = await ask(path, { method: "GET" });
      if (response.status === 404) return undefined;
      const { href } = addressOf(path);
      if (!response.ok) throw new Error(`${href} says ${await refusal(response)}`);
      return { text: await limited(response, href), tag: response.headers.get("etag") ?? undefined };
    },
    async write(path, text) {
      await put(path, text);
    },
    replace: (path, before, text) => put(path, text, conditionOf(before)),
  };
}

/** A weak tag fits no condition of a write. [RFC 9110, 13.1.1] */
function conditionOf(before: PlacedText | undefined): Readonly<Record<string, string>> {
  if (before === undefined) return { "If-None-Match": "*" };
  return before.tag === undefined || before.tag.startsWith("W/") ? {} : { "If-Match": before.tag };
}

/** @throws Error (one sentence) */
async function answerOf(request: Request, stop: AbortSignal): Promise<Response> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]);
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
