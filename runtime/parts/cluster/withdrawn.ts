/**
 * Messages of a node's journal whose senders were told that they are not kept, because the cluster's log did not accept
 * them in time: they are not forwarded. The list is in a file beside the journal. Only the forwarder adds to it, since a
 * message that it has begun to send can no longer be withdrawn.
 */

import { join } from "node:path";
import * as z from "zod";
import { LostPositions, type PositionRange } from "../../journal/lost-positions.ts";
import { Gathered } from "../../lib/gathered.ts";
import { KeptFile, writeKept } from "../../lib/kept-file.ts";
import type { JournalPosition } from "../../model/journal-entry.ts";

const FILE = "withdrawn";
const NAME = "withdrawn-messages";
const RANGES = z.object({ journal: z.string(), ranges: z.array(z.object({ from: z.number(), to: z.number() })) });

export class Withdrawn {
  readonly #directory: string;
  readonly #journal: string;
  readonly #positions = new LostPositions();
  readonly #writes = new Gathered(() => this.#write());

  private constructor(directory: string, journal: string) {
    this.#directory = directory;
    this.#journal = journal;
  }

  /**
   * @param first position in the journal: earlier ones are forgotten
   * @param onProblem told if the file is damaged
   */
  static async open(
    directory: string,
    journal: string,
    first: JournalPosition,
    onProblem: (sentence: string) => void,
  ): Promise<Withdrawn> {
    const withdrawn = new Withdrawn(directory, journal);
    const known = await KeptFile.read(join(directory, FILE), NAME, async () => RANGES, onProblem);
    if (known?.journal !== journal) return withdrawn;
    for (const { from, to } of known.ranges) if (to >= first) withdrawn.#positions.add(from, to);
    return withdrawn;
  }

  get ranges(): readonly PositionRange[] {
    return this.#positions.ranges;
  }

  has(position: JournalPosition): boolean {
    return this.#positions.has(position);
  }

  /** Durable when the promise resolves. */
  async add(position: JournalPosition): Promise<void> {
    this.#positions.add(position, position);
    await this.#writes.run();
  }

  async #write(): Promise<void> {
    await writeKept(join(this.#directory, FILE), NAME, { journal: this.#journal, ranges: this.ranges });
  }
}
