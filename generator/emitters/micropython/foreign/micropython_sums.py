"""Checksums; part of each generated module that has one. `extra`: a byte appended to the data, or -1."""

# Written into each generated file from here on.


def _covered(data, start, end, extra):
    for at in range(start, end):
        yield data[at]
    if extra >= 0:
        yield extra


def _crc_plain(data, start, end, extra, width, polynomial, initial, xor):
    register, top, mask = initial, 1 << width - 1, (1 << width) - 1
    for byte in _covered(data, start, end, extra):
        register ^= byte << width - 8
        for _ in range(8):
            register = (register << 1 ^ polynomial if register & top else register << 1) & mask
    return register ^ xor


def _reversed(value, width):
    result = 0
    for _ in range(width):
        result, value = result << 1 | value & 1, value >> 1
    return result


def _crc_reflected(data, start, end, extra, width, polynomial, initial, xor):
    reflected, register = _reversed(polynomial, width), _reversed(initial, width)
    for byte in _covered(data, start, end, extra):
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ reflected if register & 1 else register >> 1
    return register ^ xor


def _sum_of(data, start, end, extra):
    return sum(_covered(data, start, end, extra))


def _xor_of(data, start, end, extra):
    result = 0
    for byte in _covered(data, start, end, extra):
        result ^= byte
    return result


def _two_sums(data, start, end, extra, initial, modulus, half):
    low, high = initial, 0
    for byte in _covered(data, start, end, extra):
        low = (low + byte) % modulus
        high = (high + low) % modulus
    return high << half | low
