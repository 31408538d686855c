/** The place where hourly files are available to others: a folder, or a bucket with the folder as its cache. */

import * as fs from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { syncDirectory } from "../../lib/sync-directory.ts";
import type { Manifest } from "./manifest.ts";

export interface DepotFile {
  /** Path in the folder, and below the bucket's prefix. */
  readonly key: string;
  readonly bytes: number;
}

export interface Depot {
  /** Empty if the folder itself is the place: it may be moved. */
  readonly place: string;
  /** Files are available to others only after `publish`, and may leave the folder after `published`. */
  readonly publishes: boolean;
  /**
   * The owner of the files there, if it is not this head: the beginning of a sentence. Rejects if the place does not
   * answer.
   */
  stranger(head: string): Promise<string | undefined>;
  /** Makes this head the owner. */
  claim(head: string): Promise<void>;
  /** @param published sizes of files that may be missing in the folder */
  open(published: ReadonlyMap<string, number>): Promise<void>;
  /** Resolves when all are in the folder; they stay there until the resulting function is called. */
  hold(files: readonly DepotFile[], limit?: "any" | "cache"): Promise<() => void>;
  publish(file: DepotFile): Promise<void>;
  /** Called after the result of `publish` was recorded. */
  published(file: DepotFile): void;
  /** @param folder of the measurement */
  writeManifest(folder: string, manifest: Manifest): Promise<void>;
  removeManifest(folder: string): Promise<void>;
  manifests(): AsyncIterable<{ readonly folder: string; readonly text: string }>;
  remove(key: string): Promise<void>;
  /** Aborts operations on a remote place with an error. */
  stop(): void;
}

const MANIFEST = "manifest.json";

export class FolderDepot implements Depot {
  readonly place = "";
  readonly publishes = false;
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async stranger(): Promise<string | undefined> {
    const found = await fs.readdir(this.#directory).catch(() => []);
    const left = found.find((name) => name.startsWith("database="));
    return left === undefined ? undefined : `${this.#directory} has Parquet files (${left})`;
  }

  async claim(): Promise<void> {}

  async open(): Promise<void> {}

  async hold(): Promise<() => void> {
    return () => {};
  }

  async publish(): Promise<void> {}

  published(): void {}

  async writeManifest(folder: string, manifest: Manifest): Promise<void> {
    const path = join(this.#directory, folder, MANIFEST);
    await fs.mkdir(dirname(path), { recursive: true });
    await fs.writeFile(`${path}.tmp`, `${JSON.stringify(manifest)}\n`);
    await secure(`${path}.tmp`);
    await fs.rename(`${path}.tmp`, path);
    await syncDirectory(dirname(path));
  }

  async removeManifest(folder: string): Promise<void> {
    await this.remove(join(folder, MANIFEST));
  }

  async *manifests(): AsyncGenerator<{ readonly folder: string; readonly text: string }> {
    const all = await fs.readdir(this.#directory, { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of all) {
      if (name !== MANIFEST) continue;
      const text = await fs.readFile(join(parentPath, name), "utf8");
      yield { folder: relative(this.#directory, parentPath), text };
    }
  }

  async remove(key: string): Promise<void> {
    await fs.rm(join(this.#directory, key), { force: true });
  }

  stop(): void {}
}

/** Makes a file durable. @returns its size in bytes */
export async function secure(path: string): Promise<number> {
  const file = await fs.open(path, "r+");
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
