"""Reads packets by an XTCE file with space-packet-parser. Argument: the file. Lines of bytes in; a line of JSON out for each."""

import json
import math
import sys
import warnings
import xml.etree.ElementTree as ElementTree

from space_packet_parser.xtce.definitions import XtcePacketDefinition

warnings.simplefilter("ignore")


def local(element):
    return element.tag.rsplit("}", 1)[-1]


containers = [each for each in ElementTree.parse(sys.argv[1]).iter() if local(each) == "SequenceContainer"]
root = next(each.get("name") for each in containers if all(local(child) != "BaseContainer" for child in each))
definition = XtcePacketDefinition.from_xtce(sys.argv[1], root_container_name=root)


def plain(value):
    if isinstance(value, float):
        return repr(float(value)) if math.isfinite(value) else None
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": bytes(value).hex()}
    return str(int(value)) if isinstance(value, int) else {"text": str(value)}


for line in sys.stdin:
    try:
        packet = definition.parse_bytes(bytes.fromhex(line.strip()))
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
        continue
    values = {}
    for name, value in packet.items():
        # A label, or a boolean, has its number below it.
        of = value.raw_value if isinstance(value, str) or type(value).__name__ == "BoolParameter" else value
        values[name] = plain(of)
    print(json.dumps({"values": values}))
