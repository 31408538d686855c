/**
 * A server of S3's protocol on loopback, in memory, that checks every signature and every body's hash, by the documents and not by
 * the client's code. Path style. [Amazon S3 User Guide, Authenticating Requests: AWS Signature Version 4]
 */

import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { BucketSettings } from "../../runtime/store/store-settings.ts";
import { freePort } from "./ports.ts";

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
  const uploads = new Map<string, Buffer[]>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", endpoint);
    const body = await buffer(request);
    const method = request.method ?? "";
    const [, bucket = "", ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    server.requests.push(`${method} ${key}`);
    const send = (status: number, text: string | Buffer = "", headers = {}) =>
      response.writeHead(status, headers).end(text);
    const refuse = (status: number, code: string) =>
      send(
        status,
        `<?xml version="1.0"?><Error><Code>${code}</Code><Message>secret of ${ACCESS_KEY}</Message></Error>`,
      );
    if (server.failWith !== undefined) return refuse(server.failWith, "SlowDown");
    const objection = objectionTo(request, url, body);
    if (objection !== undefined) return refuse(403, objection);
    if (bucket !== BUCKET) return refuse(404, "NoSuchBucket");
    const query = url.searchParams;
    const uploadId = query.get("uploadId");
    if (method === "GET" && key === "") return send(200, listing(objects, query));
    if (method === "GET") {
      const found = objects.get(key);
      return found === undefined ? refuse(404, "NoSuchKey") : send(200, found);
    }
    if (method === "DELETE") {
      if (uploadId === null) objects.delete(key);
      else uploads.delete(uploadId);
      return send(204);
    }
    if (method === "POST" && query.has("uploads")) {
      const id = `id of ${uploads.size}&<${key}>`;
      uploads.set(id, []);
      return send(200, `<R><UploadId>${escapeXml(id)}</UploadId></R>`);
    }
    const etag = `"${createHash("md5").update(body).digest("hex")}"`;
    if (method === "PUT" && uploadId !== null) {
      uploads.get(uploadId)![Number(query.get("partNumber")) - 1] = body;
      return send(200, "", { etag });
    }
    if (method === "POST" && uploadId !== null) {
      const parts = uploads.get(uploadId)!;
      const tags = [...body.toString().matchAll(/<ETag>&quot;(\w+)&quot;<\/ETag>/g)].map(([, tag]) => tag);
      const wanted = parts.map((part) => createHash("md5").update(part).digest("hex"));
      if (tags.join() !== wanted.join()) return send(200, "<Error><Code>InvalidPart</Code></Error>");
      objects.set(key, Buffer.concat(parts));
      uploads.delete(uploadId);
      return send(200, "<R/>");
    }
    objects.set(key, body);
    return send(200, "", { etag });
  };
  const http = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const server: S3Server = {
    endpoint,
    settings: {
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
