"""Writes the log of a flight of a minute as autopilots and ground stations do: frames of MAVLink 2, one behind the other."""

import math
import struct
import sys

SYNC, SYSTEM, COMPONENT = 0xFD, 1, 1
BEGIN_US = 1_767_323_045_000_000  # 2026-01-02T03:04:05Z


def crc(data):
    """CRC-16/MCRF4XX"""
    value = 0xFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x8408 if value & 1 else 0)
    return value


def frame(sequence, message, extra, payload):
    payload = payload.rstrip(b"\0") or b"\0"  # MAVLink 2 leaves out zeros at the end
    head = struct.pack("<BBBBBB", len(payload), 0, 0, sequence & 0xFF, SYSTEM, COMPONENT)
    body = head + message.to_bytes(3, "little") + payload
    return bytes([SYNC]) + body + struct.pack("<H", crc(body + bytes([extra])))


with open(sys.argv[1], "wb") as log:
    for tick in range(300):
        turn = tick / 300 * 2 * math.pi
        lat, lon = 525_000_000 + int(9000 * math.sin(turn)), 134_000_000 + int(14_000 * math.cos(turn))
        height = int(125_000 * math.sin(turn / 2))
        course = int(36_000 * tick / 300)
        gps = struct.pack("<QiiiHHHHBB", BEGIN_US + tick * 200_000, lat, lon, height, 90, 140, 1250, course, 3, 14)
        log.write(frame(2 * tick, 24, 24, gps))
        status = struct.pack("<IIIHHhHHHHHHb", 7, 7, 7, 310, 16_400 - 5 * tick, 1480, 0, 0, 0, 0, 0, 0, 99 - tick // 10)
        log.write(frame(2 * tick + 1, 1, 124, status))
