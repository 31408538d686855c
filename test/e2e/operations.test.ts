/** The service from an operator's view: health, metrics, signals to the service manager, a timely shutdown. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PARTS } from "../../runtime/parts/parts.ts";
import { COUNTERS } from "../../runtime/service/counters.ts";
import { parseExposition } from "../support/exposition-format.ts";
import { Lab, ROOT, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { freePort } from "../support/ports.ts";
import { until } from "../support/until.ts";

const PROBE = "struct struct_probe { uint8_t length; uint8_t ID; uint16_t value; } probe = {4, 1};\n";

function ini(port: number, more = ""): string {
  return `[lab]\nchannels = lab-rig, lab-idle\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n[lab-idle]\nudp_port = 0\nwamp_topic = lab.idle\ninclude_path = headers\nheader_files = rig.h\n[http]\nlisten = 127.0.0.1:${port}\n${more}`;
}

interface Health {
  readonly parts: Record<
    string,
    { state: string; detail: string; lastSuccess?: string; counts?: Record<string, number> }
  >;
  readonly channels: readonly {
    name: string;
    received: number;
    lastSeen?: string;
    advice?: string;
    lastError?: { code: string; advice: string };
  }[];
}

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = new Lab({ ini: ini(await freePort()), headers: { "rig.h": PROBE } });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
  const good = Array.from({ length: 100 }, (_, index) => Buffer.from([4, 1, index, 0]));
  await sendDatagrams(service.udpPort("rig"), [...good, Buffer.from([4, 9, 0, 0]), Buffer.from([1])]);
  const posted = await fetch(`${service.url}/api/lab/net/gw/node/data`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"temperature": 21.5}',
  });
  assert.equal(posted.status, 200);
  await until(async () => (await health()).channels[0]?.received === 102);
  await service.settled();
});

after(() => lab.remove());

function health(): Promise<Health> {
  return service.json<Health>("/health");
}

test("/health names every part with its state and the time of its last success", async () => {
  const { parts } = await health();
  assert.deepEqual(Object.keys(parts).sort(), [
    "alarms",
    "bus",
    "commands",
    "deadLetters",
    "descriptors",
    "frames",
    "http",
    "journal",
    "lines",
    "mqtt",
    "signals",
    "store",
    "udp",
    "writer",
  ]);
  assert.deepEqual([...new Set(Object.values(parts).map(({ state }) => state))], ["ok"]);
  for (const name of ["journal", "store", "writer", "udp", "http"]) {
    assert.match(parts[name]?.lastSuccess ?? name, /^20\d\d-/);
  }
});

test("/health lists received messages, errors and advice for each channel, also for one without messages", async () => {
  const { channels } = await health();
  const [rig, idle] = channels;
  assert.equal(rig?.name, "rig");
  assert.match(rig?.lastSeen ?? "", /^20\d\d-/);
  assert.equal(rig?.lastError?.code, "too-short");
  assert.match(rig?.lastError?.advice ?? "", /at least a length and an ID byte/);
  assert.equal(idle?.received, 0);
  assert.equal(
    idle?.advice,
    `Nothing has arrived since the start. Send to UDP port ${service.udpPort("idle")}; it listens on 127.0.0.1, so only programs on this machine can reach it; to change that, set 'listen'.`,
  );
});

test("/metrics uses Prometheus' text format and reports what happened", async () => {
  const response = await fetch(`${service.url}/metrics`);
  assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  const families = parseExposition(await response.text());
  const samples = (name: string) => Object.fromEntries(families.get(`structline_${name}`)?.samples ?? []);
  assert.deepEqual(samples("received_messages_total"), {
    '{source="udp"}': 102,
    '{source="frames"}': 0,
    '{source="lines"}': 0,
    '{source="http"}': 1,
    '{source="mqtt"}': 0,
    '{source="commands"}': 0,
  });
  assert.deepEqual(samples("decoded_rows_total"), {
    '{source="udp"}': 100,
    '{source="frames"}': 0,
    '{source="lines"}': 0,
    '{source="http"}': 1,
    '{source="mqtt"}': 0,
    '{source="commands"}': 0,
  });
  assert.deepEqual(samples("rejected_messages_total"), {
    '{source="udp",reason="unknown-id"}': 1,
    '{source="udp",reason="too-short"}': 1,
  });
  assert.deepEqual(samples("stored_rows_total"), { '{output="store"}': 101 });
  assert.deepEqual(samples("journal_messages_total"), { "": 101 });
  assert.deepEqual(samples("journal_waiting_messages"), { '{output="store"}': 0 });
  assert.deepEqual(samples("journal_oldest_waiting_seconds"), { "": 0 });
  assert.deepEqual(samples("dead_letters"), { "": 2 });
  assert.deepEqual(samples("udp_dropped_datagrams_total"), { '{where="kernel"}': 0, '{where="reader"}': 0 });
  assert.equal(samples("store_write_seconds")["_count"], samples("store_writes_total")['{output="store"}']);
  assert.deepEqual(samples("ready"), { "": 1 });
  assert.equal(samples("part_state")['{part="store"}'], 0);
  assert.ok(
    (samples("journal_limit_bytes")[""] ?? 0) > (samples("journal_size_bytes")[""] ?? 0),
    "a limit above the size",
  );
  for (const name of ["bus_subscribers", "bus_dropped_events_total", "nodejs_eventloop_lag_p99_seconds"]) {
    assert.equal(typeof samples(name)[""], "number", name);
  }
});

test("each part has the numbers that it declares as metrics", async () => {
  const { parts } = await health();
  const running = COUNTERS.filter(({ part }) => parts[part] !== undefined);
  const missing = running.flatMap(({ part, metrics }) =>
    Object.keys(metrics).filter((count) => !Number.isFinite(parts[part]?.counts?.[count])),
  );
  assert.deepEqual(missing, []);
  const ofParts = new Set(PARTS.flatMap(({ counters }) => counters ?? []));
  const absent = COUNTERS.filter((table) => parts[table.part] === undefined && !ofParts.has(table));
  assert.deepEqual(
    absent.map(({ part }) => part),
    ["access"],
    "only what is not configured",
  );
});

test("the metrics in docs/operations.md exist", async () => {
  const families = parseExposition(await (await fetch(`${service.url}/metrics`)).text());
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const listed = [...page.matchAll(/^\| `(\w+)` \| (?:counter|gauge|histogram) \|/gm)].map(([, name]) => name ?? "");
  const ofNodes = /^cluster_/;
  const named = [
    ...(page.match(/structline_\w+/g) ?? []).filter((name) => name !== "structline_"),
    ...listed.filter((name) => !ofNodes.test(name)).map((name) => `structline_${name}`),
  ];
  assert.ok(named.length > 40, `${named.length} names`);
  assert.deepEqual(
    named.filter((name) => !families.has(name)),
    [],
  );
});

test("senders cannot increase the number of metrics: there is no label for addresses", async () => {
  const ownLines = async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return text.split("\n").filter((line) => !line.startsWith("structline_nodejs_"));
  };
  const before = await ownLines();
  for (let device = 0; device < 50; device++) {
    await fetch(`${service.url}/api/lab/net/gw/node-${device}/data`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"temperature": 21.5}',
    });
  }
  const lines = await ownLines();
  assert.equal(lines.length, before.length);
  assert.doesNotMatch(lines.join("\n"), /node-\d|gw/);
});

test("SIGHUP adds and removes channels, moves ports, and loads newly generated codecs", async () => {
  const channel = (name: string, port: number, header = "rig.h") =>
    `[lab-${name}]\nudp_port = ${port}\nwamp_topic = lab.${name}\ninclude_path = headers\nheader_files = ${header}\n`;
  const http = `[http]\nlisten = 127.0.0.1:${await freePort()}\n`;
  const other = new Lab({
    ini: `[lab]\nchannels = lab-kept, lab-moved, lab-gone\n${channel("kept", 0)}${channel("moved", 0)}${channel("gone", 0)}${http}`,
    headers: { "rig.h": PROBE },
  });
  try {
    assert.equal(other.generate().status, 0);
    const running = await other.start();
    const keptPort = running.udpPort("kept");
    await sendDatagrams(keptPort, [Buffer.from([4, 1, 10, 0])]);
    const movedPort = await freePort();
    other.configure(
      `[lab]\nchannels = lab-kept, lab-moved, lab-new\n${channel("kept", 0)}${channel("moved", movedPort)}${channel("new", 0)}${http}`,
    );
    writeFileSync(
      join(other.directory, "headers/rig.h"),
      PROBE.replace("value;", "value; // @rule: expr=value / 10\n"),
    );
    assert.equal(other.generate().status, 0);
    running.signal("SIGHUP");
    await until(() => running.output.includes("reloaded: 3 channels"));

    await sendDatagrams(keptPort, [Buffer.from([4, 1, 10, 0])]);
    await sendDatagrams(movedPort, [Buffer.from([4, 1, 20, 0])]);
    await until(async () => {
      const { channels } = await running.json<Health>("/health");
      return ["kept", "moved"].every((name) => channels.some((one) => one.name === name && one.lastSeen !== undefined));
    });
    await until(async () => (await running.json<Health>("/health")).channels[0]?.received === 2);
    await running.settled();
    const { channels } = await running.json<Health>("/health");
    assert.deepEqual(
      channels.map(({ name }) => name),
      ["kept", "moved", "new"],
    );
    const values = async (name: string) => {
      const path = `/read/rows?database=lab_${name}&measurement=01_probe`;
      return (await running.json<{ rows: { value: number }[] }>(path)).rows.map(({ value }) => value);
    };
    assert.deepEqual([await values("kept"), await values("moved")], [[10, 1], [2]]);
  } finally {
    await other.remove();
  }
});

test("a store that never answers does not prevent shutdown; the next start stores the remaining messages", {
  skip: onlyLong,
}, async () => {
  const hanging = await listening();
  const address = hanging.address();
  const port = typeof address === "object" ? address?.port : 0;
  const other = new Lab({
    ini: ini(await freePort(), `[store]\nurl = influxdb+v1://127.0.0.1:${port}\n`),
    headers: { "rig.h": PROBE },
  });
  try {
    assert.equal(other.generate().status, 0);
    const stuck = await other.start();
    await sendDatagrams(stuck.udpPort("rig"), [Buffer.from([4, 1, 1, 0]), Buffer.from([4, 1, 2, 0])]);
    await until(async () => (await stuck.json<Health>("/health")).channels[0]?.received === 2);
    const waiting = parseExposition(await (await fetch(`${stuck.url}/metrics`)).text());
    assert.equal(waiting.get("structline_journal_waiting_messages")?.samples.get('{output="store"}'), 2);
    assert.ok((waiting.get("structline_journal_oldest_waiting_seconds")?.samples.get("") ?? 0) > 0, "a message waits");
    assert.equal(await stuck.stop(), 0);
    assert.match(stuck.output, /the store did not take all messages; the journal keeps the rest for the next start/);

    other.configure(ini(await freePort()));
    const next = await other.start();
    await next.settled();
    const { rows } = await next.json<{ rows: { value: number }[] }>("/read/rows?database=lab_rig&measurement=01_probe");
    assert.deepEqual(
      rows.map(({ value }) => value),
      [1, 2],
    );
  } finally {
    hanging.close();
    await other.remove();
  }
});

/** Accepts connections and never answers. */
function listening(): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => {}).unref());
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}
