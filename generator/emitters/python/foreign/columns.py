"""Many messages at once, with numpy. The module's own tables describe the messages."""

import importlib
from typing import Any, Callable, Dict, List, Optional, Tuple

_Row = Tuple[str, str, str, int, int, int, int, str]
_FIELDS: Dict[type, List[_Row]] = {}
_LENGTHS: Dict[type, int] = {}
MESSAGES: Dict[int, type] = {}
_DECODE: Dict[int, Callable[..., Any]] = {}
_STORED: Dict[type, Callable[..., Dict[str, Any]]] = {}
_text: Callable[..., str] = str

# Written into each generated file from here on.


def dtype(kind: type, size: Optional[int] = None) -> Any:
    """numpy's dtype for a message's whole-byte fields, by path; columns() also has bit-fields, which numpy lacks."""
    numpy = importlib.import_module("numpy")

    names, formats, offsets = [], [], []
    for path, _, form, at, length, _, width, order in _FIELDS[kind]:
        if form != "bits":
            names.append(path)
            formats.append(f"S{length}" if form == "s" else ("<" if order == "little" else ">") + _NUMPY[form])
            offsets.append(at)
    itemsize = _LENGTHS[kind] if size is None else size
    return numpy.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": itemsize})


_NUMPY = {"B": "u1", "b": "i1", "?": "u1", "H": "u2", "h": "i2", "I": "u4", "i": "i4", "Q": "u8", "q": "i8", "f": "f4", "d": "f8"}


def columns(kind: type, data: bytes, size: Optional[int] = None) -> Dict[str, Any]:
    """Raw values of consecutive messages of `size` bytes each: path -> array. All optional parts count as present."""
    numpy = importlib.import_module("numpy")

    size = _LENGTHS[kind] if size is None else size
    whole = numpy.frombuffer(data, dtype(kind, size))
    octets = numpy.frombuffer(data, numpy.uint8).reshape(-1, size)
    result = {}
    for path, _, form, at, length, shift, width, order in _FIELDS[kind]:
        if form == "bits":
            values = numpy.zeros(len(octets), numpy.uint64)
            for bit in range(abs(width)):
                place = bit + shift
                octet = at + place // 8 if order == "little" else at + length - 1 - place // 8
                one = (octets[:, octet] >> numpy.uint8(place % 8) & numpy.uint8(1)).astype(numpy.uint64)
                values |= one << numpy.uint64(bit)
            if width < 0:
                unused = numpy.int64(64 + width)
                values = (values.astype(numpy.int64) << unused) >> unused
            result[path] = values
        elif form == "s":
            result[path] = numpy.array([_text(row.tobytes(), at, length) for row in octets], dtype=object)
        else:
            result[path] = whole[path] != 0 if form == "?" else whole[path]
    return result


def stored_columns(kind: type, data: bytes, size: Optional[int] = None) -> Dict[str, Any]:
    """Values after the header's rules: stored name -> array."""
    numpy = importlib.import_module("numpy")

    size = _LENGTHS[kind] if size is None else size
    number = next(number for number, known in MESSAGES.items() if known is kind)
    rows = [_STORED[kind](_DECODE[number](data[at : at + size])) for at in range(0, len(data), size)]
    names = rows[0] if rows else {}
    return {name: numpy.array([row[name] for row in rows]) for name in names}
