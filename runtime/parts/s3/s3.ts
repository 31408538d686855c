/**
 * A bucket on S3, or on a compatible server: the requests that files need, each with several attempts. Bodies are
 * signed with their hash, so that the server rejects damaged ones. [Amazon S3 API Reference, 2006-03-01]
 */

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import * as fs from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { dictionary } from "../../lib/dictionary.ts";
import { trimmedEnd } from "../../lib/trimmed-end.ts";
import { Backoff } from "../../store/backoff.ts";
import { DatabaseAway } from "../../store/database-away.ts";
import type { BucketSettings } from "./bucket-settings.ts";

/** Size of the parts of longer files; one part is in memory. S3 allows 10,000 parts. */
const PART_BYTES = 16 * 2 ** 20;
const TRIES = 4;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 3000;
const REQUEST_MS = 60_000;

interface Content {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export class S3 {
  readonly #settings: BucketSettings;
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #base: string;
  /** Signing keys, one for each day. */
  readonly #cache = new Map<string, ArrayBuffer>();
  readonly #ended = new AbortController();

  constructor(settings: BucketSettings, environment: Readonly<Record<string, string | undefined>> = process.env) {
    this.#settings = settings;
    this.#environment = environment;
    this.#base = baseOf(settings);
  }

  /** `s3://bucket/prefix` */
  get url(): string {
    const { bucket, prefix } = this.#settings;
    return `s3://${bucket}${prefix === "" ? "" : `/${prefix}`}`;
  }

  /** The file's key in the bucket. */
  keyOf(file: string): string {
    const { prefix } = this.#settings;
    return prefix === "" ? file : `${prefix}/${file}`;
  }

  /** Aborts current requests and refuses new ones. */
  stop(): void {
    this.#ended.abort();
  }

  /** Undefined if there is no such file. */
  async readText(file: string): Promise<string | undefined> {
    return this.#request("GET", file, {}, async (answer) => (answer.status === 404 ? undefined : answer.text()));
  }

  async writeText(file: string, text: string): Promise<void> {
    await this.#request("PUT", file, { body: Buffer.from(text) });
  }

