import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { CsvHeaders } from "../../../../runtime/intake/csv-headers.ts";
import type { HttpAccess } from "../../../../runtime/sources/http/access.ts";
import { httpSource } from "../../../../runtime/sources/http/http-source.ts";
import { decodingWith } from "../../../support/device-messages.ts";
import { MemoryIntake } from "../../../support/memory-intake.ts";

const WIDE = "/api/mqttkit-1/testdrive/area-42/node-1";
const AT = "mqttkit_1_testdrive/area_42_node_1_sensors";

interface Opened {
  readonly maxBodyBytes?: number;
  readonly corsOrigins?: string[];
  readonly dropFields?: string[];
  readonly access?: HttpAccess;
}

function open(options: Opened = {}) {
  const intake = new MemoryIntake();
  const memory = new Map<string, string>();
  const store = {
    remember: async (key: string, value: string) => void memory.set(key, value),
    remembered: async () => memory,
  };
  const csvHeaders = new CsvHeaders(store, intake.clock);
  const { maxBodyBytes = 1_000_000, corsOrigins = [], dropFields = [], access } = options;
  const settings = { maxBodyBytes, corsOrigins };
  const app = httpSource({
    intake: intake.core,
    settings,
    decoding: decodingWith([], dropFields),
    csvHeaders,
    clock: intake.clock,
    ...(access && { access }),
  });
  const post = (
    path: string,
    contentType: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) => app.request(path, { method: "POST", body, headers: { "Content-Type": contentType, ...headers } });
  return { intake, app, post, memory };
}

const RECEIVED_ONE = '[{"type":"info","message":"Received #1 readings"}]';

test("a JSON object is stored, and the answer names the channel [D18, D19]", async () => {
  const { intake, post } = open();
  const response = await post(`${WIDE}/data`, "application/json; charset=utf-8", '{"temperature": 42.84}');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("Channel-Id"), "/mqttkit-1/testdrive/area-42/node-1");
  assert.equal(await response.text(), RECEIVED_ONE);
  assert.deepEqual(intake.rows(), [{ at: AT, temperature: 42.84 }]);
});

test("wide, direct and device addresses [D26, D28]", async () => {
  const { intake, post } = open();
  const direct = await post("/api/mqttkit-1/channel/testdrive-area-42-node-1/data", "application/json", '{"a":1}');
  assert.equal(direct.headers.get("Channel-Id"), "/mqttkit-1/testdrive/area/42-node-1");
  await post("/api/mqttkit-1/device/123e4567/data", "application/json", '{"a":1}');
  assert.deepEqual(intake.rows(), [
    { at: AT, a: 1 },
    { at: "mqttkit_1_devices/default_123e4567_sensors", a: 1 },
  ]);
});

test("an array gives as many readings as it has rows; bad ones are rejected alone [D19]", async () => {
  const { intake, post } = open();
  const response = await post(`${WIDE}/data`, "application/json", '[{"a":1},{"a":2,"time":"never"},{"a":3}]');
  const reason = "Time 'never' is neither ISO 8601 nor a number";
  assert.deepEqual(await response.json(), [
    { type: "info", message: "Received #2 readings" },
    { type: "info", message: `1 row was rejected, see 'channel-message rejects list'; the first: ${reason}` },
  ]);
  assert.deepEqual(
    intake.deadLetters.map(({ code, message }) => [code, Buffer.from(message.payload).toString()]),
    [["bad-time", '{"a":2,"time":"never"}']],
  );
});

