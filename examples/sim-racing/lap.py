"""Drives a straight of three seconds: the datagrams of a racing simulator."""

import math
import socket
import struct
import sys
import time

to = (sys.argv[1], int(sys.argv[2]))
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for tick in range(180):
    speed = 85 * (1 - math.exp(-tick / 60))
    gear = 1 + min(6, int(speed / 12))
    rpm = 8000 + int(speed * 1000) % 4500
    tyres = [80 + tick / 18 + wheel for wheel in range(4)]
    udp.sendto(struct.pack("<fffbH4f", speed, 1, 0, gear, rpm, *tyres), to)
    time.sleep(1 / 600)
