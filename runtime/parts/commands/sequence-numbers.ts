/** The sequence numbers of a place's commands, which acknowledgements repeat. */

import type { StructCodec } from "../../codec/struct-codec.ts";
import { sequenceField } from "./command-frame.ts";
import type { CommandLog } from "./command-log.ts";

/** From this width on, numbers are not below the time in seconds. */
const TIMED_BITS = 31;

export class SequenceNumbers {
  readonly #log: Pick<CommandLog, "commands">;
  readonly #nowMs: () => number;
  readonly #newest = new Map<string, number>();

  constructor(log: Pick<CommandLog, "commands">, nowMs: () => number) {
    this.#log = log;
    this.#nowMs = nowMs;
  }

  /**
   * The next one that fits both structs; undefined if the command has no field for it. With 32 bits none comes twice, even if the log
   * was lost or another node of a cluster commands the board: a board may refuse what is not newer, and no former acknowledgement counts.
   */
  next(place: string, command: StructCodec, ack: StructCodec | undefined): number | undefined {
    const own = sequenceField(command);
    if (own === undefined) return undefined;
    const fields = [own, ack && sequenceField(ack)].filter((field) => field !== undefined);
    const bits = fields.map(({ bitWidth, scalar }) => bitWidth - (scalar.startsWith("int") ? 1 : 0));
    const width = Math.min(...bits);
    const least = width < TIMED_BITS ? 0 : Math.floor(this.#nowMs() / 1000);
    const next = Math.max((this.#newest.get(place) ?? this.#kept(place)) + 1, least) % 2 ** width;
    this.#newest.set(place, next);
    return next;
  }

  #kept(place: string): number {
    const commands = [...this.#log.commands.values()].reverse();
    return commands.find((command) => command.place === place && command.sequence !== undefined)?.sequence ?? 0;
  }
}