test("the answer counts the rows that became dead letters, also where a whole piece of a table is rejected", async () => {
  const { post } = open();
  const lines = await post(`${WIDE}/data`, "application/x-ndjson", '{"a":1}\n{"a":\n[1]\n{"a":2}\n');
  assert.match(await lines.text(), /#2 readings.*2 rows were rejected.*the first: The message is not JSON/);
  const bad = "never,1\n".repeat(20_000);
  const table = await post(
    `${WIDE}/data`,
    "text/csv",
    `## time,a\n2026-01-31T12:00:00Z,1\n${"never,1\n".repeat(3)}${bad}`,
  );
  assert.match(await table.text(), /#1 readings.*20003 rows were rejected/);
});

test("a form is one reading [D21]", async () => {
  const { intake, post } = open();
  const response = await post(
    `${WIDE}/data`,
    "application/x-www-form-urlencoded",
    "temperature=21.5&name=a+b%21&on=true",
  );
  assert.equal(await response.text(), RECEIVED_ONE);
  assert.deepEqual(intake.rows(), [{ at: AT, temperature: 21.5, name: "a b!", on: 1 }]);
});

test("credentials in a body are neither kept nor shown, whatever else is wrong with the body", async () => {
  const { intake, post, memory } = open({ dropFields: ["PASSKEY", "password"] });
  await post(`${WIDE}/data`, "application/x-www-form-urlencoded", "PASSKEY=s3cret&t=1&Pass%77ord=s3cret");
  await post(`${WIDE}/data`, "application/json", '{"t":2,"a":{"passkey":"s3cret \\" }"},"password":{"x":["s3cret"]}}');
  await post(
    `${WIDE}/data`,
    "application/json",
    '[{"t":3,"passkey":"s3cret"},{"password":12345678901234567890,"t":4}]',
  );
  assert.deepEqual(
    intake.rows(),
    [1, 2, 3, 4].map((t) => ({ at: AT, t })),
  );
  await post(`${WIDE}/data`, "application/json", '{"t":,"passkey":"s3cret"');
  await post(`${WIDE}/data`, "text/plain", "passkey=s3cret&t=5");
  const header = await post(`${WIDE}/data`, "text/csv", "## t,passkey\n1,s3cret\n");
  assert.equal(header.status, 400);
  assert.equal(
    await header.text(),
    "CSV column 'passkey' must not be stored ([http] drop_fields): send the table without it",
  );
  const seen = [...intake.messages, ...intake.deadLetters.map(({ message }) => message)];
  assert.equal(seen.length, 5);
  for (const { payload } of seen) assert.doesNotMatch(Buffer.from(payload).toString(), /s3cret|1234/);
  assert.doesNotMatch(JSON.stringify([intake.signals, [...memory]]), /s3cret/);
});

test("a body without such fields is kept byte by byte", async () => {
  const { intake, post } = open({ dropFields: ["token"] });
  const body = '{ "note": "a token\u00e9" }';
  await post(`${WIDE}/data`, "application/json", body);
  assert.equal(Buffer.from(intake.messages[0]?.payload ?? []).toString(), body);
});

test("a CSV header is remembered for rows without one [D19, D24]", async () => {
  const { intake, post, memory } = open();
  const header = await post(`${WIDE}/data`, "text/csv", "## time, temperature,humidity\r\n");
  assert.equal(
    await header.text(),
    `[{"type":"info","message":"Received header fields ['time', 'temperature', 'humidity']"}]`,
  );
  const [remembered] = [...memory.values()].map((text) => JSON.parse(text));
  assert.deepEqual(remembered.fields, ["time", "temperature", "humidity"]);
  assert.match(remembered.setAt, /^20\d\d-\d\d-\d\dT/);
  const rows = await post(
    "/api/mqttkit-1/channel/testdrive-area-42-node-1/data",
    "text/csv",
    "2026-01-31T12:00:00Z;21.5;\n2026-01-31T12:00:01Z;22;50",
  );
  assert.equal(await rows.text(), '[{"type":"info","message":"Received #2 readings"}]');
  assert.deepEqual(intake.rows(), [
    { at: AT, temperature: 21.5 },
    { at: AT, temperature: 22, humidity: 50 },
  ]);
});

test("header and rows in one body; bad rows are rejected alone [D24]", async () => {
  const { intake, post } = open();
  const body =
    '\ufeff## time,v,note\n2026-01-31T12:00:00Z,1,"a, ""b"""\nnever,2,x\n2026-01-31T12:00:02Z,3\n2026-01-31T12:00:03Z,4,y\n';
  const response = await post(`${WIDE}/data`, "text/csv", body);
  assert.equal(
    await response.text(),
    `[{"type":"info","message":"Received header fields ['time', 'v', 'note']"},{"type":"info","message":"Received #2 readings"},{"type":"info","message":"2 rows were rejected, see 'channel-message rejects list'; the first: Time 'never' is neither ISO 8601 nor a number"}]`,
  );
  assert.deepEqual(intake.rows(), [
    { at: AT, v: 1, note: 'a, "b"' },
    { at: AT, v: 4, note: "y" },
  ]);
  assert.deepEqual(
    intake.deadLetters.map(({ message }) => Buffer.from(message.payload).toString()),
    ["## time,v,note\nnever,2,x\n", "## time,v,note\n2026-01-31T12:00:02Z,3\n"],
  );
  assert.equal(
    intake.signals[0]?.signal.description,
    'Error processing HTTP message "{"time":"never","v":"2","note":"x"}" from topic "mqttkit-1/testdrive/area-42/node-1/data.json".',
  );
});

for (const [name, encoding, compress] of [
  ["gzip", "gzip", gzipSync],
  ["zlib", "deflate", deflateSync],
  ["raw deflate", "deflate", deflateRawSync],
] as const) {
  test(`${name} bodies [D21]`, async () => {
    const { intake, post } = open();
    const body = new Uint8Array(compress('{"a":1}'));
    const response = await post(`${WIDE}/data`, "application/json", body, { "Content-Encoding": encoding });
    assert.equal(await response.text(), RECEIVED_ONE);
    assert.deepEqual(intake.rows(), [{ at: AT, a: 1 }]);
  });
}

test("a compressed body that expands beyond the limit is refused", async () => {
  const { post } = open({ maxBodyBytes: 1000 });
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(50_000_000, " ")));
  const response = await post(`${WIDE}/data`, "application/json", bomb, { "Content-Encoding": "gzip" });
  assert.deepEqual([response.status, await response.text()], [413, "Request body is larger than 1000 bytes"]);
});

