import assert from "node:assert/strict";
import { test } from "node:test";
import { dataSourceAccess, desiredDataSource } from "../../../runtime/parts/grafana/data-source.ts";

const STORE = {
  kind: "influxdb",
  version: "auto",
  url: "http://127.0.0.1:8086",
  username: "writer",
  password: "w",
  token: undefined,
  org: undefined,
} as const;

test("the store's own access is used if no other is configured", () => {
  const plan = desiredDataSource("lab_net", dataSourceAccess(STORE, undefined));
  assert.deepEqual(plan, {
    uid: "structline-source-lab_net",
    name: "lab_net",
    type: "influxdb",
    access: "proxy",
    url: "http://127.0.0.1:8086",
    user: "writer",
    jsonData: { version: "InfluxQL", dbName: "lab_net", httpMode: "POST" },
    secureJsonData: { password: "w" },
  });
});

test("datasource_url may name a read-only user, so that dashboards do not have write access", () => {
  const reader = dataSourceAccess(STORE, "https://re%40der:p%3Aw@influx.example:8086/db/");
  assert.deepEqual(reader, {
    url: "https://influx.example:8086/db",
    username: "re@der",
    password: "p:w",
    token: undefined,
  });
  const writer = dataSourceAccess(STORE, "http://influx:8086");
  assert.deepEqual(writer, { url: "http://influx:8086", username: "writer", password: "w", token: undefined });
});

test("a token is sent in a header of the data source, and only stored in its secrets", () => {
  const store = { ...STORE, username: undefined, password: undefined, token: "t0k" };
  const plan = desiredDataSource("lab_net", dataSourceAccess(store, "http://influx:8086?token=re4der"));
  assert.deepEqual(plan.secureJsonData, { httpHeaderValue1: "Token re4der" });
  assert.equal(plan.jsonData["httpHeaderName1"], "Authorization");
  assert.doesNotMatch(JSON.stringify({ ...plan, secureJsonData: {} }), /re4der|t0k/);
});