  /** @throws BucketError also if there is no such file */
  async download(file: string, path: string): Promise<void> {
    await this.#request("GET", file, {}, async (answer) => {
      if (answer.status === 404 || answer.body === null) throw new BucketError(`${this.url} has no ${file}`);
      await pipeline(Readable.fromWeb(answer.body), createWriteStream(path));
    });
  }

  async upload(file: string, path: string): Promise<void> {
    const handle = await fs.open(path);
    try {
      const { size } = await handle.stat();
      const part = async (offset: number): Promise<Buffer> => {
        const bytes = Buffer.alloc(Math.min(PART_BYTES, size - offset));
        await handle.read(bytes, 0, bytes.length, offset);
        return bytes;
      };
      if (size <= PART_BYTES) await this.#request("PUT", file, { body: await part(0) });
      else await this.#uploadParts(file, size, part);
    } finally {
      await handle.close();
    }
  }

  /** Succeeds also if there is no such file. */
  async remove(file: string): Promise<void> {
    await this.#request("DELETE", file);
  }

  /** Files whose names have this ending. */
  async *list(ending: string): AsyncGenerator<string> {
    const prefix = this.keyOf("");
    let token: string | undefined;
    do {
      const query = {
        "list-type": "2",
        prefix,
        ...(token !== undefined && { "continuation-token": token }),
      };
      const text = await this.#request("GET", undefined, { query }, (answer) => answer.text());
      for (const [, key = ""] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) {
        const name = unescapeXml(key);
        if (name.startsWith(prefix) && name.endsWith(ending)) yield name.slice(prefix.length);
      }
      token = elementOf(text, "NextContinuationToken");
    } while (token !== undefined);
  }

  async #uploadParts(file: string, size: number, part: (offset: number) => Promise<Buffer>): Promise<void> {
    const started = await this.#request("POST", file, { query: { uploads: "" } }, (answer) => answer.text());
    const uploadId = elementOf(started, "UploadId");
    if (uploadId === undefined) throw new BucketError(`${this.url} returned no ID for an upload in parts`);
    try {
      const tags: string[] = [];
      for (let offset = 0; offset < size; offset += PART_BYTES) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const body = await part(offset);
        const tag = await this.#request("PUT", file, { query, body }, async ({ headers }) => headers.get("etag"));
        tags.push(tag ?? "");
      }
      const parts = tags.map(
        (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
      );
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
      // The status may be 200 although the body is an error. [CompleteMultipartUpload]
      const answer = await this.#request("POST", file, { query: { uploadId }, body }, (answer) => answer.text());
      const code = answer.includes("<Error>") ? elementOf(answer, "Code") : undefined;
      if (code !== undefined) throw new DatabaseAway(`${this.url}: ${refusal(500, code)}`);
    } catch (error) {
      await this.#request("DELETE", file, { query: { uploadId } }).catch(() => {});
      throw error;
    }
  }

  /**
   * @param file absent: the bucket itself
   * @param use reads an answer with status 2xx, or 404 to a GET of a file
   * @throws BucketError or DatabaseAway
   */
  async #request<T = void>(
    method: "GET" | "PUT" | "POST" | "DELETE",
    file: string | undefined,
    parameters: Content = {},
    use?: (answer: Response) => Promise<T>,
  ): Promise<T> {
    const backoff = new Backoff({ firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS });
    for (let tries = 1; ; tries++) {
      try {
        return await this.#attempt(method, file, parameters, use);
      } catch (error) {
        if (!(error instanceof DatabaseAway) || tries === TRIES) throw error;
        await sleep(backoff.next(), undefined, { signal: this.#ended.signal }).catch(() => {
          throw error;
        });
      }
    }
  }

  async #attempt<T>(
    method: string,
    file: string | undefined,
    { query = {}, body }: Content,
    use: ((answer: Response) => Promise<T>) | undefined,
  ): Promise<T> {
    const { region, credentials } = this.#settings;
    const given = await readCredentials(credentials, this.#environment);
    const client = new AwsClient({ ...given, region, service: "s3", retries: 0, cache: this.#cache });
    const url = this.#urlOf(file, query);
    const hash = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const signal = AbortSignal.any([AbortSignal.timeout(REQUEST_MS), this.#ended.signal]);
    try {
      const headers = { "x-amz-content-sha256": hash };
      const signed = await client.sign(url.href, { method, headers, ...(body !== undefined && { body }) });
      // Never follows a redirect: the signature is for this address.
      const answer = await fetch(signed, { redirect: "manual", signal });
      const code = answer.ok ? undefined : elementOf(await answer.text(), "Code");
      // A wrong address may also be answered with 404.
      const isMissing = answer.status === 404 && code === "NoSuchKey";
      if (answer.ok || (isMissing && method === "GET")) {
        const used = await use?.(answer);
        if (!answer.bodyUsed) await answer.body?.cancel();
        return used as T;
      }
      if (isMissing && method === "DELETE") return undefined as T;
      throw this.#refused(answer.status, code);
    } catch (error) {
      if (error instanceof BucketError || error instanceof DatabaseAway) throw error;
      throw this.#unreached(error as Error);
    }
  }

  #urlOf(file: string | undefined, query: Readonly<Record<string, string>>): URL {
    const key = file === undefined ? "" : this.keyOf(file).split("/").map(encodeURIComponent).join("/");
    const url = new URL(`${this.#base}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  #refused(status: number, code: string | undefined): Error {
    const sentence = `${this.url}: ${refusal(status, code)}`;
    return status >= 500 || status === 429 ? new DatabaseAway(sentence) : new BucketError(sentence);
  }

  #unreached(error: Error): Error {
    const cause = error.cause as NodeJS.ErrnoException | undefined;
    // An error of the local disk is not the bucket's.
    if ("code" in error && "path" in error) return error;
    const reason = cause?.code ?? (error.name === "TimeoutError" ? "no answer in time" : error.message);
    return new DatabaseAway(`${this.url} cannot be reached at ${new URL(this.#base).host}: ${reason}`);
  }
}

/** The bucket's own host name if the server supports it; else the bucket is the first part of the path. */
function baseOf({ bucket, endpoint, region, isPathStyle }: BucketSettings): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const path = trimmedEnd(url.pathname, "/");
  return isPathStyle ? `${url.origin}${path}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${path}`;
}

function elementOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? undefined : unescapeXml(text);
}

const ENTITIES: Readonly<Record<string, string>> = dictionary({ lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" });

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal));
  });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Codes of S3 → explanation. [Amazon S3 API Reference, Error responses] */
const REASONS: Readonly<Record<string, string>> = dictionary({
  AccessDenied: "access is denied; the key needs to list the bucket, and to get, put and delete its objects",
  AuthorizationHeaderMalformed: "the region is wrong; see [store] region",
  IllegalLocationConstraintException: "the region is wrong; see [store] region",
  InvalidAccessKeyId: "the access key is not known; see AWS_ACCESS_KEY_ID, or [store] credentials",
  ExpiredToken: "the session's token has expired; see AWS_SESSION_TOKEN, or [store] credentials",
  NoSuchBucket: "there is no such bucket; make it, or name another one",
  PermanentRedirect: "the bucket is in another place; see [store] region and endpoint",
  RequestTimeTooSkewed: "this machine's clock is wrong",
  SignatureDoesNotMatch: "the secret key is wrong; see AWS_SECRET_ACCESS_KEY, or [store] credentials",
});

/** The bucket's server refuses; if it is away, the error is `DatabaseAway`. */
class BucketError extends Error {
  override readonly name = "BucketError";
}

/** @param code from the server; nothing else of its answer is shown */
function refusal(status: number, code: string | undefined): string {
  const known = code !== undefined && /^[A-Za-z]{1,60}$/.test(code) ? code : undefined;
  const reason = known === undefined ? undefined : REASONS[known];
  const answer = known === undefined ? `HTTP ${status}` : `${known}, HTTP ${status}`;
  if (reason !== undefined) return `${reason} (${answer})`;
  if (status >= 300 && status < 400) return `the server redirects, see [store] region and endpoint (${answer})`;
  return `the server refuses (${answer})`;
}

/** The keys that sign requests to a bucket: from the environment, or from a file in the format of Amazon's programs. */
interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * @param file read for each request, since keys may change
 * @throws Error that contains none of them
 */
async function readCredentials(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Credentials> {
  const [given, place] =
    file === undefined
      ? [environment, "the environment"]
      : [defaultProfile(await fs.readFile(file, "utf8").catch(unreadable(file))), file];
  const [accessKeyId, secretAccessKey, sessionToken] = [
    given["AWS_ACCESS_KEY_ID"],
    given["AWS_SECRET_ACCESS_KEY"],
    given["AWS_SESSION_TOKEN"],
  ];
  if (!accessKeyId || !secretAccessKey) {
    throw new Error(
      `${place} has no AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the bucket; set them, or name a file with them in [store] credentials`,
    );
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/**
 * The section `[default]`, or keys before any section; names in upper case. [AWS CLI, configuration and credential
 * files]
 */
function defaultProfile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  let isWanted = true;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim();
    if (section !== undefined) isWanted = section === "default";
    const [, name, value = ""] = /^\s*(\w+)\s*=(.*)$/.exec(line) ?? [];
    if (isWanted && name !== undefined) values[name.toUpperCase()] = value.trim();
  }
  return values;
}

function unreadable(file: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new Error(`${file} ([store] credentials) cannot be read: ${error.code}`);
  };
}
