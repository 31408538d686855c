/** A lab with Grafana but without InfluxDB: dashboards are created, and the service answers their queries itself. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Target } from "../../../runtime/parts/grafana/dashboard.ts";
import { startGrafana, TOKEN } from "../../support/grafana-server.ts";
import { Lab, sendDatagrams } from "../../support/lab.ts";
import { until } from "../../support/until.ts";
import { renderQuery } from "./grafana-query.ts";

const HEADER =
  "struct struct_probe { uint8_t length; uint8_t ID; uint16_t v; // @rule: name=volts; expr=v / 100; unit=V\n} probe = {4, 2};\n";

test("dashboards over DuckDB, by Grafana's own data source", async (t) => {
  const grafana = await startGrafana();
  t.after(() => grafana.close());
  const lab = new Lab({
    ini: `[lab]
channels = lab-rig
[lab-rig]
udp_port = 0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
[grafana]
url = ${grafana.url}
token = ${TOKEN}
`,
    headers: { "rig.h": HEADER },
  });
  t.after(() => lab.remove());
  assert.equal(lab.generate().status, 0);
  const service = await lab.start();
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([4, 2, 0xa4, 6]), Buffer.from([4, 2, 0, 1])]);
  await service.settled();
  await until(() => grafana.boards.size === 1);
  assert.deepEqual(grafana.violations, []);
  const [source] = [...grafana.sources.values()] as unknown as { url: string; jsonData: { dbName: string } }[];
  assert.equal(new URL(source!.url).port, new URL(service.url).port);
  const [{ dashboard }] = [...grafana.boards.values()] as unknown as [
    { dashboard: { panels: { targets: Target[] }[] } },
  ];
  const target = dashboard.panels.flatMap(({ targets }) => targets).find(({ alias }) => alias === "volts");
  const q = renderQuery(target!, { fromMs: Date.now() - 60_000, toMs: Date.now() + 1000, interval: "10m" });
  const query = new URLSearchParams({ db: source!.jsonData.dbName, epoch: "ms" });
  const response = await fetch(`${source!.url}/query?${query}`, { method: "POST", body: new URLSearchParams({ q }) });
  const { results } = (await response.json()) as {
    results: { series: { name: string; columns: string[]; values: number[][] }[] }[];
  };
  const [{ name, columns, values }] = results[0]!.series as [(typeof results)[0]["series"][0]];
  assert.deepEqual([name, columns], ["02_probe", ["time", "mean"]]);
  // A ten-minute interval may end between both.
  assert.ok([9.78, 17, 2.56].includes(values[0]![1]!), JSON.stringify(values));
  const file = await (await fetch(`${service.url}/grafana/datasources.yaml`)).text();
  assert.match(file, /\n {4}uid: "structline-source-lab_rig"\n.*\n.*\n {4}url: "http:\/\/127\.0\.0\.1:\d+"\n/);
});
