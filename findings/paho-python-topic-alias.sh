#!/bin/sh
# paho-mqtt for Python lets a client offer aliases (TopicAliasMaximum in CONNECT), and then hands over each message that comes by its alias alone
# with an empty topic: it does not keep which topic the alias was given [MQTT 5, 3.3.2.3.4]. Callbacks of message_callback_add miss it.
# The server here sends one topic twice, as the standard has it. Seen with 2.2.0; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check paho-mqtt==2.2.0
cat >run.py <<'END'
import socket
import threading
from importlib.metadata import version

from paho.mqtt.client import CallbackAPIVersion, Client, MQTTv5
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

listener = socket.create_server(("127.0.0.1", 0))


def serve():
    connection, _ = listener.accept()
    connection.recv(1024)
    connection.sendall(bytes.fromhex("2003000000"))  # CONNACK
    for topic in (b"lab/rig", b""):
        body = len(topic).to_bytes(2, "big") + topic + bytes.fromhex("03230001") + b"x"  # Topic Alias 1
        connection.sendall(bytes([0x30, len(body)]) + body)
    connection.recv(1024)


threading.Thread(target=serve, daemon=True).start()
topics, filtered, done = [], [], threading.Event()
client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)


def received(_client, _data, message):
    topics.append(message.topic)
    if len(topics) + len(filtered) == 2:
        done.set()


client.on_message = received
client.message_callback_add("lab/#", lambda _client, _data, message: filtered.append(message.topic))
offered = Properties(PacketTypes.CONNECT)
offered.TopicAliasMaximum = 5
client.connect("127.0.0.1", listener.getsockname()[1], properties=offered)
client.loop_start()
done.wait(20)
print(f"paho-mqtt {version('paho-mqtt')}: by lab/# {filtered}, by no filter {topics}")
client.loop_stop()
END
timeout 60 venv/bin/python run.py | tee out
echo "paho-mqtt 2.2.0: by lab/# ['lab/rig'], by no filter ['']" | cmp - out
