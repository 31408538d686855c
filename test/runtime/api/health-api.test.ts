import assert from "node:assert/strict";
import { test } from "node:test";
import type { HealthReport } from "../../../runtime/api/health.ts";
import { healthApi } from "../../../runtime/api/health-api.ts";

const REPORT: HealthReport = {
  version: "0.1.0",
  startedAt: "2026-01-31T12:00:00Z",
  ready: true,
  parts: { store: { state: "ok", detail: "telemetry.duckdb" } },
  channels: [],
  warnings: [],
};

test("health tells people, pages and probes", async () => {
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

test("a probe that does not exist is refused with the names of those that do", async () => {
  const response = await healthApi({ health: () => REPORT }).request("/health?probe=alive");
  assert.equal(response.status, 400);
  assert.match(await response.text(), /report, live/);
});
