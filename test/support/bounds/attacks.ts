/** Attempts by one client to exhaust a service's memory, turns or connections. Each ends on its own. */

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { connectPacket, publishPacket, rawClient, subscribePacket } from "../mqtt-packets.ts";
import { pause } from "../until.ts";

/** Why an attack waits. */
const MEASURED = "the service is measured meanwhile";

export interface Service {
  /** Without a slash at its end. */
  readonly url: string;
  readonly mqttPort: number;
  readonly tcpPort: number;
}

export interface Attack {
  readonly name: string;
  /** The result, in a few words. */
  run(service: Service): Promise<string>;
}

const MB = 1024 * 1024;

export const ATTACKS: readonly Attack[] = [
  {
    name: "HTTP: one connection pipelines small posts for 5 s",
    run: ({ url }) => pipelined(url, ""),
  },
  {
    name: "HTTP: the same through hono",
    run: ({ url }) => pipelined(url, "Origin: http://localhost\r\n"),
  },
  {
    name: "HTTP: 194 KB of gzip, 200 MB of CSV",
    async run({ url }) {
      const row = "2026-01-01T00:00:00Z,1\n";
      const rows = Buffer.from(row.repeat(Math.floor((8 * MB) / row.length)));
      const text = Buffer.concat([Buffer.from("## time,a\n"), ...Array.from({ length: 25 }, () => rows)]);
      const body = gzipSync(text, { level: 9 });
      const headers = { "Content-Type": "text/csv", "Content-Encoding": "gzip" };
      const response = await fetch(`${url}/api/r/n/g/zip/data`, { method: "POST", headers, body });
      return `${Math.round(body.length / 1000)} KB: ${response.status} ${(await response.text()).slice(0, 120)}`;
    },
  },
  {
    name: "HTTP: 824 CSV headers of 60 KB",
    async run({ url }) {
      let kept = 0;
      for (let i = 0; i < 824; i++) {
        const header = `## time,${Array.from({ length: 250 }, (_, n) => `${"x".repeat(230)}${n}_${i}`).join(",")}\n`;
        const headers = { "Content-Type": "text/csv" };
        const response = await fetch(`${url}/api/r/n/g/h${i}/data`, { method: "POST", headers, body: header });
        await response.text();
        if (response.ok) kept++;
      }
      return `${kept} of 824 answered with 200`;
    },
  },
  {
    name: "HTTP: 300 bodies of 1.9 MB that never end",
    async run({ url }) {
      const sockets = await openMany(new URL(url).port, 300);
      const head = `POST /api/r/n/g/d/data HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`;
      for (const socket of sockets) socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(1_900_000, "x")]));
      await pause(4000, MEASURED);
      return closedOf(sockets);
    },
  },
  {
    name: "HTTP: 3,000 idle connections",
    async run({ url }) {
      const sockets = await openMany(new URL(url).port, 3000);
      await pause(2000, MEASURED);
      return closedOf(sockets);
    },
  },
  {
    name: "MQTT: 300 retained messages of 1.9 MB",
    async run({ mqttPort }) {
      const { socket, received } = await rawClient(mqttPort, "greedy");
      for (let i = 0; i < 300; i++)
        await written(
          socket,
          publishPacket({ topic: `x/${i}`, payload: Buffer.alloc(1_900_000), qos: 1, id: i + 1, retain: true }),
        );
      await pause(1000, MEASURED);
      socket.destroy();
      return `${received.length - 1} acknowledged`;
    },
  },
  {
    name: "MQTT: 300 messages of 1.9 MB for an absent client",
    async run({ mqttPort }) {
      const absent = await rawClient(mqttPort, "absent", 0);
      absent.socket.write(subscribePacket("x/#", 1));
      await once(absent.socket, "data");
      absent.socket.destroy();
      const { socket, received } = await rawClient(mqttPort, "greedy");
      for (let i = 0; i < 300; i++)
        await written(socket, publishPacket({ topic: "x/y", payload: Buffer.alloc(1_900_000), qos: 1, id: i + 1 }));
      await pause(1000, MEASURED);
      socket.destroy();
      return `${received.length - 1} acknowledged`;
    },
  },
  {
    name: "MQTT: 1,100 durable clients leave",
    async run({ mqttPort }) {
      let granted = 0;
      for (let i = 0; i < 1100; i++) {
        const { socket, received } = await rawClient(mqttPort, `c${i}`, 0);
        socket.on("data", (bytes: Buffer) => {
          if (bytes[0] === 0x90 && bytes[4] === 1) granted++;
        });
        socket.write(subscribePacket("a/b", 1));
        await Promise.race([once(socket, "data"), once(socket, "close")]);
        if (i === 1099) granted = received.includes("suback 1") ? granted : -1;
        socket.destroy();
      }
      return `${granted} granted; the last one ${granted < 0 ? "was cut off" : "was answered"}`;
    },
  },
  {
    name: "MQTT: 500 first packets of 1.9 MB that never end",
    async run({ mqttPort }) {
      const sockets = await openMany(mqttPort, 500);
      const bytes = Buffer.concat([connectPacket("x", { clean: 1 }).subarray(0, 1), Buffer.from([0xff, 0xff, 0x73])]);
      for (const socket of sockets) socket.write(Buffer.concat([bytes, Buffer.alloc(1_890_000)]));
      await pause(3000, MEASURED);
      return closedOf(sockets);
    },
  },
  {
    name: "MQTT: 100 clients send 8 MB at QoS 0 without a pause, and wills of 60 KB",
    async run({ mqttPort }) {
      const clients = await Promise.all(Array.from({ length: 100 }, (_, i) => rawClient(mqttPort, `c${i}`)));
      const one = publishPacket({ topic: "x/y", payload: Buffer.alloc(1000), qos: 0 });
      const many = Buffer.concat(Array.from({ length: 8000 }, () => one));
      for (const { socket } of clients) socket.write(many);
      await pause(4000, MEASURED);
      return closedOf(clients.map(({ socket }) => socket));
    },
  },
  {
    name: "MQTT: 200 subscribers that never read",
    async run({ mqttPort }) {
      const clients = await Promise.all(Array.from({ length: 200 }, (_, i) => rawClient(mqttPort, `c${i}`)));
      for (const { socket } of clients) {
        socket.write(subscribePacket("x/#", 0));
        socket.pause();
      }
      const { socket } = await rawClient(mqttPort, "sender");
      for (let i = 0; i < 40; i++)
        await written(socket, publishPacket({ topic: "x/y", payload: Buffer.alloc(200_000), qos: 1, id: i + 1 }));
      await pause(2000, MEASURED);
      for (const { socket } of clients) socket.resume();
      await pause(500, MEASURED);
      return closedOf(clients.map(({ socket }) => socket));
    },
  },
  {
    name: "lists: of 12,000 devices, ten at once, and a query with 7,222 references",
    async run({ url }) {
      await manyDevices(url, 12_000);
      await pause(3000, MEASURED);
      const began = performance.now();
      const lists = ["/read/measurements", "/health"].flatMap((path) => Array.from({ length: 5 }, () => path));
      const answers = await Promise.all(
        lists.map(async (path) => (await (await fetch(`${url}${path}`)).text()).length),
      );
      const sql = Array.from({ length: 7222 }, (_, index) => `FROM t${index % 10}`).join(" UNION ");
      const response = await fetch(`${url}/read/sql`, { method: "POST", body: sql.slice(0, 64_000) });
      await response.text();
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      return `${lists.length} lists of ${Math.max(...answers)} bytes at most, query ${response.status}, in ${seconds} s`;
    },
  },
  {
    name: "TCP: 256 idle connections, and one more",
    async run({ tcpPort }) {
      const sockets = await openMany(tcpPort, 256);
      await pause(500, MEASURED);
      const late = connect(tcpPort, "127.0.0.1");
      late.on("error", () => {});
      await once(late, "connect");
      late.write(Buffer.from([4, 1, 1, 0]));
      await pause(500, MEASURED);
      return `the 257th is ${late.destroyed ? "cut off" : "taken"}; ${closedOf(sockets)}`;
    },
  },
];

