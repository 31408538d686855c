"""A board that runs MicroPython: sends frames over TCP, and takes commands. Arguments: folder of the emitted module, port, frames."""

import sys

sys.path.append(sys.argv[1])

import socket  # noqa: E402

import board  # noqa: E402


def measured(count):
    message = board.Message("probe")
    message["armed"] = count & 1
    message["mode"] = count % 8
    message["trim"] = count % 16 - 8
    message["temperature"] = count % 1000 / 10
    message["count"] = count
    message["rate"] = count / 8
    for i in range(5):
        message["text." + str(i)] = count >> 4 * i & 255
    return message


def answered(command):
    """What the firmware in C does: a target between -40 and 160, or it refuses."""
    global target
    ack = board.Message("ack")
    ack["number"] = command["number"]
    ack["result"] = -40 <= command["target"] <= 160
    if ack["result"]:
        target = command["target"]
    ack["target"] = target
    return ack


target = 0.0
link = socket.socket()
link.connect(socket.getaddrinfo("127.0.0.1", int(sys.argv[2]))[0][-1])
for count in range(int(sys.argv[3])):
    link.write(board.stream(measured(count)))
parser = board.Parser()
while True:
    data = link.recv(64)
    if not data:
        break
    for message in parser.feed(data):
        if message.name == "set_point":
            link.write(board.stream(answered(message)))
