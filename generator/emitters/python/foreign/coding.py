"""Reads and writes fields; part of each generated module."""

import math
import struct
from enum import IntEnum
from typing import Literal, Optional, Type, TypeVar, Union

# Written into each generated file from here on.


_Order = Literal["little", "big"]
_Value = Union[float, int, str, bool, None]
_E = TypeVar("_E", bound=IntEnum)


def _named(kind: Type[_E], value: int) -> Union[_E, int]:
    try:
        return kind(value)
    except ValueError:
        return value


def _number(value: Optional[float]) -> float:
    return math.nan if value is None else float(value)


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def _text(data: bytes, at: int, length: int) -> str:
    return bytes(data[at : at + length]).split(b"\0", 1)[0].decode("utf-8", "replace")


def _put_text(data: bytearray, at: int, length: int, text: Optional[str]) -> None:
    if text is not None:
        cut = text.encode("utf-8", "replace")[:length].decode("utf-8", "ignore").encode("utf-8")
        data[at : at + length] = cut.ljust(length, b"\0")


def _put_bits(data: bytearray, at: int, length: int, shift: int, width: int, order: _Order, value: Optional[int]) -> None:
    if value is not None:
        mask = (1 << width) - 1
        word = int.from_bytes(data[at : at + length], order) & ~(mask << shift) | (int(value) & mask) << shift
        data[at : at + length] = word.to_bytes(length, order)


def _put_float(data: bytearray, at: int, form: str, value: Optional[float]) -> None:
    if value is not None:
        try:
            struct.pack_into(form, data, at, value)
        except OverflowError:
            struct.pack_into(form, data, at, math.copysign(math.inf, value))
