"""Sends beacons as a ground station receives them: CCSDS space packets of APID 42, one in each datagram."""

import socket
import struct
import sys

APID = 42
to = (sys.argv[1], int(sys.argv[2]))
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for count in range(3):
    data = struct.pack(">IHhhB", 86400 + count, 7900 - 40 * count, 215, -430, 2)
    # CCSDS 133.0-B, primary header: telemetry, no secondary header; unsegmented; length less one.
    header = struct.pack(">HHH", APID, 0xC000 | count, len(data) - 1)
    udp.sendto(header + data, to)
