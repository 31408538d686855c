"""MicroPython on a Raspberry Pi Pico W: sends climate.h in UDP datagrams. CPython runs it, too: python3 main.py ADDRESS PORT COUNT."""

import socket
import struct
import sys
import time

try:
    import network

    wlan = network.WLAN(network.STA_IF)
    wlan.active(True)
    wlan.connect("your network", "its password")
    while not wlan.isconnected():
        time.sleep(0.1)
    arguments = ["192.168.1.10", "8888", "-1"]  # the machine that runs structline
except ImportError:
    arguments = sys.argv[1:]

to = socket.getaddrinfo(arguments[0], int(arguments[1]))[0][-1]
left = int(arguments[2])
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
seq = 0
while left != 0:
    seq = (seq + 1) & 0xFFFF
    temperature, humidity = 21.5, 48.2  # your sensor
    udp.sendto(struct.pack("<BBHhH", 8, 1, seq, int(temperature * 100), int(humidity * 100)), to)
    left -= 1
    if left != 0:
        time.sleep(1)
