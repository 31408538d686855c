import assert from "node:assert/strict";
import { test } from "node:test";
import type { InfluxSettings } from "../../../runtime/parts/influxdb/influx-settings.ts";
import { problems, settings } from "../../support/read-settings.ts";

test("databases with their own InfluxDB", () => {
  const { stores = [] } = settings(
    "[lab]\nchannels =\n[store-a]\ndatabases = a_*, b\nurl = influxdb://u:p@h:8086\ntoken = t\n",
  );
  assert.deepEqual(
    stores.map(({ name, databases, store }) => {
      const { url, username, token } = store as InfluxSettings;
      return [name, databases, url, username, token];
    }),
    [["a", ["a_*", "b"], "http://h:8086", "u", "t"]],
  );
});

test("a token of the key has precedence over the address's", () => {
  const read = (more: string) => {
    const ini = `[lab]\nchannels =\n[store]\nurl = influxdb+v2s://h?token=a&org=o\n${more}`;
    const { url, token, org, version } = settings(ini).store as InfluxSettings;
    return [url, token, org, version];
  };
  assert.deepEqual(read(""), ["https://h", "a", "o", "2"]);
  assert.deepEqual(read("token = b\n"), ["https://h", "b", "o", "2"]);
});

test("DuckDB cannot have a part of the databases", () => {
  assert.equal(
    problems("[lab]\nchannels =\n[store-a]\ndatabases = a_*\nurl = duckdb:a.duckdb\n"),
    "channels.ini:5: url: this store cannot have a part of the databases; write influxdb://host:8086",
  );
});

test("InfluxDB has its own retention", () => {
  assert.match(
    problems("[lab]\nchannels =\n[store]\nurl = influxdb://h:8086\nkeep = 90d\n"),
    /keep applies to the embedded store only: InfluxDB keeps data/,
  );
});
