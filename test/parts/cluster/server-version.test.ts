import assert from "node:assert/strict";
import { test } from "node:test";
import type { NatsConnection } from "@nats-io/transport-node";
import { oldServer } from "../../../runtime/parts/cluster/server-version.ts";

const of = (version: string) =>
  oldServer({ info: { server_name: "n1", version } } as unknown as Pick<NatsConnection, "info">);

test("servers that can lose acknowledged messages are named, with the version to use", () => {
  assert.equal(
    of("2.9.10"),
    "NATS server n1 has version 2.9.10, which can lose acknowledged messages when it is killed; use 2.10.23 or newer",
  );
  for (const version of ["1.4.1", "2.10.22", "2.10.22-RC.1"]) assert.match(of(version) ?? "", /use 2\.10\.23/, version);
});

test("newer servers are not, and neither is a connection without a server", () => {
  for (const version of ["2.10.23", "2.10.29", "2.11.4", "2.15.2", "2.12.0-RC.1", "3.0.0"])
    assert.equal(of(version), undefined, version);
  assert.equal(oldServer({} as Pick<NatsConnection, "info">), undefined);
});
