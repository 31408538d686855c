"""Decodes messages with emitted modules: lines of a module's name and a message in, lines of JSON out. Argument: the modules' folder."""

import dataclasses
import importlib
import json
import math
import sys

sys.path.insert(0, sys.argv[1])
with_numpy = len(sys.argv) > 2


def plain(value):
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return f"i{int(value)}"
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
    name, text = line.split()
    module, data = importlib.import_module(name), bytes.fromhex(text)
    message = module.decode(data)
    if with_numpy:
        columns = module.columns(type(message), data)
        raw = [plain(number(values[0])) for values in columns.values()]
    else:
        raw = leaves(message)
    stored = {name: plain(value) for name, value in module.stored(message).items()}
    encoded = {"hex": module.encode_struct(message).hex(), "frame": module.encode(message).hex()}
    print(json.dumps({"raw": raw, "stored": stored, **encoded}))
