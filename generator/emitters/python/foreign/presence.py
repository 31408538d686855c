"""Messages that lack optional parts: how many elements each part has, and where it begins."""

from typing import Callable, List, NamedTuple, Tuple

# Written into each generated file from here on.


class _Part(NamedTuple):
    path: str
    tag: str
    offset: int
    size: int
    most: int
    place: str


_Count = Callable[[bytes, List[float], List[int]], None]


def _checked(parts: List[_Part], there: List[float], kept: bool) -> None:
    """Raises ValueError if a count exceeds its part."""
    for part, count in zip(parts, there):
        if (part.place == "kept") == kept and not (0 <= count <= part.most and count == int(count)):
            raise ValueError(f"'{part.path}' would have {count:g} elements by '{part.tag}', and has room for {part.most}")


def _placed(parts: List[_Part], there: List[float], least: int, size: int, whole: bool) -> Tuple[List[int], int]:
    """Where the parts of a message of this size begin, and where the last one ends."""
    places = [part.offset for part in parts]
    start = end = least
    for at, part in enumerate(parts):
        if part.place == "kept":
            continue
        if part.place != "same":
            start = end
        if part.place == "rest" and size >= 0:
            there[at] = part.most if whole else max(0, size - start) / part.size
        if not whole:
            places[at] = start
        if 0 <= there[at] <= part.most:
            end = max(end, int(start + there[at] * part.size))
    return places, end


def _arrange(
    data: bytes, parts: List[_Part], sizes: Tuple[int, int, int], counts: Tuple[_Count, _Count], short: str, long: str
) -> Tuple[bytes, List[int], List[int]]:
    """The payload, the number of elements of each part, and where it begins. Raises ValueError if counts and size disagree."""
    least, wire_size, most = sizes
    size = max(len(data), least)
    whole = wire_size <= size <= most
    payload = bytes(data).ljust(wire_size, b"\0")
    there: List[float] = [0.0] * len(parts)
    counts[0](payload, there, [])
    places, end = _placed(parts, there, least, size, whole)
    _checked(parts, there, False)
    extent = size if whole else end
    if (extent > size or len(data) < least) and short == "reject" or extent < size and long == "reject":
        raise ValueError(f"{extent} bytes wanted, {len(data)} there")
    counts[1](payload, there, places)
    _checked(parts, there, True)
    return payload, [int(count) for count in there], places


def _pack(
    laid: bytes, parts: List[_Part], sizes: Tuple[int, int, int], counts: Tuple[_Count, _Count], given: List[int]
) -> bytearray:
    """The message without its absent parts. Raises ValueError for more elements than it says that it has."""
    there: List[float] = [0.0] * len(parts)
    fixed = [part.offset for part in parts]
    counts[0](laid, there, fixed)
    counts[1](laid, there, fixed)
    for at, part in enumerate(parts):
        if part.place == "rest":
            there[at] = given[at]
    _checked(parts, there, False)
    _checked(parts, there, True)
    for part, count, own in zip(parts, there, given):
        if own > count:
            raise ValueError(f"'{part.path}' has {own} elements, and {count:g} by '{part.tag}'")
    places, end = _placed(parts, there, sizes[0], -1, False)
    data = bytearray(laid[: sizes[0]].ljust(end, b"\0"))
    for part, count, start in zip(parts, there, places):
        if part.place != "kept":
            size = int(count) * part.size
            data[start : start + size] = laid[part.offset : part.offset + size]
    return data
