"""Consistent overhead byte stuffing."""

# Written into each generated file from here on.


def _encoded(data):
    out, code = bytearray(2), 1
    for at, byte in enumerate(data):
        if byte:
            out.append(byte)
        if not byte or (len(out) - code == 255 and at + 1 < len(data)):
            out[code] = len(out) - code
            code = len(out)
            out.append(0)
    out[code] = len(out) - code
    out.append(0)
    return out


def _decoded(data):
    out, at = bytearray(), 0
    while at < len(data):
        code = data[at]
        if code == 0 or at + code > len(data):
            return None
        out.extend(data[at + 1 : at + code])
        at += code
        if code < 255 and at < len(data):
            out.append(0)
    return out
