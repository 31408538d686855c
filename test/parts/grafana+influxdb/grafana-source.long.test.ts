/**
 * Grafana's own data source for InfluxDB, built from Grafana's sources: what its query builder makes is answered here as an InfluxDB
 * answers it, frame by frame, with the data source that the service makes for it.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { GRAFANA, GRAFANA_FOLDER, isInstalled } from "../../../scripts/test/peers.mjs";
import { startGrafana, TOKEN } from "../../support/grafana-server.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { Lab, type ServiceProcess } from "../../support/lab.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";

const skip =
  requires("influxd") ||
  (isInstalled(GRAFANA_FOLDER) ? false : "needs Grafana's sources (STRUCTLINE_PEERS=grafana npm run peers)");

interface Source {
  readonly url: string;
  readonly user?: string;
  readonly jsonData: object;
  readonly secureJsonData?: object;
}

interface Answer {
  readonly health: { readonly status: string; readonly message: string };
  readonly answers: {
    readonly results: Readonly<Record<string, { readonly error?: string; readonly frames?: readonly object[] }>>;
  };
}

const FROM = "2026-01-31T12:00:00Z";
const TO = "2026-01-31T12:04:00Z";
const T0_NS = BigInt(Date.parse(FROM)) * 1_000_000n;

function lines(): string {
  return Array.from({ length: 200 }, (_, i) => {
    const text = i % 50 === 0 ? `,s="a \\"${i}\\""` : "";
    const gap = i >= 60 && i < 90;
    const line = `02_cap f=${Math.round(Math.sin(i / 9) * 1000) / 8},n=${i - 100}i,b=${i % 3 === 0}${text}`;
    return gap ? "" : `${line} ${T0_NS + BigInt(i) * 1_000_000_000n + BigInt(i % 7)}\n`;
  }).join("");
}

/** As Grafana's panels send it. */
function asked(changes: object, refId = "A"): object {
  const groupBy = [part("time", "$__interval"), part("fill", "null")];
  const select = [[part("field", "f"), part("mean")]];
  const common = { refId, intervalMs: 10_000, maxDataPoints: 1000, tags: [], orderByTime: "ASC", policy: "default" };
  return { ...common, resultFormat: "time_series", measurement: "02_cap", groupBy, select, ...changes };
}

function part(type: string, ...params: string[]): object {
  return { type, params };
}

const field = (name: string, ...more: object[]) => [part("field", name), ...more];
const each = (fill: string, time = "$__interval") => ({ groupBy: [part("time", time), part("fill", fill)] });

const SAME: readonly object[] = [
  ...["null", "none", "previous", "linear", "0"].map((fill) => each(fill)),
  ...["mean", "min", "max", "first", "last", "count", "sum", "spread"].map((name) => ({
    select: [field("f", part(name))],
    ...each("none"),
  })),
  ...[
    part("derivative", "10s"),
    part("non_negative_derivative", "1s"),
    part("difference"),
    part("non_negative_difference"),
    part("moving_average", "3"),
    part("cumulative_sum"),
  ].map((more) => ({ select: [field("f", part("mean"), more)], ...each("none") })),
  { select: [field("f", part("mean"), part("math", " * 1.8 + 32"), part("alias", "F"))] },
  { select: [field("f", part("max")), field("n", part("min"))], alias: "$m $col" },
  { select: [field("n", part("last"))], ...each("none", "1m"), tz: "Europe/Berlin" },
  { select: [field("f"), field("n"), field("b"), field("s")], groupBy: [], limit: "20", resultFormat: "table" },
  { select: [field("f")], groupBy: [], limit: "5", orderByTime: "DESC" },
  { select: [field("s", part("last"))], ...each("none"), resultFormat: "table" },
  { measurement: "absent" },
  { select: [field("absent", part("mean"))] },
  { rawQuery: true, query: 'SELECT mean("f") FROM "02_cap" WHERE $timeFilter GROUP BY time($__interval) fill(none)' },
  { rawQuery: true, query: 'SELECT "f" FROM "02_cap" WHERE $timeFilter LIMIT 3', resultFormat: "table" },
];

let influxd: Influxd;
let lab: Lab;
let service: ServiceProcess;
let grafana: Awaited<ReturnType<typeof startGrafana>>;

before(async () => {
  if (skip !== false) return;
  influxd = await startInfluxd();
  await influxd.query('CREATE DATABASE "lab_rig"');
  grafana = await startGrafana();
  lab = new Lab({ ini: `[lab]\nchannels =\n[grafana]\nurl = ${grafana.url}\ntoken = ${TOKEN}\n`, headers: {} });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
  for (const url of [influxd.url, service.url]) {
    const written = await fetch(`${url}/write?db=lab_rig`, { method: "POST", body: lines() });
    assert.equal(written.status, 204, await written.text());
  }
  await service.settled();
});

after(async () => {
  await grafana?.close();
  await lab?.remove();
  await influxd?.stop();
});

function ask(datasource: Source, queries: readonly object[]): Answer {
  const input = JSON.stringify({ datasource, from: FROM, to: TO, queries });
  const { status, stdout, stderr } = spawnSync(GRAFANA, [], { input, encoding: "utf8", timeout: 60_000 });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as Answer;
}

const at = (url: string): Source => ({ url, jsonData: { version: "InfluxQL", dbName: "lab_rig", httpMode: "POST" } });

/** Sums of the same numbers in another order differ in their last digits. */
function rounded(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_, value) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value,
  );
}

for (const changes of SAME) {
  test(`the same frames as from InfluxDB: ${JSON.stringify(changes)}`, { skip }, () => {
    const [theirs, ours] = [influxd.url, service.url].map((url) => ask(at(url), [asked(changes)]).answers);
    assert.deepEqual(rounded(ours), rounded(theirs));
    const { frames = [], error } = Object.values(ours!.results)[0]!;
    assert.equal(error, undefined);
    assert.equal(frames.length > 0, !JSON.stringify(changes).includes("absent"));
  });
}

test("the data source that the service makes is sound, and has values", { skip }, async () => {
  await until(() => grafana.sources.size > 0);
  const [made] = [...grafana.sources.values()] as unknown as Source[];
  const { health, answers } = ask(made!, [asked({}), asked({ select: [field("n", part("max"))] }, "B")]);
  assert.equal(health.status, "OK", health.message);
  assert.deepEqual(
    Object.values(answers.results).map(({ frames, error }) => [frames?.length, error]),
    [
      [1, undefined],
      [1, undefined],
    ],
  );
});

test("what is not answered is an error with a sentence in the panel, beside the other series", { skip }, () => {
  const tag = { key: "host", operator: "=", value: "a" };
  const { results } = ask(at(service.url), [
    asked({ select: [field("f", part("median"))] }),
    asked({}, "B"),
    asked({ tags: [tag] }, "C"),
    asked({ groupBy: [part("tag", "host")] }, "D"),
  ]).answers;
  assert.match(results["A"]?.error ?? "", /median\(\) is not supported/);
  assert.deepEqual([results["B"]?.error, results["B"]?.frames?.length], [undefined, 1]);
  assert.match(results["C"]?.error ?? "", /conditions can only test the time/);
  assert.match(results["D"]?.error ?? "", /by time only/);
});
