"""Writes test/golden/protocol-frames.json: frames of public protocols by encoders from PyPI.

    python3 -m venv v && v/bin/pip install pymavlink pyubx2 pyrtcm sbp crsf-parser
    v/bin/python scripts/oracle/protocol-frames.py > test/golden/protocol-frames.json
"""

import json
import sys


def mavlink(version):
    if version == 2:
        from pymavlink.dialects.v20 import common as dialect
    else:
        from pymavlink.dialects.v10 import common as dialect
    link = dialect.MAVLink(None, srcSystem=1, srcComponent=1)
    for n in range(8):
        yield link.heartbeat_encode(2, 3, 81, 5, 4).pack(link)
        link.seq = (link.seq + 1) % 256
        yield link.attitude_encode(1000 + n, 0.1 * n, -0.2 * n, 1.5, 0.01, 0.02, 0.03).pack(link)
        link.seq = (link.seq + 1) % 256


def ubx():
    from pyubx2 import GET, UBXMessage

    for n in range(6):
        yield UBXMessage("NAV", "NAV-POSLLH", GET, iTOW=1000 * n, lon=13.4 + n, lat=52.5, height=34000 + n).serialize()
        yield UBXMessage("NAV", "NAV-STATUS", GET, iTOW=1000 * n, gpsFix=3, ttff=n, msss=99).serialize()


def sbp():
    from sbp.navigation import MsgGPSTime, MsgPosLLH

    for n in range(6):
        yield MsgGPSTime(sender=66, wn=2200, tow=1000 * n, ns_residual=-n, flags=1).to_binary()
        yield MsgPosLLH(sender=66, tow=1000 * n, lat=37.7, lon=-122.4 + n, height=12.5, h_accuracy=1,
                        v_accuracy=2, n_sats=9, flags=1).to_binary()


def rtcm():
    # RTCM 10403: a 1005 (station's position) as pyrtcm's own documentation has it.
    from pyrtcm import RTCMMessage

    for n in range(4):
        payload = (1005 << 140 | n << 128 | 3).to_bytes(19, "big")
        yield RTCMMessage(payload=payload).serialize()


def crsf():
    from crsf_parser.handling import crsf_build_frame
    from crsf_parser.payloads import PacketsTypes

    for n in range(6):
        yield crsf_build_frame(PacketsTypes.BATTERY_SENSOR, {"voltage": 123, "current": n, "capacity": 100, "remaining": 99})


SOURCES = {
    "MAVLink 2": lambda: mavlink(2),
    "MAVLink 1": lambda: mavlink(1),
    "u-blox UBX": ubx,
    "Swift Navigation SBP": sbp,
    "RTCM 3": rtcm,
    "CRSF": crsf,
}

frames = {}
for name, source in SOURCES.items():
    try:
        frames[name] = [bytes(frame).hex() for frame in source()]
    except Exception as problem:
        print(f"{name}: {type(problem).__name__}: {problem}", file=sys.stderr)
json.dump(frames, sys.stdout, indent=1)
print()
