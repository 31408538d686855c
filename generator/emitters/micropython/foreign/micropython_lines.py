"""Lines of hexadecimal digits."""

from binascii import hexlify, unhexlify

# Written into each generated file from here on.


def _encoded(data):
    return hexlify(data) + b"\n"


def _decoded(data):
    try:
        return unhexlify(bytes(data).strip())
    except ValueError:
        return None
