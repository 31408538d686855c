/** Commands in a channel of their own, since their IDs are elsewhere, to devices whose telemetry is another channel's. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { Board, order } from "../../support/commanded-lab.ts";
import { Lab, type ServiceProcess } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

const TELEMETRY = `struct __attribute__((packed)) state { uint8_t id; uint8_t mode; } state = { 1, 0 };`;
const COMMANDS = `// @command
struct __attribute__((packed)) move { uint16_t app; uint8_t id; int8_t steps; } move = { .app = 0x1234, .id = 1, .steps = 0 };`;

let lab: Lab;
let service: ServiceProcess;
let tcpPort: number;

before(async () => {
  tcpPort = await freePort();
  const section = (name: string, keys: string) =>
    `[lab-${name}]\nwamp_topic = lab.${name}.telemetry\ninclude_path = headers\nlength = none\n${keys}\n`;
  const telemetry = "header_files = sat.h\nid = u8@0\nmessages = 1 state\ncommands = orders";
  const ini = [
    "[lab]\nchannels = lab-sat, lab-wire, lab-orders\n",
    section("sat", `udp_port = 0\n${telemetry}`),
    section("wire", `sources = tcp:${tcpPort}\nlisten = 127.0.0.1\nframing = cobs\n${telemetry}`),
    section("orders", "udp_port = 0\nheader_files = orders.h\nid = u8@2\nmessages = 1 move"),
  ].join("");
  lab = new Lab({ ini, headers: { "sat.h": TELEMETRY, "orders.h": COMMANDS } });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  service = await lab.start();
});

after(async () => {
  await lab?.remove();
});

async function isKnown(to: string): Promise<void> {
  await until(async () => {
    const { peers } = await service.json<{ peers: { to: string }[] }>("/api/lab/orders/command");
    return peers.some((peer) => peer.to === to);
  });
}

test("over UDP, from the port of the telemetry", async () => {
  const board = await Board.open(service.udpPort("sat"));
  board.answer = "nothing";
  board.send([1, 7]);
  await isKnown(board.to);
  const { body, text } = await order(
    service,
    { command: "move", fields: { steps: -2 }, to: board.to, wait: true },
    { place: "lab/orders" },
  );
  assert.equal(body?.state, "sent", text);
  await until(() => board.received.length > 0);
  assert.deepEqual(board.received, ["341201fe"]);
  const own = await order(service, { command: "move" }, { place: "lab/sat" });
  assert.match(own.text, /'lab\/sat' takes no commands/);
  board.close();
});

test("into a connection, with the framing of the telemetry", async () => {
  const socket = connect(tcpPort, "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  socket.on("data", (data) => {
    received += data.toString("hex");
  });
  socket.write(Buffer.of(3, 1, 7, 0));
  const to = `tcp://127.0.0.1:${socket.localPort}`;
  await isKnown(to);
  const { body, text } = await order(
    service,
    { command: "move", fields: { steps: 5 }, to, wait: true },
    { place: "lab/orders" },
  );
  assert.equal(body?.state, "sent", text);
  await until(() => received.length >= 14);
  assert.equal(received, "00053412010500");
  socket.destroy();
});

test("the key names another channel", async () => {
  const text = readFileSync(lab.config, "utf8").replace("commands = orders", "commands = order");
  const other = new Lab({ ini: text, headers: { "sat.h": TELEMETRY, "orders.h": COMMANDS } });
  const { status, output } = other.generate();
  await other.remove();
  assert.equal(status, 1);
  assert.match(output, /'order' is not another channel \(did you mean 'orders'\?\)/);
});
