import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import type { HealthReport } from "../../../runtime/api/health.ts";
import { directHealth, healthApi } from "../../../runtime/api/health-api.ts";
import { HealthReporter } from "../../../runtime/api/health-reporter.ts";
import { EVERYBODY } from "../../../runtime/http/caller.ts";
import { Activity } from "../../../runtime/intake/activity.ts";
import type { UdpChannels } from "../../../runtime/sources/udp/udp-channels.ts";

const REPORT: HealthReport = {
  version: "0.1.0",
  zones: "2026f",
  startedAt: "2026-01-31T12:00:00Z",
  ready: true,
  parts: { store: { state: "ok", detail: "telemetry.duckdb" } },
  channels: [],
  change: 0,
  warnings: [],
};

test("health answers browsers, pages and probes", async () => {
  const api = healthApi({ health: () => REPORT });
  const { state } = (await (await api.request("/health")).json()) as { state: string };
  assert.equal(state, "ok");
  assert.equal((await api.request("/health?probe=live")).status, 200);
  assert.equal((await api.request("/health?probe=ready")).status, 200);
  const down = healthApi({
    health: () => ({ ...REPORT, parts: { store: { state: "down", detail: "no database" } } }),
  });
  assert.equal((await down.request("/health")).status, 503);
  assert.equal((await down.request("/health?probe=ready")).status, 503);
  assert.equal((await down.request("/health?probe=live")).status, 200);
});

test("an unknown probe is refused with the names of existing ones", async () => {
  const response = await healthApi({ health: () => REPORT }).request("/health?probe=alive");
  assert.equal(response.status, 400);
  assert.match(await response.text(), /report, live/);
});

test("texts of parts and warnings, which may name others' channels, are for those who may read everything", async () => {
  const udp = { state: "degraded", detail: "secret at 127.0.0.1:8888", counts: { received: 1 } } as const;
  const lastError = { message: "secret", time: "2026-01-31T12:00:00Z" };
  const report = { ...REPORT, parts: { udp: { ...udp, lastError } }, warnings: ["secret"] };
  const seenBy = async (caller: typeof EVERYBODY) =>
    (await healthApi({ health: () => report, caller: () => caller }).request("/health")).text();
  assert.match(await seenBy(EVERYBODY), /secret/);
  const restricted = await seenBy({ ...EVERYBODY, mayAll: () => false });
  assert.doesNotMatch(restricted, /secret/);
  const { parts } = JSON.parse(restricted) as HealthReport;
  const detail = "visible to users who may read everything";
  assert.deepEqual(parts, { udp: { state: "degraded", counts: { received: 1 }, detail } });
});

test("probes get the same answer with and without hono; all other requests go to the routes", async () => {
  const metrics = { metrics: async () => "up 1\n" };
  let isKnown = false;
  const parts = { health: () => REPORT, metrics, caller: () => ({ ...EVERYBODY, isKnown }) };
  const [api, direct] = [healthApi(parts), directHealth(parts)];
  const ask = (method: string, url: string) => direct({ method, url } as IncomingMessage);
  assert.equal(ask("GET", "/metrics"), undefined);
  assert.equal((await api.request("/metrics")).status, 401);
  for (const path of ["/health", "/health?probe=live", "/health?probe=ready", "/metrics"]) {
    isKnown = path === "/metrics";
    const response = await api.request(path);
    const { status, headers, body } = (await ask("GET", path)) ?? assert.fail(path);
    const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    assert.deepEqual(
      [status, lowerCase, body],
      [response.status, Object.fromEntries(response.headers), await response.text()],
    );
  }
  for (const path of ["/health?scope=cluster", "/health?probe=alive", "/", "/read/measurements", "/healthy"])
    assert.equal(ask("GET", path), undefined, path);
  assert.equal(ask("POST", "/health"), undefined);
});

test("devices are listed page by page, header channels on the first page; a search text filters by name", async () => {
  const activity = new Activity(({ address }) => address);
  const message = { sender: "", contentType: "", receivedNs: 1n, payload: new Uint8Array() };
  for (const [source, address] of [
    ["udp", "rig"],
    ["http", "r/n/g/a"],
    ["mqtt", "r/n/g/b"],
    ["http", "r/n/g/c"],
    ["mqtt", "x".repeat(60_000)],
  ] as const)
    activity.received({ ...message, source, address });
  const served = [
    { name: "rig", udpPort: 8888, structs: [] },
    { name: "quiet", udpPort: 8889, structs: [] },
  ];
  const reporter = new HealthReporter({
    version: "1",
    commit: undefined,
    clock: { aheadNs: () => 0n, disbelievedNs: () => 0n },
    jumps: { list: [] },
    activity,
    inForce: {
      codecsHash: undefined,
      restarts: [],
      collisions: { warnings: () => [] },
      channels: { served: () => served, host: () => "127.0.0.1" } as unknown as UdpChannels,
    },
    parts: { observed: {} },
  });
  const api = healthApi({ health: (list) => reporter.report(list) });
  const ask = async (query: string) => {
    const { channels, next } = (await (await api.request(`/health${query}`)).json()) as HealthReport;
    return { names: channels.map(({ name }) => name), next };
  };
  assert.deepEqual(await ask("?limit=2"), { names: ["rig", "quiet", "r/n/g/a", "r/n/g/b"], next: 3 });
  assert.deepEqual(await ask("?limit=2&after=3"), { names: ["r/n/g/c", "(others)"], next: undefined });
  assert.deepEqual(await ask("?search=G/C"), { names: ["r/n/g/c"], next: undefined });
  assert.deepEqual((await ask("")).names.length, 6);
  // What has changed since an answer: of other runs' and restricted users' numbers, nothing is left out.
  const { change } = (await (await api.request("/health")).json()) as { change: string };
  activity.received({ ...message, source: "http", address: "r/n/g/c" });
  activity.rejected({ ...message, source: "mqtt", address: "r/n/g/new" }, "empty", "nothing");
  assert.deepEqual((await ask(`?since=${change}`)).names, ["rig", "quiet", "r/n/g/c", "r/n/g/new"]);
  assert.equal((await ask("?since=0123456789ab.9")).names.length, 7);
  const caller = () => ({ ...EVERYBODY, mayAll: () => false });
  const restricted = healthApi({ health: (list) => reporter.report(list), caller });
  const told = (await (await restricted.request(`/health?since=${change}`)).json()) as HealthReport;
  assert.deepEqual([told.channels.length, told.change], [7, undefined]);
});