async function manyDevices(url: string, count: number): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  for (let from = 0; from < count; from += 50) {
    const posts = Array.from({ length: 50 }, (_, more) =>
      fetch(`${url}/api/lists/n/g/d${from + more}/data`, { method: "POST", headers, body: '{"a":1,"b":2,"c":3}' }),
    );
    for (const response of await Promise.all(posts)) await response.arrayBuffer();
  }
}

async function pipelined(url: string, header: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  let answered = 0;
  socket.setEncoding("latin1").on("data", (text: string) => {
    answered += text.split("HTTP/1.1 200").length - 1;
  });
  const one = `POST /api/r/n/g/d/data HTTP/1.1\r\nHost: localhost\r\n${header}Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`;
  const many = Buffer.from(one.repeat(1000));
  const endMs = performance.now() + 5000;
  while (performance.now() < endMs) await written(socket, many);
  socket.destroy();
  return `${answered.toLocaleString("en-US")} answered`;
}

/** Resolves when the bytes are sent, or never will be. */
async function written(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed || socket.write(bytes)) return;
  await Promise.race([
    once(socket, "drain"),
    once(socket, "close"),
    pause(1000, "one that never reads does not stop the attack"),
  ]);
}

async function openMany(port: number | string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i++) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {}).resume();
    await Promise.race([once(socket, "connect"), once(socket, "close")]);
    sockets.push(socket);
  }
  return sockets;
}

function closedOf(sockets: readonly Socket[]): string {
  const closed = sockets.filter(({ destroyed }) => destroyed).length;
  for (const socket of sockets) socket.destroy();
  return `${closed} of ${sockets.length} closed`;
}
