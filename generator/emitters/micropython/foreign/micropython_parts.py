"""Messages that lack optional parts; part of each generated module that has one.

Of a message: smallest size, size of the whole struct without and with its tail padding, whether longer frames are read, what the length
byte holds at first (-1: there is none), its parts, the parts around each field, functions that count.
Of a part: place in the whole struct, bytes of an element, most elements, place in a message (0: as in the struct; it begins where the part
before it 1: ends, 2: begins), what it has of the rest (0: nothing, 1: elements, 2: text).
"""

KINDS: dict = {}
_SHORT = False


def Message(name, data):
    return None


def _get(data, at, length, big):
    return 0


def _put(data, at, length, big, mask, value):
    return None


# Written into each generated file from here on.


def _true(value):
    return value == value and value != 0


def _div(x, y):
    if y != 0:
        return x / y
    return float("nan") if x == 0 or x != x else float("inf") if x > 0 else -float("inf")


def _mod(x, y):
    return x if y == 0 else x % y


def _int32(value):
    value = int(value) & 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def _bits(operation, a, b):
    # Infinity and NaN: minus themselves they are not zero.
    if a - a != 0 or b - b != 0 or a != int(a) or b != int(b):
        return float("nan")
    return _int32(operation(_int32(a), _int32(b)))


def _fit(rows, there):
    for row, count in zip(rows, there):
        if not (0 <= count <= row[2] and count == int(count)):
            return False
    return True


def _placed(parts, there, size, whole):
    """Where the parts of a message of this size begin (-1: of any size), and where the last one ends."""
    start = end = parts[0]
    places = []
    for i, (offset, step, most, place, rest) in enumerate(parts[5]):
        places.append(offset)
        if not place:
            continue
        if place == 1:
            start = end
        if rest and size >= 0:
            over = max(0, size - start)
            # -1 elements do not fit: part of an element is there.
            there[i] = most if whole else -1 if over % step else over // step
        if not whole:
            places[i] = start
        if 0 <= there[i] <= most:
            end = max(end, start + int(there[i]) * step)
    return places, end


def _taken(name, payload, parts):
    """The message; None if counts and size disagree."""
    least, wire, most, longer, _, rows, _, of_end, inside = parts
    # A short frame ends with zeros that are not sent.
    if _SHORT and len(payload) < least:
        payload = bytes(payload) + bytes(least - len(payload))
    size = len(payload)
    whole = wire <= size <= most
    data = bytearray(wire)
    data[:least] = payload[:least]
    there = [0] * len(rows)
    of_end(data, there)
    places, end = _placed(parts, there, size, whole)
    if _SHORT and not whole and end > size:
        payload = bytes(payload) + bytes(end - size)
        size = end
    if not _fit(rows, there) or not whole and (end > size or end < size and not longer):
        return None
    message = Message(name, data)
    for row, count, start in zip(rows, there, places):
        if row[3]:
            message.data[row[0] : row[0] + int(count) * row[1]] = payload[start : start + int(count) * row[1]]
        if row[4] == 1:
            message.rest = int(count)
    inside(message.data, there)
    return message if _fit(rows, there) else None


def _there(message, parts):
    """How many elements each part has. Raises ValueError if that is more than it has room for."""
    rows = parts[5]
    there = [0] * len(rows)
    parts[7](message.data, there)
    for i, row in enumerate(rows):
        if row[4] == 1:
            there[i] = message.rest
        elif row[4] == 2:
            there[i] = len(bytes(message.data[row[0] : row[0] + row[2]]).split(b"\0")[0])
    parts[8](message.data, there)
    if not _fit(rows, there):
        raise ValueError("a count")
    return there


def _present(message, key, parts):
    around = parts[6].get(key)
    if around is None:
        return True
    there = _there(message, parts)
    for part, element in around:
        if there[part] <= element:
            return False
    return True


def _grow(message, key, parts):
    for part, element in parts[6].get(key, ()):
        if parts[5][part][4] == 1:
            message.rest = max(message.rest, element + 1)


def _pack(message, parts):
    """What is sent: the fields that the counts and conditions name."""
    least, wire, _, _, length, rows, around, _, _ = parts
    there = _there(message, parts)
    data, laid = message.data, bytearray(wire)
    for key, (at, size, big, shift, width, kind, _, _) in KINDS[message.name][5].items():
        for part, element in around.get(key, ()):
            if there[part] <= element:
                break
        else:
            if kind == "s":
                laid[at : at + size] = data[at : at + size]
            else:
                _put(laid, at, size, big, (1 << width) - 1 << shift, _get(data, at, size, big))
    places, end = _placed(parts, there, -1, False)
    sent = bytearray(end)
    sent[:least] = laid[:least]
    for row, count, start in zip(rows, there, places):
        if row[3]:
            sent[start : start + int(count) * row[1]] = laid[row[0] : row[0] + int(count) * row[1]]
    if sent[0] == length:
        sent[0] = end
    return sent
