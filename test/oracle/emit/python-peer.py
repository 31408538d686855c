"""Decodes messages with an emitted module: lines of JSON in, lines of JSON out. Arguments: the module's folder and name."""

import dataclasses
import importlib
import json
import math
import sys

sys.path.insert(0, sys.argv[1])
module = importlib.import_module(sys.argv[2])
with_numpy = len(sys.argv) > 3


def plain(value):
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, float):
        return f"f{value!r}" if not math.isfinite(value) or value == 0 else value
    return f"s{value}"


def leaves(value):
    if dataclasses.is_dataclass(value):
        return [leaf for field in dataclasses.fields(value) for leaf in leaves(getattr(value, field.name))]
    if isinstance(value, list):
        return [leaf for element in value for leaf in leaves(element)]
    return [plain(value)]


def number(value):
    return value.item() if hasattr(value, "item") else value


for line in sys.stdin:
    data = bytes.fromhex(line)
    message = module.decode(data)
    if with_numpy:
        columns = module.columns(type(message), data)
        raw = [plain(number(values[0])) for values in columns.values()]
    else:
        raw = leaves(message)
    stored = {name: plain(value) for name, value in module.stored(message).items()}
    print(json.dumps({"raw": raw, "stored": stored, "hex": module.encode(message).hex()}))
