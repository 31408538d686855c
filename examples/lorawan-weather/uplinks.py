"""Prints the body that The Things Stack posts for one uplink of the station: python3 uplinks.py 21.5 48.2 1013.2 3.5 3.9 > uplink.json"""

import base64
import json
import struct
import sys

celsius, percent, hectopascals, wind, volts = map(float, sys.argv[1:])
measured = struct.pack(
    "<hHHBB",
    round(celsius * 100),
    round(percent * 100),
    round(hectopascals * 10),
    round(wind * 4),
    round((volts - 2) * 100),
)
uplink = {
    "end_device_ids": {"device_id": "meadow-soil-7", "application_ids": {"application_id": "weather"}},
    "received_at": "2026-01-02T03:04:05.123456789Z",
    "uplink_message": {
        "f_port": 1,
        "f_cnt": 9,
        "frm_payload": base64.b64encode(measured).decode(),
        "rx_metadata": [{"gateway_ids": {"gateway_id": "roof"}, "rssi": -97, "snr": 8.2}],
    },
}
print(json.dumps(uplink, indent=2))
