/**
 * `lib/<target>_checksums.py`: a protocol that writes the checksums of commands. COSMOS' own `CRC_PROTOCOL` computes only CRCs, and only
 * from the packet's first byte. [OpenC3 COSMOS 7, protocols]
 */

import { foreignText } from "../../codec/foreign-text.ts";
import { checksOf } from "../../codec/frame-checks.ts";
import type { ChannelModel, Message } from "../../codec/model.ts";
import { checksumWrite, pythonString } from "../shared/python-text.ts";

/** COSMOS derives the name of the class from the name of the file. */
export function checksumsFile(target: string): string {
  return `${target.toLowerCase()}_checksums.py`;
}

/** @param packets each message with its packet's name */
export function checksumsText(
  channel: ChannelModel,
  target: string,
  packets: readonly (readonly [Message, string])[],
): string {
  const writes = packets.flatMap(([message, packet]) => {
    const checks = checksOf(channel, message);
    if (checks.length === 0) return [];
    const lines = checks.map((check) => `            ${checksumWrite(check, "frame")}`);
    return [`        if packet.packet_name == ${pythonString(packet)}:`, ...lines];
  });
  const name = `${target.toLowerCase()}_checksums`.split("_").map(capitalized).join("");
  return `from typing import Literal, Union

from openc3.interfaces.protocols.protocol import Protocol

_Order = Literal["little", "big"]
${foreignText("emitters/shared/foreign/frames.py")}


class ${name}(Protocol):
    """Writes the checksums of a target's commands. Other targets' packets stay as they are."""

    def __init__(self, target_name=${pythonString(target)}, allow_empty_data=None):
        super().__init__(allow_empty_data)
        self.target_name = target_name

    def write_packet(self, packet):
        if packet.target_name != self.target_name:
            return packet
        frame = bytearray(packet.buffer)
${writes.join("\n")}
        packet.buffer = bytes(frame)
        return packet
`;
}

/** As Python's `str.capitalize`. */
function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
}
