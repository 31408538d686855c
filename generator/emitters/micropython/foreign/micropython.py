"""Messages as bytes and frames; part of each generated module. MicroPython 1.12 and later, CircuitPython, and Python 3.

The tables and functions below stand for what a channel has; each generated module has its own.
"""

from struct import pack_into, unpack_from

KINDS: dict = {}
_PARTS: dict = {}
_HEAD = _TRAILER = _ID = _DELIMITER = _NEED = _MOST = 0
_SHORT = False


def _size(frame, at):
    return 0


def _number(frame, at):
    return 0


def _expected(data):
    return True


def _around(frame, number):
    return None


def _sums(frame, number):
    return iter(())


def _present(message, key, parts):
    return True


def _grow(message, key, parts):
    return None


def _pack(message, parts):
    return message.data


def _taken(name, payload, parts):
    return None


def _encoded(frame):
    return frame


def _decoded(frame):
    return frame


# Written into each generated file from here on.


def _get(data, at, length, big):
    value = 0
    for i in range(length):
        value = value << 8 | data[at + (i if big else length - 1 - i)]
    return value


def _raw(data, at, length, big, shift, width, kind):
    if kind in "fd":
        return unpack_from((">" if big else "<") + kind, data, at)[0]
    value = _get(data, at, length, big) >> shift & (1 << width) - 1
    return value - (1 << width) if kind == "i" and value >> width - 1 else value


def _put(data, at, length, big, mask, value):
    for i in range(length):
        place = at + (length - 1 - i if big else i)
        bits = mask >> 8 * i & 255
        data[place] = data[place] & (bits ^ 255) | value >> 8 * i & bits


def _whole(key, value, rounds):
    # Infinity and NaN: minus themselves they are not zero.
    if value - value != 0:
        raise ValueError(key)
    whole = int(value)
    rest = value - whole
    if rest != 0 and not rounds:
        raise ValueError(key)
    # Halves are rounded up, below zero too. Adding a half first would round large floats twice.
    return whole + (rest >= 0.5) - (rest < -0.5)


class Message:
    """Fields by their stored names, in stored units: message["volts"] = 12.3. A value that does not fit raises ValueError."""

    def __init__(self, name, data=None):
        self.name = name
        _, _, size, _, initial, self._fields = KINDS[name]
        self.data = bytearray(initial if data is None else data[:size])
        # How many elements has an array that takes what remains of the message.
        self.rest = 0

    def keys(self):
        parts = _PARTS.get(self.name)
        if parts is None:
            return self._fields.keys()
        return [key for key in self._fields if _present(self, key, parts)]

    def __getitem__(self, key):
        at, length, big, shift, width, kind, slope, offset = self._fields[key]
        parts = _PARTS.get(self.name)
        if parts is not None and not _present(self, key, parts):
            return None
        if kind == "s":
            text = bytes(self.data[at : at + length]).split(b"\0")[0]
            try:
                return text.decode()
            except UnicodeError:
                return text
        value = _raw(self.data, at, length, big, shift, width, kind)
        if kind == "b":
            return value != 0
        return value if slope is None else value * slope + offset

    def __setitem__(self, key, value):
        self._set(key, value)
        parts = _PARTS.get(self.name)
        if parts is not None:
            _grow(self, key, parts)

    def _set(self, key, value):
        at, length, big, shift, width, kind, slope, offset = self._fields[key]
        if kind == "s":
            text = value if isinstance(value, bytes) else value.encode()
            if len(text) > length:
                raise ValueError(key)
            self.data[at : at + length] = text + bytes(length - len(text))
            return
        if slope is not None:
            value = (value - offset) / slope
        if kind in "fd":
            # MicroPython's pack_into() would write infinity.
            if kind == "f" and value - value == 0 and not -3.4028235677973366e38 < value < 3.4028235677973366e38:
                raise ValueError(key)
            pack_into((">" if big else "<") + kind, self.data, at, value)
            return
        value = _whole(key, value, slope is not None)
        least = -1 << width - 1 if kind == "i" else 0
        if not least <= value < least + (1 << width):
            raise ValueError(key)
        _put(self.data, at, length, big, (1 << width) - 1 << shift, value << shift)


def frame(message):
    """The whole frame: head, struct, trailer, checksums."""
    number, _, _, _, initial, _ = KINDS[message.name]
    parts = _PARTS.get(message.name)
    struct = message.data + bytes(len(initial) - len(message.data)) if parts is None else _pack(message, parts)
    whole = bytearray(_HEAD) + struct + bytes(_TRAILER)
    _around(whole, number)
    for at, length, big, value in _sums(whole, number):
        _put(whole, at, length, big, (1 << 8 * length) - 1, value)
    return whole


def decode(data):
    """The message of a frame; None if its size, its ID or a checksum is wrong."""
    size = len(data)
    if size < _NEED or not _expected(data):
        return None
    number = _number(data, 0)
    for name, (known, _, least, most, _, _) in KINDS.items():
        parts = _PARTS.get(name)
        wire = least
        if parts is not None:
            least = parts[0]
        if _SHORT:
            least = 0
        if known != number or size < _HEAD + least + _TRAILER or (most and size > _HEAD + most + _TRAILER):
            continue
        for at, length, big, value in _sums(data, number):
            if _get(data, at, length, big) != value:
                return None
        payload = data[_HEAD : size - _TRAILER]
        if parts is None:
            return Message(name, bytes(payload) + bytes(max(0, wire - len(payload))))
        return _taken(name, payload, parts)
    return None


def stream(message):
    """The frame as it stands on a serial port or a TCP connection."""
    return _encoded(frame(message))


class Parser:
    """Finds messages in the bytes of a stream: for message in parser.feed(data). Other bytes are counted in `skipped`."""

    def __init__(self):
        self.skipped = 0
        self._bytes = bytearray()

    def feed(self, data):
        for byte in data:
            message = self._take(byte) if _DELIMITER is None else self._delimited(byte)
            while message is not None:
                yield message
                message = self._next() if _DELIMITER is None else None

    def _delimited(self, byte):
        if byte != _DELIMITER:
            if len(self._bytes) <= _MOST:
                self._bytes.append(byte)
            else:
                self.skipped += 1
            return None
        whole = self._bytes
        self._bytes = bytearray()
        if not whole:
            return None
        inner = _decoded(whole) if len(whole) <= _MOST else None
        message = None if inner is None else decode(inner)
        if message is None:
            self.skipped += len(whole)
        return message

    def _take(self, byte):
        self._bytes.append(byte)
        return self._next()

    def _next(self):
        while len(self._bytes) >= _NEED:
            size = _size(self._bytes, _number(self._bytes, 0))
            if size and len(self._bytes) < size:
                return None
            message = decode(self._bytes[:size]) if size else None
            if message is None:
                self.skipped += 1
                self._bytes = self._bytes[1:]
                continue
            self._bytes = self._bytes[size:]
            return message
        return None
