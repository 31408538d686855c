"""Reads packets and builds commands by a COSMOS file with OpenC3. Argument: the file. Lines of packet and bytes, or of command and values, in;
a line of JSON out for each."""

import json
import math
import os
import re
import sys

answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

from openc3.packets.commands import Commands
from openc3.packets.packet_config import PacketConfig

config = PacketConfig()
target = next(line.split()[1].strip('"') for line in open(sys.argv[1], encoding="utf-8", errors="replace")
              if re.match(r"\s*(TELEMETRY|COMMAND)\s", line, re.I)).upper()
# Programs that a file names are beside it, and change no bytes that are compared.
programs = re.compile(r"^\s*((ERROR_)?RESPONSE|LIMITS_RESPONSE|PROCESSOR|READ_CONVERSION|VALIDATOR|CONVERTED_DATA|TEMPLATE_FILE)\b", re.I)
with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
    lines = [line for line in file if not programs.match(line)]
written = re.compile(r"^\s*WRITE_CONVERSION\b.*", re.I)
raw = "GENERIC_WRITE_CONVERSION_START\n    value\nGENERIC_WRITE_CONVERSION_END"
lines = [written.sub(raw, line) for line in lines]
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.writelines(lines)
config.process_file(sys.argv[1], target)
packets = config.telemetry.get(target, {})
commands = Commands(config, None)


def plain(value):
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else None
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": bytes(value).hex()}
    return str(int(value)) if isinstance(value, int) else {"text": str(value)}


skipped = {"PACKET_TIMESECONDS", "PACKET_TIMEFORMATTED", "RECEIVED_TIMESECONDS", "RECEIVED_TIMEFORMATTED", "RECEIVED_COUNT",
           "PACKET_TIME", "RECEIVED_TIME"}
print(json.dumps({name: [i.name for i in packet.sorted_items if i.name not in skipped]
                  for name, packet in [*packets.items(), *config.commands.get(target, {}).items()]}), file=answers, flush=True)
for line in sys.stdin:
    name, data = line.split(maxsplit=1)
    if data.startswith("{"):
        given = {key: bytes.fromhex(value["bytes"]) if isinstance(value, dict) else value for key, value in json.loads(data).items()}
        try:
            answer = {"values": {}, "hex": commands.build_cmd(target, name, given).buffer.hex()}
        except Exception as error:
            answer = {"values": {}, "refused": str(error)}
        print(json.dumps(answer), file=answers, flush=True)
        continue
    packet = packets[name.upper()]
    packet.buffer = bytes.fromhex(data.strip())
    values = {}
    for item in packet.sorted_items:
        if item.name in skipped or item.data_type == "DERIVED":
            continue
        raw = packet.read(item.name, "RAW")
        if item.array_size is not None:
            for index, each in enumerate(raw):
                values[f"{item.name}.{index}"] = plain(each)
            continue
        polynomial = item.read_conversion is not None and type(item.read_conversion).__name__ == "PolynomialConversion"
        values[item.name] = plain(item.read_conversion.call(raw, packet, packet.buffer_no_copy()) if polynomial else raw)
    print(json.dumps({"values": values, "identified": bool(packet.identify(packet.buffer))}), file=answers, flush=True)
