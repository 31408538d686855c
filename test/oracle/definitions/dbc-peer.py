"""Decodes CAN frames by DBC files. Lines of JSON in: the file, then frames of it; lines of JSON out."""

import json
import math
import re
import sys

import cantools



def load(path):
    try:
        return cantools.database.load_file(path, strict=False)
    except cantools.database.errors.Error:
        # Public files that cantools refuses: without names of values, extended IDs marked, 0 before a decimal point.
        text = open(path, encoding="cp1252", errors="replace").read()
        text = re.sub(r'(?ms)^VAL_ .*?"\s*;', "", text)
        text = re.sub(r"(?m)^BO_ (\d+)", lambda m: f"BO_ {int(m[1]) | (0x80000000 if int(m[1]) > 0x7ff else 0)}", text)
        text = re.sub(r"\(\s*(-?)\.", r"(\g<1>0.", text)
        text = re.sub(r'(?m)^CM_ (?:\d+|SG_ \d+|BO_ \d+)?\s*".*?";', "", text)
        return cantools.database.load_string(text, "dbc", strict=False)


database = None
for line in sys.stdin:
    given = json.loads(line)
    if "file" in given:
        try:
            database = load(given["file"])
            mask = given["mask"]
            frames = {(m.frame_id & mask, m.is_extended_frame): m for m in reversed(database.messages)}
            print(json.dumps({"messages": [
                {"id": m.frame_id | (0x80000000 if m.is_extended_frame else 0), "name": m.name, "size": m.length,
                 "signals": [{"name": s.name, "unit": s.unit, "float": s.is_float, "bits": s.length} for s in m.signals]}
                for m in database.messages]}))
        except Exception as error:
            database = None
            print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
        continue
    if database is None:
        print(json.dumps({"error": "no database"}))
        continue
    id, data = given["id"], bytes.fromhex(given["data"])
    message = frames[(id & mask & 0x7fffffff, id >= 0x80000000)]
    try:
        values = message.decode(data, decode_choices=False)
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
        continue
    # A row has the nearest binary64 of what a rule gives.
    print(json.dumps({"values": {
        name: (str(value) if isinstance(value, int) else repr(value)) for name, value in values.items()
        if not (isinstance(value, float) and not math.isfinite(value))}}))
