/** The sequence numbers of a place's commands, which acknowledgements repeat. */

import type { StructCodec } from "../codec/struct-codec.ts";
import { sequenceField } from "./command-frame.ts";
import type { CommandLog } from "./command-log.ts";

export class SequenceNumbers {
  readonly #log: CommandLog;
  readonly #newest = new Map<string, number>();

  constructor(log: CommandLog) {
    this.#log = log;
  }

  /** The next one that fits both structs; undefined if the command has no field for it. */
  next(place: string, command: StructCodec, ack: StructCodec | undefined): number | undefined {
    const own = sequenceField(command);
    if (own === undefined) return undefined;
    const fields = [own, ack && sequenceField(ack)].filter((field) => field !== undefined);
    const bits = fields.map(({ bitWidth, scalar }) => bitWidth - (scalar.startsWith("int") ? 1 : 0));
    const next = ((this.#newest.get(place) ?? this.#kept(place)) + 1) % 2 ** Math.min(...bits);
    this.#newest.set(place, next);
    return next;
  }

  #kept(place: string): number {
    const commands = [...this.#log.commands.values()].reverse();
    return commands.find((command) => command.place === place && command.sequence !== undefined)?.sequence ?? 0;
  }
}
