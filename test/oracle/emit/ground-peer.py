"""Reads messages by an emitted XTCE or COSMOS definition: lines of JSON in, lines of JSON out. Arguments: kind, file, target."""

import json
import math
import os
import sys
import warnings
import xml.etree.ElementTree as ElementTree

kind, file, target = sys.argv[1:4]
# A thread of OpenC3 prints to the standard output at any time.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
NAMESPACE = {"x": "http://www.omg.org/spec/XTCE/20180204"}


def plain(value):
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return f"i{int(value)}"
    if isinstance(value, float):
        value = float(value)
        return f"f{value!r}" if not math.isfinite(value) or value == 0 else value
    return f"s{value}"


def xtce():
    from space_packet_parser.xtce.definitions import XtcePacketDefinition
    from space_packet_parser.xtce.validation import validate_xtce

    result = validate_xtce(file, level="all", raise_on_error=False)
    # The validator looks for parameters in containers only; those that an algorithm computes are not there.
    derived = {
        f"//xtce:Parameter[@name='{parameter.get('name')}']"
        for parameter in ElementTree.parse(file).iterfind(".//x:Parameter", NAMESPACE)
        if parameter.find("x:ParameterProperties[@dataSource='derived']", NAMESPACE) is not None
    }
    errors = [error for error in result.errors if error.xpath_location not in derived]
    if errors:
        raise SystemExit("\n".join(map(str, errors))[:3000])
    names = {}
    for parameter in ElementTree.parse(file).iterfind(".//x:Parameter", NAMESPACE):
        aliases = {alias.get("nameSpace"): alias.get("alias") for alias in parameter.iterfind(".//x:Alias", NAMESPACE)}
        if "field" in aliases and "__bit" not in parameter.get("name"):
            names[parameter.get("name")] = (aliases["field"].split(".", 1)[1], aliases["column"])
    root = "frame"
    definition = XtcePacketDefinition.from_xtce(file, root_container_name=root)

    def read(data, name):
        packet = definition.parse_bytes(data)
        raw, stored, labels = {}, {}, {}
        for parameter, value in packet.items():
            if parameter not in names:
                continue
            path, column = names[parameter]
            of = value.raw_value
            raw[path] = plain(str(value) if isinstance(of, bytes) else of)
            label = isinstance(value, str) and not isinstance(of, bytes)
            if label:
                labels[path] = str(value)
            stored[column] = plain(of if label else bool(of) if type(value).__name__ == "BoolParameter" else value)
        return raw, stored, labels

    return read


def cosmos():
    from openc3.packets.packet_config import PacketConfig

    config = PacketConfig()
    config.process_file(file, target)
    packets = config.telemetry[target]

    def read(data, name):
        packet = packets[name]
        packet.buffer = data
        raw, stored, labels = {}, {}, {}
        for item in packet.sorted_items:
            field = (item.meta or {}).get("FIELD")
            if field is None:
                continue
            if item.array_size is not None:
                shape = [int(size) for size in item.meta["SHAPE"]]
                path, values = field[0], packet.read(item.name, "RAW")
                for index, value in enumerate(values):
                    steps = []
                    for size in reversed(shape):
                        steps.insert(0, f"[{index % size}]")
                        index //= size
                    raw[path + "".join(steps)] = stored[path + "".join(steps)] = plain(value)
                continue
            raw[field[0]] = plain(packet.read(item.name, "RAW"))
            value = packet.read(item.name, "CONVERTED")
            if item.states:
                labels[field[0]] = str(value)
            stored[field[0]] = plain(packet.read(item.name, "RAW") if item.states else value)
        if packet.defined_length != len(data):
            raw["?size"] = packet.defined_length
        if not packet.identify(data):
            raw["?identified"] = False
        return raw, stored, labels

    return read


warnings.simplefilter("ignore")
reader = {"xtce": xtce, "cosmos": cosmos}[kind]()
for line in sys.stdin:
    name, data = line.split()
    raw, stored, labels = reader(bytes.fromhex(data), name)
    print("@" + json.dumps({"raw": raw, "stored": stored, "labels": labels}), file=answers)
