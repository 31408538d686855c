/**
 * Keeps hourly files in a bucket. A file in the bucket may be removed from the local folder, which then is a bounded
 * cache: the least recently read file is removed first, and files stay while they are read.
 */

import { rmSync } from "node:fs";
import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Depot, DepotFile } from "../../store/duckdb/depot.ts";
import type { Manifest } from "../../store/duckdb/manifest.ts";
import type { S3 } from "./s3.ts";

/** Names the owner of a prefix; manifests and files are below it. */
const OWNER = "structline.json";
const MANIFEST = "/manifest.json";
const FETCHED_AT_ONCE = 4;

export interface BucketDepotOptions {
  readonly s3: S3;
  /** Absolute path. */
  readonly directory: string;
  readonly cacheBytes: number;
}

export class BucketDepot implements Depot {
  readonly publishes = true;
  readonly #s3: S3;
  readonly #directory: string;
  readonly #cacheBytes: number;
  /** Local files that the bucket has, with their sizes; least recently used first. */
  readonly #cached = new Map<string, number>();
  #bytes = 0;
  /** Number of current readers by file. */
  readonly #held = new Map<string, number>();
  readonly #fetching = new Map<string, Promise<void>>();

  constructor({ s3, directory, cacheBytes }: BucketDepotOptions) {
    this.#s3 = s3;
    this.#directory = directory;
    this.#cacheBytes = cacheBytes;
  }

  get place(): string {
    return this.#s3.url;
  }

  async stranger(head: string): Promise<string | undefined> {
    const text = await this.#s3.readText(OWNER);
    const owner = text === undefined ? undefined : ownerIn(text);
    return owner === undefined || owner === head ? undefined : `${this.place} has files`;
  }

  async claim(head: string): Promise<void> {
    await this.#s3.writeText(OWNER, `${JSON.stringify({ head })}\n`);
  }

  /** @param published files in the bucket */
  async open(published: ReadonlyMap<string, number>): Promise<void> {
    this.#cached.clear();
    this.#bytes = 0;
    for (const [key, bytes] of published) {
      const found = await fs.stat(this.#pathOf(key)).catch(() => undefined);
      if (found === undefined) continue;
      if (found.size === bytes) this.#keep(key, bytes);
      else await fs.rm(this.#pathOf(key));
    }
    this.#evict();
  }

  async hold(files: readonly DepotFile[], limit: "any" | "cache" = "cache"): Promise<() => void> {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (limit === "cache" && bytes > this.#cacheBytes) {
      throw new Error(
        `The query needs ${files.length} files with ${megabytes(bytes)} from ${this.place}, but [store] cache is ${megabytes(this.#cacheBytes)}: choose a shorter time, or increase the cache.`,
      );
    }
    for (const { key } of files) this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    const release = () => {
      for (const { key } of files) {
        const left = this.#held.get(key)! - 1;
        if (left > 0) this.#held.set(key, left);
        else this.#held.delete(key);
      }
      this.#evict();
    };
    try {
      const waiting = [...files];
      const work = async () => {
        for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await this.#bring(file);
      };
      await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, work));
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  async publish({ key }: DepotFile): Promise<void> {
    await this.#s3.upload(key, this.#pathOf(key));
  }

  published({ key, bytes }: DepotFile): void {
    this.#keep(key, bytes);
    this.#evict();
  }

  async writeManifest(folder: string, manifest: Manifest): Promise<void> {
    const files = manifest.files.map((file) => ({ ...file, key: this.#s3.keyOf(`${folder}/${file.file}`) }));
    await this.#s3.writeText(`${folder}${MANIFEST}`, `${JSON.stringify({ ...manifest, files })}\n`);
  }

  async *manifests(): AsyncGenerator<{ readonly folder: string; readonly text: string }> {
    for await (const key of this.#s3.list(MANIFEST)) {
      const text = await this.#s3.readText(key);
      if (text !== undefined) yield { folder: key.slice(0, -MANIFEST.length), text };
    }
  }

  async removeManifest(folder: string): Promise<void> {
    await this.#s3.remove(`${folder}${MANIFEST}`);
  }

  async remove(key: string): Promise<void> {
    await this.#s3.remove(key);
    this.#drop(key);
  }

  stop(): void {
    this.#s3.stop();
  }

  async #bring({ key, bytes }: DepotFile): Promise<void> {
    if (this.#cached.has(key)) return this.#keep(key, bytes);
    let fetching = this.#fetching.get(key);
    if (fetching === undefined) {
      fetching = this.#fetch(key, bytes).finally(() => this.#fetching.delete(key));
      this.#fetching.set(key, fetching);
    }
    await fetching;
  }

  async #fetch(key: string, bytes: number): Promise<void> {
    const path = this.#pathOf(key);
    // The file is not published yet, or belongs to a snapshot from before its publication.
    if ((await fs.stat(path).catch(() => undefined))?.size === bytes) return;
    const draft = `${path}.part`;
    await fs.mkdir(dirname(path), { recursive: true });
    await this.#s3.download(key, draft);
    const { size } = await fs.stat(draft);
    if (size !== bytes) throw new Error(`${this.place}: ${key} has ${size} bytes instead of ${bytes}`);
    const file = await fs.open(draft, "r+");
    await file.sync().finally(() => file.close());
    await fs.rename(draft, path);
    this.#keep(key, bytes);
  }

  #keep(key: string, bytes: number): void {
    if (this.#cached.delete(key)) this.#bytes -= bytes;
    this.#cached.set(key, bytes);
    this.#bytes += bytes;
  }

  #evict(): void {
    for (const key of this.#cached.keys()) {
      if (this.#bytes <= this.#cacheBytes) return;
      if (!this.#held.has(key)) this.#drop(key);
    }
  }

  /** Synchronous: otherwise a new reader could lose the file. */
  #drop(key: string): void {
    this.#bytes -= this.#cached.get(key) ?? 0;
    this.#cached.delete(key);
    rmSync(this.#pathOf(key), { force: true });
  }

  #pathOf(key: string): string {
    return join(this.#directory, key);
  }
}

function ownerIn(text: string): string {
  try {
    return String((JSON.parse(text) as { head?: unknown }).head);
  } catch {
    return "";
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
