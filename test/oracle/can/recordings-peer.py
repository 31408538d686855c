"""Writes recordings of CAN buses with python-can, and says what it reads in them. Arguments: folder, seed, number of frames."""

import json
import random
import sys
from decimal import Decimal

import logging

import can
from can.io.mf4 import MF4Reader, MF4Writer

logging.disable(logging.CRITICAL)

folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random.seed(seed)
FD = [*range(9), 12, 16, 20, 24, 32, 48, 64]


def message(at, fd):
    kind = random.random()
    extended = random.random() < 0.4
    common = {
        "timestamp": at, "arbitration_id": random.randrange(1 << 29 if extended else 1 << 11), "is_extended_id": extended,
        "channel": random.randrange(2), "is_rx": random.random() < 0.8}
    if kind < 0.05:
        return can.Message(**common, is_remote_frame=True, dlc=random.randrange(9))
    if kind < 0.08:
        return can.Message(timestamp=at, is_error_frame=True, channel=0)
    if fd and kind < 0.5:
        return can.Message(**common, is_fd=True, bitrate_switch=random.random() < 0.5, data=random.randbytes(random.choice(FD)))
    return can.Message(**common, data=random.randbytes(random.randrange(9)))


def write(name, writer, fd=True):
    at = 1_700_000_000.25
    for _ in range(count):
        at += random.randrange(1, 50_000) / 1e6
        writer.on_message_received(message(round(at, 6), fd))
    writer.stop()
    return name


names = [
    write("canutils.log", can.CanutilsLogWriter(f"{folder}/canutils.log")),
    write("vector.asc", can.ASCWriter(f"{folder}/vector.asc")),
    write("vector.blf", can.BLFWriter(f"{folder}/vector.blf", max_container_size=2000)),
    write("plain.blf", can.BLFWriter(f"{folder}/plain.blf", compression_level=0)),
    # Its writer leaves other frames out.
    write("peak.trc", can.TRCWriter(f"{folder}/peak.trc"), fd=False),
    write("drive.mf4", MF4Writer(f"{folder}/drive.mf4")),
    write("packed.mf4", MF4Writer(f"{folder}/packed.mf4", compression_level=2)),
    # Ours, as a logger leaves it that was switched off.
    "unfinished.mf4",
]
for name in names:
    arguments = {"relative_timestamp": False} if name.endswith(".asc") else {}
    reader = MF4Reader if name.endswith(".mf4") else can.LogReader
    for read in reader(f"{folder}/{name}", **arguments):
        # It takes an empty CAN FD frame in an ASC file for a remote one, which CAN FD does not have.
        if read.is_error_frame or (read.is_remote_frame and not read.is_fd):
            continue
        id = read.arbitration_id | (0x80000000 if read.is_extended_id else 0)
        print(json.dumps({"name": name, "us": int((Decimal(read.timestamp) * 1_000_000).to_integral_value()), "id": id,
                          "data": bytes(read.data).hex()}))
