"""Random frames of test/golden/headers/variable.h, packed by hand: lines of JSON with the bytes and the values in them, or null for a wrong frame."""

import json
import random
import struct
import sys

chance = random.Random(int(sys.argv[1]))


def sky(n, flags, note):
    values, data = {"n": n, "flags": flags}, b""
    for index in range(n):
        gnss, sv, strength = chance.randrange(256), chance.randrange(256), chance.randrange(-32768, 32768)
        data += struct.pack("<BBh", gnss, sv, strength)
        row = f"satellites[{index}]"
        values.update({f"{row}.gnss": gnss, f"{row}.sv": sv, f"{row}.strength": strength})
    if flags & 1:
        values["fixed"] = chance.randrange(2**32)
        data += struct.pack("<I", values["fixed"])
    if flags & 6 == 6 and n > 0:
        x, y = (chance.randrange(-4000, 4000) / 8 for _ in range(2))
        data += struct.pack("<ff", x, y)
        values.update({"offset.x": x, "offset.y": y})
    values["note"] = note
    return message(7, struct.pack("<BB", n, flags) + data + note.encode(), values)


def whole_sky(n, flags):
    """The complete struct, with places for what is absent."""
    rows = [(chance.randrange(256), chance.randrange(256), chance.randrange(-32768, 32768)) for _ in range(3)]
    fixed, x, y = chance.randrange(2**32), chance.randrange(80) / 8, chance.randrange(80) / 8
    values = {"n": n, "flags": flags}
    for index, row in enumerate(rows[:n]):
        values.update(zip((f"satellites[{index}].{name}" for name in ("gnss", "sv", "strength")), row))
    if flags & 1:
        values["fixed"] = fixed
    if flags & 6 == 6 and n > 0:
        values.update({"offset.x": x, "offset.y": y})
    values["note"] = "whole"
    data = struct.pack("<BB", n, flags) + b"".join(struct.pack("<BBh", *row) for row in rows)
    return message(7, data + struct.pack("<Iff8s", fixed, x, y, b"whole"), values)


def log(used, counts, more):
    seq, adc = chance.randrange(65536), [chance.randrange(-32768, 32768) for _ in range(4)]
    values = {"seq": seq, "used": used}
    values.update({f"adc[{index}]": adc[index] for index in range(used // 2)})
    data = struct.pack("<H4hB", seq, *adc, used)
    for row, count in enumerate(counts):
        v = [chance.randrange(256) for _ in range(2)]
        values[f"rows[{row}].k"] = count
        values.update({f"rows[{row}].v[{index}]": v[index] for index in range(min(count, 2))})
        data += bytes([count, *v])
    for index in range(more):
        values[f"more[{index}]"] = chance.randrange(65536)
        data += struct.pack("<H", values[f"more[{index}]"])
    return message(8, data, values)


def message(number, data, values):
    size = 2 + len(data)
    return bytes([size, number]) + data, {"length": size, "ID": number, **values}


def wrong():
    """A frame whose counts and size disagree."""
    kind = chance.randrange(7)
    note = "x" * chance.randrange(9)
    if kind == 0:  # More elements than bytes.
        data = bytearray(sky(chance.randrange(3), 0, "")[0])
        data[2] = chance.randrange(data[2] + 1, 256)
        return data
    if kind == 1:  # More elements than the array has.
        data = bytearray(sky(3, 1, note)[0])
        data[2] = chance.randrange(4, 256)
        return data + bytes(chance.randrange(60))
    if kind == 2:  # Cut off.
        data = sky(3, 7, "")[0]
        return data[: chance.randrange(2, len(data))]
    if kind == 3:  # A condition without its member.
        return bytes([4, 7, 0, 1]) + bytes(chance.randrange(4))
    if kind == 4:  # A half element, and one too many.
        return log(4, (0, 1), 3)[0] + b"\0\0" if chance.random() < 0.5 else log(4, (0, 1), chance.randrange(3))[0] + b"\0"
    if kind == 5:  # A number that is no integer, or too large.
        return log(chance.choice((1, 3, 7)), (0, 0), 1)[0] if chance.random() < 0.5 else bytes([25, 8]) + bytes(10) + b"\x0a" + bytes(12)
    return log(2, (chance.randrange(3, 256), 0), 1)[0]


for _ in range(int(sys.argv[2])):
    kind = chance.randrange(10)
    if kind < 4:
        text = "".join(chance.choice("abcXYZ 09") for _ in range(chance.randrange(9)))
        frame, values = sky(chance.randrange(4), chance.randrange(256), text)
    elif kind < 5:
        frame, values = whole_sky(chance.randrange(4), chance.randrange(256))
    elif kind < 8:
        frame, values = log(chance.choice((0, 2, 4, 6, 8)), [chance.randrange(3) for _ in range(2)], chance.randrange(4))
    else:
        frame, values = wrong(), None
    print(json.dumps({"hex": bytes(frame).hex(), "values": values}))
