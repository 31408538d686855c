/** Compares a COSMOS file's packets, and its commands as the service sends them, with OpenC3's. */

import { buildCommand } from "../../../runtime/parts/commands/command-frame.ts";
import { compareCosmos, type PacketComparison } from "../../oracle/definitions/cosmos.ts";

export function compareCommands(file: string, text: string, perPacket: number): Promise<PacketComparison> {
  return compareCosmos(
    file,
    text,
    perPacket,
    (codec, fields, parts) => buildCommand(codec, fields, parts, undefined).frame,
  );
}
