/** A channel's codecs for browsers, as `/codecs` lists them. */

import type { FrameFormat, Framing } from "../frames/frame-format.ts";

export interface OfferedChannel {
  readonly name: string;
  readonly database: string;
  /** Whether the caller may post its frames. */
  readonly mayWrite: boolean;
  /** Its boards number their frames, and repeat each one until it is acknowledged. */
  readonly isNumbered: boolean;
  readonly format: FrameFormat;
  /** As JSON: bytes are arrays of numbers. */
  readonly framing: Framing;
  /** Firmware versions, newest first. */
  readonly versions: readonly OfferedVersion[];
}

export interface OfferedVersion {
  readonly version?: string;
  readonly structs: readonly OfferedStruct[];
}

export interface OfferedStruct {
  /** The codec's `schema`, which identifies it among the module's exports. */
  readonly schema: string;
  /** Address of its module, relative to the service. It changes with the code. */
  readonly module: string;
}
