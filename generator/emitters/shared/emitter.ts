/** What an emitter is: a folder beside this one, which exports one of these, and a line in `emitters.ts`. */

import type { Following } from "../../codec/arrangement.ts";
import type { Emit } from "../../codec/emitter.ts";
import type { FrameUse } from "./frame-limits.ts";

/**
 * How a format handles optional parts. `follows`: it reads them; `whole`: it expects the complete struct, for this reason. Otherwise
 * it reads those that it can express. docs/emitters.md has the same in its table.
 */
export type Presence = "follows" | Whole | Following;

export interface Whole {
  readonly whole: string;
}

export interface Emitter extends FrameUse {
  /** In `emit =` and `--emit`. */
  readonly name: string;
  /** What it writes, for `--help`. */
  readonly writes: string;
  readonly presence: Presence;
  readonly emit: Emit;
  /** Written for every channel, unless the tool leaves such files out. */
  readonly unasked?: true;
  /** One file for all channels that ask for it. */
  readonly joins?: true;
}

export const ONE_SIZE: Whole = { whole: "structs have one size" };
export const FIXED_PLACES: Whole = { whole: "fields have fixed places" };
