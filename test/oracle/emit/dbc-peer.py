"""Reads and writes CAN frames by an emitted DBC file: lines of JSON in, lines of JSON out. Argument: the file."""

import json
import math
import sys

import cantools

database = cantools.database.load_file(sys.argv[1], strict=True)


def plain(value):
    if isinstance(value, float):
        return value if math.isfinite(value) and value != 0 else f"f{value!r}"
    return f"i{value}"


for line in sys.stdin:
    given = json.loads(line)
    message = database.get_message_by_frame_id(given["id"])
    data = bytes.fromhex(given["data"]).ljust(message.length, b"\0")
    raw = message.decode(data, decode_choices=False, scaling=False)
    stored = message.decode(data, decode_choices=False)
    labels = message.decode(data)
    again = message.encode(raw, scaling=False, strict=False) if all(map(math.isfinite, raw.values())) else None
    order = [signal.name for signal in sorted(message.signals, key=lambda signal: given["names"].index(signal.name))]
    print(json.dumps({
        "raw": [plain(raw[name]) for name in order],
        "stored": [plain(stored[name]) for name in order],
        "labels": {name: str(value) for name, value in labels.items() if not isinstance(value, (int, float))},
        "hex": None if again is None else bytes(again).hex(),
        "units": [message.get_signal_by_name(name).unit for name in order],
    }))
