"""Stands in for systemd: prints what comes to the socket named on the command line, a line for each notification."""

import socket
import sys

receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print("listening", flush=True)
while True:
    # Descriptors that come along are closed, as systemd does to say that it has handled what came before. [BARRIER=1]
    data, _, _, _ = receiver.recvmsg(4096)
    print(data.decode(), flush=True)
