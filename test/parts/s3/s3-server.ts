/**
 * A server of S3's protocol on loopback, in memory, that checks every signature and every body's hash, by the documents and not by
 * the client's code. Path style. [Amazon S3 User Guide, Authenticating Requests: AWS Signature Version 4]
 */

import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { BucketSettings } from "../../../runtime/parts/s3/bucket-settings.ts";
import { freePort } from "../../support/ports.ts";

export const BUCKET = "history";
export const ACCESS_KEY = "AKIDEXAMPLE";
export const SECRET_KEY = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
export const ENVIRONMENT = { AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: SECRET_KEY };

export interface S3Server {
  readonly endpoint: string;
  readonly settings: BucketSettings;
  /** Of the bucket. */
  readonly objects: Map<string, Buffer>;
  /** `PUT key`, in their order. */
  readonly requests: string[];
  /** If set, all answers have this status. */
  failWith: number | undefined;
  halt(): Promise<void>;
  /** Listens again on the same port, with the same objects. */
  resume(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const objects = new Map<string, Buffer>();
  const stored: Stored = { objects, uploads: new Map() };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", endpoint);
    const body = await buffer(request);
    const method = request.method ?? "";
    const [, bucket = "", ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    server.requests.push(`${method} ${key}`);
    const reply = (): Reply => {
      if (server.failWith !== undefined) return refused(server.failWith, "SlowDown");
      const objection = objectionTo(request, url, body);
      if (objection !== undefined) return refused(403, objection);
      if (bucket !== BUCKET) return refused(404, "NoSuchBucket");
      const act = ACTS[`${method} ${targetOf(key, url.searchParams)}`];
      return (
        act?.({ key, query: url.searchParams, body, headers: request.headers }, stored) ??
        refused(405, "MethodNotAllowed")
      );
    };
    const { status, text = "", headers = {} } = reply();
    response.writeHead(status, headers).end(text);
  };
  const http = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const server: S3Server = {
    endpoint,
    settings: {
      kind: "s3",
      bucket: BUCKET,
      prefix: "lab/rig=1",
      endpoint,
      region: "eu-central-1",
      isPathStyle: true,
      credentials: undefined,
      cacheBytes: 2 ** 30,
    },
    objects,
    requests: [],
    failWith: undefined,
    halt: async () => {
      if (!http.listening) return;
      http.close();
      http.closeAllConnections();
      await once(http, "close");
    },
    resume: async () => {
      await once(http.listen(port, "127.0.0.1"), "listening");
    },
  };
  await server.resume();
  return server;
}

interface Reply {
  readonly status: number;
  readonly text?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Stored {
  readonly objects: Map<string, Buffer>;
  /** Parts of unfinished uploads. */
  readonly uploads: Map<string, Buffer[]>;
}

interface Asked {
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly headers: IncomingMessage["headers"];
}

function refused(status: number, code: string): Reply {
  const message = `secret of ${ACCESS_KEY}`;
  const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, text };
}

function targetOf(key: string, query: URLSearchParams): "bucket" | "uploads" | "upload" | "object" {
  if (key === "") return "bucket";
  if (query.has("uploads")) return "uploads";
  return query.has("uploadId") ? "upload" : "object";
}

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

const ACTS: Readonly<Record<string, (asked: Asked, stored: Stored) => Reply>> = {
  "GET bucket": ({ query }, { objects }) => ({ status: 200, text: listing(objects, query) }),
  "GET object": ({ key }, { objects }) => {
    const text = objects.get(key);
    return text === undefined ? refused(404, "NoSuchKey") : { status: 200, text, headers: { etag: `"${md5(text)}"` } };
  },
  // [Amazon S3 User Guide, Add preconditions to S3 operations with conditional requests]
  "PUT object": ({ key, body, headers }, { objects }) => {
    const there = objects.get(key);
    const { "if-match": match, "if-none-match": none } = headers;
    if (match !== undefined && there === undefined) return refused(404, "NoSuchKey");
    const isOther = match !== undefined && match !== `"${md5(there!)}"`;
    if (isOther || (none === "*" && there !== undefined)) return refused(412, "PreconditionFailed");
    objects.set(key, body);
    return { status: 200, headers: { etag: `"${md5(body)}"` } };
  },
  "DELETE object": ({ key }, { objects }) => {
    objects.delete(key);
    return { status: 204 };
  },
  "POST uploads": ({ key }, { uploads }) => {
    const id = `id of ${uploads.size}&<${key}>`;
    uploads.set(id, []);
    return { status: 200, text: `<R><UploadId>${escapeXml(id)}</UploadId></R>` };
  },
  "PUT upload": ({ query, body }, { uploads }) => {
    uploads.get(query.get("uploadId")!)![Number(query.get("partNumber")) - 1] = body;
    return { status: 200, headers: { etag: `"${md5(body)}"` } };
  },
  "POST upload": ({ key, query, body }, { objects, uploads }) => {
    const parts = uploads.get(query.get("uploadId")!)!;
    const tags = [...body.toString().matchAll(/<ETag>&quot;(\w+)&quot;<\/ETag>/g)].map(([, tag]) => tag);
    if (tags.join() !== parts.map(md5).join()) return { status: 200, text: "<Error><Code>InvalidPart</Code></Error>" };
    objects.set(key, Buffer.concat(parts));
    uploads.delete(query.get("uploadId")!);
    return { status: 200, text: "<R/>" };
  },
  "DELETE upload": ({ query }, { uploads }) => {
    uploads.delete(query.get("uploadId")!);
    return { status: 204 };
  },
};

function listing(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after).sort();
  // So few that a listing has several pages.
  const page = keys.slice(0, 2);
  const more = keys.length > 2 ? `<NextContinuationToken>${escapeXml(page[1]!)}</NextContinuationToken>` : "";
  return `<R>${page.map((key) => `<Contents><Key>${escapeXml(key)}</Key></Contents>`).join("")}${more}</R>`;
}

function objectionTo({ method = "", headers }: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const match = authorization.exec(headers.authorization ?? "");
  if (match === null) return "AccessDenied";
  const [, accessKey, scope, day = "", region = "", names = "", signature] = match;
  if (accessKey !== ACCESS_KEY) return "InvalidAccessKeyId";
  if (region !== "eu-central-1") return "AuthorizationHeaderMalformed";
  const hash = String(headers["x-amz-content-sha256"]);
  if (hash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const pairs = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const path = url.pathname.split("/").map((part) => encode(decodeURIComponent(part)));
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}\n`);
  const canonical = [method, path.join("/"), pairs.join("&"), lines.join(""), names, hash].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${SECRET_KEY}`);
  return hmac(key, toSign).toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(data: Buffer | string): string {
  return createHash("sha256").update(data).digest("hex");
}

/** [UriEncode of the guide] */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
