"""Frames of public protocols by encoders from PyPI: prints [[hex, struct, {field: value}], ...] of the protocol that is named.

pip install pymavlink pyubx2 crsf-parser construct fastcrc sbp pymsp novatel-edie scapy stupidArtnet f1-22-telemetry
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


def msp():
    from pymsp.msp import MSPv1

    link = MSPv1()
    # A flight controller answers; the direction is not in the checksum.
    link.MSP_HEADER_STARTER = b"$M>"
    for n in range(12):
        angles = (100 + n, -50 - n, 270)
        emit(link.pack(108, struct.pack("<hhh", *angles)), "msp_attitude_t", **dict(zip(["roll", "pitch", "yaw"], angles)))
        analog = (120 + n, 1500, 900, -250)
        names = ["vbat", "mAhDrawn", "rssi", "amperage"]
        emit(link.pack(110, struct.pack("<BHHh", *analog)), "msp_analog_t", **dict(zip(names, analog)))
        height = (12345 + n, -20, 12300)
        names = ["estimatedActualPosition", "estimatedActualVelocity", "baroLatestAltitude"]
        emit(link.pack(109, struct.pack("<ihi", *height)), "msp_altitude_t", **dict(zip(names, height)))


def novatel():
    import novatel_edie

    binary = novatel_edie.ENCODE_FORMAT.BINARY
    for n in range(8):
        parser = novatel_edie.oem.Parser()
        head = f"COM1,0,83.5,FINESTEERING,2163,{329760 + n}.000,02400000,%s,65535"
        body = (
            f"BESTPOSA,{head % 'b1f6'};SOL_COMPUTED,SINGLE,{51.25 + n},-114.5,1097.75,-17.0000,WGS84,1.25,1.5,3.5,"
            f'"",0.500,0.250,18,17,16,15,00,02,11,01'
        )
        body = body.encode()
        parser.write(b"#" + body + b"*%08x\r\n" % novatel_edie.calculate_crc(body))
        data = bytes(parser.read().encode(binary).message)
        place = dict(lat=51.25 + n, lon=-114.5, alt=1097.75, undulation=-17, latStdDev=1.25, lonStdDev=1.5, altStdDev=3.5)
        counts = dict(positionType=16, diff_age=0.5, sol_age=0.25, satellitesTracked=18, satellitesUsed=17, satellitesL1=16)
        emit(data, "BestPos", **place, **counts)


def ibus():
    # The frame that the comments of Timo Wielink's FlySkyIBus library take apart, checksum included.
    frame = "2040db05dc055405dc05e803d007d205e803dc05dc05dc05dc05dc05dc05daf3"
    values = [0x5DB, 0x5DC, 0x554, 0x5DC, 0x3E8, 0x7D0, 0x5D2, 0x3E8] + [0x5DC] * 6
    emit(bytes.fromhex(frame), "iBusInfo", **{f"channels.{n}": value for n, value in enumerate(values)})


def ptp():
    from scapy.contrib.ptp_v2 import PTP

    for n in range(8):
        common = dict(domainNumber=3, sequenceId=n, clockIdentity=0x0102030405060708, portNumber=2)
        time = dict(originTimestamp_seconds=1700000000 + n, originTimestamp_nanoseconds=123456789)
        names = {"hdr.domainNumber": 3, "hdr.sequenceId": n, "hdr.sourcePortIdentity.portNumber": 2, "hdr.messageLength": 44}
        stamp = {"originTimestamp.seconds_lsb": 1700000000 + n, "originTimestamp.nanoseconds": 123456789}
        sync = bytes(PTP(messageType=0, messageLength=44, correctionField=n, **common, **time))
        emit(sync, "sync_msg", **names, **stamp)
        time = dict(preciseOriginTimestamp_seconds=1700000000 + n, preciseOriginTimestamp_nanoseconds=5)
        stamp = {"preciseOriginTimestamp.seconds_lsb": 1700000000 + n, "preciseOriginTimestamp.nanoseconds": 5}
        follow = bytes(PTP(messageType=8, messageLength=44, **common, **time))
        emit(follow, "follow_up_msg", **names, **stamp)
        clock = dict(currentUtcOffset=37, grandmasterPriority1=128, grandmasterClockClass=6, stepsRemoved=1)
        fields = {
            "currentUtcOffset": 37,
            "grandmasterPriority1": 128,
            "grandmasterClockQuality.clockClass": 6,
            "stepsRemoved": 1,
        }
        announce = bytes(PTP(messageType=11, messageLength=64, **common, **clock))
        emit(announce, "announce_msg", **{**names, "hdr.messageLength": 64}, **fields)


def netflow():
    from scapy.layers.netflow import NetflowHeader, NetflowHeaderV5, NetflowRecordV5

    for n in range(12):
        flow = dict(input=1, output=2, dpkts=10 + n, dOctets=4000 + n, first=1000, last=2000 + n, srcport=443, dstport=50000)
        record = NetflowRecordV5(src="192.0.2.1", dst="198.51.100.7", prot=6, src_as=64500, dst_as=64501, **flow)
        names = ["input", "output", "dPkts", "dOctets", "first", "last", "srcport", "dstport"]
        values = dict(zip(names, flow.values()), srcaddr=0xC0000201, dstaddr=0xC6336407, prot=6, src_as=64500)
        emit(bytes(NetflowHeader(version=5) / NetflowHeaderV5(count=1) / record), "netflow_record", **values)


def artnet():
    from stupidArtnet import StupidArtnet

    for n in range(8):
        node = StupidArtnet("127.0.0.1", universe=n, packet_size=512)
        node.set_single_value(1, 10 + n)
        node.set_single_value(512, 255)
        frame = bytes(node.packet_header) + bytes(node.buffer)
        values = {"UniverseLo": n, "Length": 512, "Data.0": 10 + n, "Data.1": 0, "Data.511": 255, "ProtocolLo": 14}
        emit(frame, "RB3E_ArtNetPacket", **values)


def f1():
    import ctypes

    from f1_22_telemetry import packets

    def fill(value, seed):
        """Every number of the packet another one; by name, as the header has it."""
        found = {}
        for name, kind, *_ in value._fields_:
            if issubclass(kind, ctypes.Structure):
                inner, seed = fill(getattr(value, name), seed)
                found.update({f"m_{name}.{key}": each for key, each in inner.items()})
            elif issubclass(kind, ctypes.Array):
                for index in range(len(getattr(value, name))):
                    if issubclass(kind._type_, ctypes.Structure):
                        inner, seed = fill(getattr(value, name)[index], seed)
                        found.update({f"m_{name}.{index}.{key}": each for key, each in inner.items()})
                    else:
                        seed += 1
                        getattr(value, name)[index] = seed % 120
                        found[f"m_{name}.{index}"] = seed % 120
            else:
                seed += 1
                setattr(value, name, seed % 120)
                found[f"m_{name}"] = seed % 120
        return found, seed

    for number, name in [(0, "PacketMotionData"), (6, "PacketCarTelemetryData"), (7, "PacketCarStatusData")]:
        packet = getattr(packets, name)()
        values, _ = fill(packet, 10 * number)
        packet.header.packet_format, packet.header.packet_id = 2022, number
        values.update({"m_header.m_packet_format": 2022, "m_header.m_packet_id": number})
        emit(bytes(packet), name, **values)


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
    "msp": msp,
    "novatel": novatel,
    "ibus": ibus,
    "ptp": ptp,
    "netflow-5": netflow,
    "art-net": artnet,
    "f1-22": f1,
}

PROTOCOLS[sys.argv[1]]()
print(json.dumps(frames))
