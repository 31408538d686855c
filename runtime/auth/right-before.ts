/**
 * What was right once, also before a restart: digests of tokens, which are random and need no slow hash, and the addresses from
 * which each password was right. Kept in a small file beside the journal.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod";
import { KeptFile } from "../lib/kept-file.ts";
import { OwnedMap } from "../lib/owned-map.ts";

const MOST = 10_000;
const NAME = "credentials";

const KEPT = z.object({
  /** The token's generation, and the digest of its text. */
  tokens: z.array(z.tuple([z.string(), z.string()])).default([]),
  /** A password's generation with an address. */
  places: z.array(z.string()).default([]),
});

export class RightBefore {
  readonly #file: KeptFile | undefined;
  /** The longest unused first. */
  readonly #tokens: Map<string, string>;
  /** Of the password with most, the oldest goes. */
  readonly #places = new OwnedMap<true>(MOST);

  private constructor({ tokens, places }: z.infer<typeof KEPT>, file?: (content: () => object) => KeptFile) {
    this.#tokens = new Map(tokens);
    for (const place of places) this.#places.set(place.slice(0, place.lastIndexOf(" ")), place, true);
    this.#file = file?.(() => ({ tokens: [...this.#tokens], places: this.#places.keys() }));
  }

  static async open(path: string, onProblem: (sentence: string) => void): Promise<RightBefore> {
    // A process without a journal of its own has no folder yet. If there can be none, the write says so.
    await mkdir(dirname(path), { recursive: true }).catch(() => {});
    const kept = await KeptFile.read(path, NAME, async () => KEPT, onProblem);
    return new RightBefore(kept ?? KEPT.parse({}), (content) => new KeptFile(path, NAME, content, onProblem));
  }

  /** Without a file. */
  static inMemory(): RightBefore {
    return new RightBefore(KEPT.parse({}));
  }

  /** Whether the token is the one of this generation; undefined: it was not right before. */
  isToken(generation: string, token: string): boolean | undefined {
    const known = this.#tokens.get(generation);
    return known === undefined ? undefined : timingSafeEqual(Buffer.from(known), Buffer.from(digestOf(token)));
  }

  token(generation: string, token: string): void {
    this.#tokens.delete(generation);
    this.#tokens.set(generation, digestOf(token));
    const [oldest] = this.#tokens.size > MOST ? this.#tokens.keys() : [];
    if (oldest !== undefined) this.#tokens.delete(oldest);
    this.#file?.changed();
  }

  isPlace(generation: string, address: string): boolean {
    return this.#places.get(`${generation} ${address}`) === true;
  }

  place(generation: string, address: string): void {
    const place = `${generation} ${address}`;
    if (this.#places.get(place) === true) return;
    this.#places.set(generation, place, true);
    this.#file?.changed();
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
