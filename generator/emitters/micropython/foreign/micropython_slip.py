"""Serial Line IP. [RFC 1055]"""

# Written into each generated file from here on.


def _encoded(data):
    out = bytearray(b"\xc0")
    for byte in data:
        out.extend(b"\xdb\xdc" if byte == 0xC0 else b"\xdb\xdd" if byte == 0xDB else bytes((byte,)))
    out.append(0xC0)
    return out


def _decoded(data):
    out, escaped = bytearray(), False
    for byte in data:
        if escaped and byte not in b"\xdc\xdd":
            return None
        if byte != 0xDB:
            out.append(byte if not escaped else 0xC0 if byte == 0xDC else 0xDB)
        escaped = byte == 0xDB
    return None if escaped else out
