/** Finds structs by the name that a user types. */

import type { ChannelCodecs, StructCodec } from "../codec/struct-codec.ts";
import { didYouMean } from "../lib/nearest.ts";
import { CommandError } from "./command-error.ts";

/** Accepts `struct_cap_r` or `cap_r`. @throws CommandError that lists the known ones */
export function findStruct(codecs: ChannelCodecs, name: string): StructCodec {
  const codec = codecs.structs.find((struct) => struct.name === name || struct.name === `struct_${name}`);
  if (codec !== undefined) return codec;
  const names = codecs.structs.map((struct) => struct.name);
  throw new CommandError(
    `channel '${codecs.name}' has no struct '${name}'${didYouMean(name, names)}; known are ${names.join(", ") || "none"}`,
  );
}