test("an event is stored as sent, always with title, text and tags [D30]", async () => {
  const { intake, post } = open();
  const response = await post(`${WIDE}/event`, "application/json", '{"title":"7","reference":"42","ok":true}');
  assert.equal(response.status, 200);
  assert.deepEqual(intake.rows(), [
    { at: "mqttkit_1_testdrive/area_42_node_1_events", title: "7", text: "", tags: "", reference: "42", ok: true },
  ]);
});

test("an upload ends when its permission is withdrawn, and the rows up to then are kept", async () => {
  let may = true;
  const { intake, app } = open({
    access: { mayWrite: () => (may ? "allowed" : "unauthenticated"), userOf: () => undefined, follow: () => () => {} },
  });
  const rows = Buffer.from("1\n".repeat(50_000));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (intake.rows().length > 2_000_000) controller.close();
      else controller.enqueue(rows);
      if (intake.rows().length > 0) may = false;
    },
    start: (controller) => controller.enqueue(Buffer.from("## a\n")),
  });
  const init = { method: "POST", body, duplex: "half", headers: { "Content-Type": "text/csv" } };
  const response = await app.request(`${WIDE}/data`, init as RequestInit);
  assert.equal(response.status, 403);
  assert.match(await response.text(), /^Credentials are required; #\d+ readings were kept$/);
  assert.equal(response.headers.get("Connection"), "close");
  // The first mebibyte of a table is kept together, once it says what its columns hold.
  assert.ok(intake.rows().length < 700_000, `${intake.rows().length} rows were kept`);
});

test("503 with Retry-After while nothing can be stored", async () => {
  const { intake, post } = open();
  intake.full = true;
  const response = await post(`${WIDE}/data`, "application/json", '{"a":1}');
  assert.deepEqual([response.status, await response.text()], [503, "The journal is full"]);
  assert.equal(response.headers.get("Retry-After"), "5");
});

test("OPTIONS, HEAD and GET [D20]", async () => {
  const { app, intake } = open({ corsOrigins: ["https://page.example"] });
  const preflight = await app.request(`${WIDE}/data`, {
    method: "OPTIONS",
    headers: { Origin: "https://page.example", "Access-Control-Request-Method": "POST" },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("Allow"), "POST, OPTIONS");
  assert.equal(preflight.headers.get("Access-Control-Allow-Origin"), "https://page.example");
  const stranger = await app.request(`${WIDE}/data`, {
    method: "OPTIONS",
    headers: { Origin: "https://evil.example" },
  });
  assert.equal(stranger.headers.get("Access-Control-Allow-Origin"), null);
  for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
    const response = await app.request(`${WIDE}/data`, { method });
    assert.deepEqual([response.status, response.headers.get("Allow")], [405, "POST, OPTIONS"]);
  }
  assert.equal(intake.signals.length, 4);
});

test("a repeated request with its Idempotency-Key has the time of the first one, also after 503", async () => {
  const { intake, post } = open();
  const send = (key: string, body = '{"a":1}') =>
    post(`${WIDE}/data`, "application/json", body, { "Idempotency-Key": key });
  intake.full = true;
  assert.equal((await send("k")).status, 503);
  intake.full = false;
  for (const key of ["k", "l", "k"]) assert.equal((await send(key)).status, 200);
  assert.equal((await send("k", '{"a":2}')).status, 200);
  const times = intake.messages.map(({ receivedNs }) => receivedNs);
  assert.equal(times[0], times[2]);
  assert.equal(new Set(times).size, 3);
  assert.ok(times[0]! < times[1]!, "the refused one came first");
  assert.ok(
    intake.points.every(({ timeSource }) => timeSource === "payload"),
    "rows of the same times are replaced",
  );
  assert.equal((await send("k".repeat(256))).status, 400);
});

test("a CSV body with an Idempotency-Key is split in the same places however it arrives", async () => {
  const lines = Array.from({ length: 20_000 }, (_, row) => `${row % 7},1\n`).join("");
  const body = Buffer.from(`## a,b\n${lines}`);
  const { intake, app } = open();
  for (const piece of [1000, 70_001, body.length]) {
    const pieces = async function* () {
      for (let at = 0; at < body.length; at += piece) yield body.subarray(at, at + piece);
    };
    const headers = { "Content-Type": "text/csv", "Idempotency-Key": "k" };
    const init = { method: "POST", headers, body: ReadableStream.from(pieces()), duplex: "half" };
    assert.equal((await app.request(`${WIDE}/data`, init as RequestInit)).status, 200);
  }
  const [first, second, third] = [0, 1, 2].map((index) => {
    const count = intake.messages.length / 3;
    return intake.messages.slice(index * count, (index + 1) * count).map(({ receivedNs }) => receivedNs);
  });
  assert.ok(first!.length > 1, `${first!.length} rows at once`);
  assert.equal(new Set(first).size, first!.length, "chunks that are alike are not one");
  assert.deepEqual(second, first);
  assert.deepEqual(third, first);
});
