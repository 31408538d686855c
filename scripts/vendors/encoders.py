"""Frames of public protocols by encoders from PyPI: prints [[hex, struct, {field: value}], ...] of the protocol that is named.

pip install pymavlink pyubx2 crsf-parser construct fastcrc sbp
"""

import json
import struct
import sys

frames = []


def emit(data, name, **values):
    frames.append([bytes(data).hex(), name, values])


def f32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


class Out:
    def write(self, _):
        pass


def mavlink(*versions):
    from pymavlink.dialects.v10 import common as one
    from pymavlink.dialects.v20 import common as two

    links = {"1": one.MAVLink(Out(), 1, 1), "2": two.MAVLink(Out(), 1, 1), "signed": two.MAVLink(Out(), 1, 1)}
    links["signed"].signing.secret_key = bytes(range(32))
    links["signed"].signing.sign_outgoing = True
    links["signed"].signing.timestamp = 1
    for n in range(8):
        for version in versions:
            link = links[version]
            angle = [0.1 * n, -0.2 * n, 1.5]
            message = link.attitude_encode(1000 * n, *angle, 0.0, 0.5, -0.5)
            names = ["roll", "pitch", "yaw", "rollspeed", "pitchspeed", "yawspeed"]
            values = dict(zip(names, map(f32, [*angle, 0.0, 0.5, -0.5])))
            emit(message.pack(link), "mavlink_attitude_t", time_boot_ms=1000 * n, **values)
            message = link.heartbeat_encode(2, 3, 81, n, 4)
            emit(message.pack(link), "mavlink_heartbeat_t", custom_mode=n, type=2, autopilot=3, base_mode=81, system_status=4)
            link.seq += 1


def ubx():
    import pyubx2

    for n in range(12):
        pos = dict(lon=13.4 + n / 100, lat=52.5, height=100 + n, hMSL=90, hAcc=5, vAcc=6)
        message = pyubx2.UBXMessage("NAV", "NAV-POSLLH", pyubx2.GET, iTOW=1000 * n, **pos)
        lon, lat = struct.unpack_from("<ii", message.payload, 4)
        emit(message.serialize(), "UBX_NAV_POSLLH_data_t", iTOW=1000 * n, lon=lon, lat=lat, height=100 + n, hMSL=90, hAcc=5, vAcc=6)


def crsf(battery, statistics):
    from crsf_parser.payloads import payload_battery_sensor, payload_link_statistics
    from fastcrc import crc8

    def frame(kind, payload):
        body = bytes([kind]) + payload
        return bytes([0xC8, len(body) + 1]) + body + bytes([crc8.dvb_s2(body)])

    for n in range(12):
        given = dict(voltage=120 + n, current=35, capacity=1500 + n, remaining=80)
        emit(frame(0x08, payload_battery_sensor.build(given)), battery, **given)
        names = [each.name for each in payload_link_statistics.subcons]
        values = dict.fromkeys(names, 0)
        values.update({names[0]: 60 + n, names[1]: 70, names[2]: 99, names[3]: -7})
        emit(frame(0x14, payload_link_statistics.build(values)), statistics[0], **dict(zip(statistics[1:], [60 + n, 70, 99, -7])))


def sbp():
    from sbp.navigation import MsgGPSTime, MsgPosLLH

    for n in range(12):
        message = MsgGPSTime(wn=2200, tow=1000 * n, ns_residual=-5, flags=1, sender=66)
        emit(message.to_binary(), "msg_gps_time_t", wn=2200, tow=1000 * n, ns_residual=-5, flags=1)
        place = dict(lat=52.5 + n, lon=13.4, height=35.25)
        message = MsgPosLLH(tow=1000 * n, **place, h_accuracy=10, v_accuracy=20, n_sats=9, flags=1, sender=66)
        emit(message.to_binary(), "msg_pos_llh_t", tow=1000 * n, **place, h_accuracy=10, v_accuracy=20, n_sats=9, flags=1)


PROTOCOLS = {
    "mavlink-2": lambda: mavlink("2"),
    "mavlink-1": lambda: mavlink("1"),
    "mavlink-mixed": lambda: mavlink("1", "2", "signed"),
    "ubx": ubx,
    "crsf-alfredo": lambda: crsf(
        "crsf_sensor_battery_t",
        ["crsfLinkStatistics_t", "uplink_RSSI_1", "uplink_RSSI_2", "uplink_Link_quality", "uplink_SNR"],
    ),
    "sbp": sbp,
}

PROTOCOLS[sys.argv[1]]()
print(json.dumps(frames))
