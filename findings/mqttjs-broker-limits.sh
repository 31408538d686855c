#!/bin/sh
# MQTT.js 5.16.0 with protocol 5 keeps neither limit that a broker states in its CONNACK: with Receive Maximum 2 it has ten publications of
# QoS 1 under way [MQTT-3.3.4-7], and with Maximum Packet Size 100 it sends 500 bytes [MQTT-3.2.2-15]. The broker here counts them; Mosquitto
# 2.0.11 with max_packet_size answers DISCONNECT 149, and the client sends the same message again on each of its connections.
# Seen on Node 20; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mqtt@5.16.0 mqtt-packet@9.0.2 >/dev/null
cat >run.mjs <<'END'
import { createServer } from "node:net";
import mqtt from "mqtt";
import packets from "mqtt-packet";
const version = { protocolVersion: 5 };
const seen = { together: 0, longest: 0 };
let open = 0;
const server = createServer((socket) => {
  const send = (packet) => socket.write(packets.generate(packet, version));
  const parser = packets.parser(version);
  parser.on("packet", (packet) => {
    if (packet.cmd === "connect") send({ cmd: "connack", reasonCode: 0, sessionPresent: false, properties: { receiveMaximum: 2, maximumPacketSize: 100 } });
    if (packet.cmd !== "publish") return;
    seen.together = Math.max(seen.together, ++open);
    seen.longest = Math.max(seen.longest, packet.payload.length);
    setTimeout(() => { open--; send({ cmd: "puback", messageId: packet.messageId, reasonCode: 0 }); }, 200);
  });
  socket.on("data", (bytes) => parser.parse(bytes)).on("error", () => {});
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.address().port}`, version);
await Promise.all(Array.from({ length: 10 }, (_, n) => client.publishAsync("t", String(n), { qos: 1 })));
await client.publishAsync("t", "x".repeat(500), { qos: 1 });
console.log(`under way at once: ${seen.together} of at most 2; longest payload: ${seen.longest} bytes in packets of at most 100`);
client.end(true);
server.close();
END
timeout 60 node run.mjs | tee out
echo "under way at once: 10 of at most 2; longest payload: 500 bytes in packets of at most 100" | cmp - out
