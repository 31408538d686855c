/** A release: the headers of one channel as a firmware version has them. What comes from elsewhere is checked here. */

import { createHash, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";
import { schemaProblem } from "../../runtime/lib/schema-problem.ts";
import { insideName, MAX_HEADER_BYTES } from "../source/header-reader.ts";

/** As `versions =` takes it. */
const VERSION = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const MOST_RELEASES = 10_000;
const MOST_HEADERS = 1000;

export function isVersion(text: string): boolean {
  return VERSION.test(text) && !text.includes("..");
}

const headerName = z
  .string()
  .refine((name) => insideName(name) === name && !name.startsWith("."), "not a header's name");

const RELEASE = z.object({
  format: z.literal(1),
  channel: z.string(),
  version: z.string().refine(isVersion, "not a version's name"),
  /** Those that declare the messages. */
  headerFiles: z.array(headerName).min(1),
  /** Name relative to the include path → text. */
  headers: z
    .record(headerName, z.string().max(MAX_HEADER_BYTES))
    .refine((headers) => Object.keys(headers).length <= MOST_HEADERS, "too many headers"),
  abi: z.string(),
  byteOrder: z.enum(["little", "big"]),
  /** The channel's entry in the catalogue, for other tools. */
  catalogue: z.unknown(),
});

export type Release = z.infer<typeof RELEASE>;

const INDEX = z.object({
  format: z.literal(1),
  releases: z
    .array(
      z.object({
        channel: z.string(),
        version: z.string().refine(isVersion, "not a version's name"),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        published: z.string(),
        /** When it was withdrawn. */
        revoked: z.string().optional(),
      }),
    )
    .max(MOST_RELEASES),
  /** Ed25519, of `releases` as JSON, base64. */
  signature: z.string().optional(),
});

/** In the order of publication. */
export type ReleaseIndex = z.infer<typeof INDEX>;

/**
 * @param key whose signature it must have
 * @throws Error (one sentence)
 */
export function readIndex(text: string | undefined, shown: string, key?: KeyObject): ReleaseIndex {
  // The first publication makes it.
  if (text === undefined) return { format: 1, releases: [] };
  const index = parsed(INDEX, text, shown);
  if (key === undefined) return index;
  if (index.signature === undefined) throw new Error(`${shown} is not signed, but there is a key for it`);
  if (!verify(null, signedBytes(index), key, Buffer.from(index.signature, "base64")))
    throw new Error(`${shown} is not signed with the key that belongs to it`);
  return index;
}

/** @param key private; absent: unsigned */
export function indexText(releases: ReleaseIndex["releases"], key?: KeyObject): string {
  const index = { format: 1 as const, releases };
  const signature = key && { signature: sign(null, signedBytes(index), key).toString("base64") };
  return `${JSON.stringify({ ...index, ...signature }, null, 1)}\n`;
}

/** Stands before the signed bytes: a signature that the key made for another purpose is not valid here. */
function signedBytes({ releases }: ReleaseIndex): Uint8Array {
  return Buffer.from(`structline releases\n${JSON.stringify(releases)}`);
}

/** @throws Error (one sentence), also if the text is not the one of the index */
export function readRelease(
  text: string,
  { channel, version, sha256 }: ReleaseIndex["releases"][number],
  shown: string,
): Release {
  if (hashOf(text) !== sha256) throw new Error(`${shown} is not what the index says: its SHA-256 differs`);
  const release = parsed(RELEASE, text, shown);
  if (release.channel !== channel || release.version !== version)
    throw new Error(`${shown} is of ${release.channel} ${release.version}`);
  const missing = release.headerFiles.find((name) => !Object.hasOwn(release.headers, name));
  if (missing !== undefined) throw new Error(`${shown} has no header '${missing}'`);
  return release;
}

function parsed<Value>(schema: z.ZodType<Value>, text: string, shown: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${shown} is not JSON`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`${shown}: ${schemaProblem(result.error.issues[0], "the release")}`);
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The path of a release in its place. */
export function pathOf(channel: string, version: string): string {
  return `${channel}/${version}.json`;
}
