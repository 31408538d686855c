/** `<channel>_link.h` and `<channel>_keep.h`, see `../shared/c-link-file.ts`. */

import { cLink } from "../shared/c-link-file.ts";
import { C_FOLLOWING } from "../shared/c-link-parts.ts";
import type { Emitter } from "../shared/emitter.ts";

export const C_EMITTER: Emitter = {
  name: "c",
  writes:
    "<channel>_link.h: what the firmware sends and takes: frames, checksums, a parser of streams, range-checked setters; <channel>_keep.h: frames kept until they are acknowledged",
  reading: "all",
  expects: true,
  presence: C_FOLLOWING,
  emit: cLink,
};
