"""Functions for channels with their own frame format or with checksums. `extra`: a byte appended to the data, or -1."""

from typing import Literal, Union

_Order = Literal["little", "big"]

# Written into each generated file from here on.

_Bytes = Union[bytes, bytearray]


def _write_number(frame: bytearray, at: int, length: int, order: _Order, mask: int, value: int) -> None:
    kept = int.from_bytes(frame[at : at + length], order) & ~mask
    frame[at : at + length] = (kept | value & mask).to_bytes(length, order)


def _read_number(frame: _Bytes, at: int, length: int, order: _Order) -> int:
    return int.from_bytes(frame[at : at + length], order)


def _covered(frame: _Bytes, start: int, end: int, extra: int) -> bytes:
    return bytes(frame[start:end]) + (b"" if extra < 0 else bytes([extra]))


def _crc_plain(frame: _Bytes, start: int, end: int, extra: int, width: int, polynomial: int, initial: int, xor: int) -> int:
    register, top, mask = initial, 1 << (width - 1), (1 << width) - 1
    for byte in _covered(frame, start, end, extra):
        register ^= byte << (width - 8)
        for _ in range(8):
            register = (register << 1) ^ (polynomial if register & top else 0)
        register &= mask
    return register ^ xor


def _crc_reflected(frame: _Bytes, start: int, end: int, extra: int, width: int, polynomial: int, initial: int, xor: int) -> int:
    reflected, register = (int(f"{value:0{width}b}"[::-1], 2) for value in (polynomial, initial))
    for byte in _covered(frame, start, end, extra):
        register ^= byte
        for _ in range(8):
            register = (register >> 1) ^ (reflected if register & 1 else 0)
    return register ^ xor


def _sum_of(frame: _Bytes, start: int, end: int, extra: int) -> int:
    return sum(_covered(frame, start, end, extra))


def _xor_of(frame: _Bytes, start: int, end: int, extra: int) -> int:
    result = 0
    for byte in _covered(frame, start, end, extra):
        result ^= byte
    return result


def _two_sums(frame: _Bytes, start: int, end: int, extra: int, initial: int, modulus: int, half: int) -> int:
    low, high = initial, 0
    for byte in _covered(frame, start, end, extra):
        low = (low + byte) % modulus
        high = (high + low) % modulus
    return high << half | low
