"""Space packets of spacepackets, as JSON: APID, hexadecimal bytes, and what the packet says."""

import binascii
import datetime
import json
import struct
import sys

from spacepackets.ccsds import CdsShortTimestamp, PacketType, SequenceFlags, SpacePacketHeader

packets = []


def packet(apid, count, data, flags=SequenceFlags.UNSEGMENTED, crc=False, **values):
    length = len(data) + (2 if crc else 0) - 1
    header = SpacePacketHeader(PacketType.TM, apid, count, length, sec_header_flag=True, seq_flags=flags)
    frame = bytes(header.pack()) + data
    if crc:
        frame += struct.pack(">H", binascii.crc_hqx(frame, 0xFFFF))
    packets.append({"apid": apid, "hex": frame.hex(), **values})


crc = "crc" in sys.argv
for number in range(8):
    now = datetime.datetime(2024, 2, 28, 23, 59, 57, 250000, tzinfo=datetime.timezone.utc)
    stamp = CdsShortTimestamp.from_datetime(now + datetime.timedelta(seconds=number))
    # Packet 5 of the first kind is lost.
    if number != 5:
        data = bytes(stamp.pack()) + struct.pack(">hI", -100 + number, 7000000 + number)
        packet(0x123, 16380 + number & 0x3FFF, data, crc=crc, seconds=stamp.as_unix_seconds(), temperature=-100 + number)
    packet(0x7E, number, struct.pack(">f", number / 4), crc=crc, volts=number / 4)
if "segments" in sys.argv:
    # Three parts, of the size that a whole message has.
    for at, flags in enumerate([SequenceFlags.FIRST_SEGMENT, SequenceFlags.CONTINUATION_SEGMENT, SequenceFlags.LAST_SEGMENT]):
        packet(0x7E, 8 + at, struct.pack(">f", 99.0), flags=flags, crc=crc, part=int(flags))
print(json.dumps(packets))
