#!/bin/sh
# What python-can's recordings keep of five messages: a frame whose clock is earlier than the first one's gets the first one's time (log,
# blf), and is the only one with an absolute time in asc; a remote frame's length is lost in log; csv and sqlite make CAN FD frames
# classical ones of 12 bytes. An error frame as candump records it (ID 20000004) is read as a data frame with ID 4.
# No warning is given. Seen with python-can 4.6.1 on Python 3.11; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check python-can==4.6.1
cat >read.py <<'END'
import can
sent = [
    can.Message(timestamp=1700000000.5, arbitration_id=1, is_extended_id=False, data=b"a"),
    can.Message(timestamp=1700000001.5, arbitration_id=2, is_extended_id=False, is_fd=True, data=bytes(12)),
    can.Message(timestamp=1700000002.5, arbitration_id=3, is_extended_id=False, is_remote_frame=True, dlc=4),
    can.Message(timestamp=1699999990.5, arbitration_id=4, is_extended_id=False, data=b"b"),
]
for form in ("log", "asc", "blf", "csv", "db"):
    with can.Logger(f"a.{form}") as logger:
        for message in sent:
            logger.on_message_received(message)
    read = [f"{m.timestamp:.1f}{' fd' if m.is_fd else ''}{' remote' if m.is_remote_frame else ''} {m.dlc}" for m in can.LogReader(f"a.{form}")]
    print(form, ", ".join(read))
with open("error.log", "w") as file:
    file.write("(1700000000.000000) can0 20000004#0000000000000000\n")
for message in can.LogReader("error.log"):
    print("error frame:", message.is_error_frame, "ID", message.arbitration_id)
END
venv/bin/python read.py | tee out
cat >expected <<'END'
log 1700000000.5 1, 1700000001.5 fd 12, 1700000002.5 remote 0, 1700000000.5 1
asc 0.0 1, 1.0 fd 12, 2.0 remote 4, 1699999990.5 1
blf 1700000000.5 1, 1700000001.5 fd 12, 1700000002.5 remote 4, 1700000000.5 1
csv 1700000000.5 1, 1700000001.5 12, 1700000002.5 remote 4, 1699999990.5 1
db 1700000000.5 1, 1700000001.5 12, 1700000002.5 remote 4, 1699999990.5 1
error frame: False ID 4
END
cmp expected out
