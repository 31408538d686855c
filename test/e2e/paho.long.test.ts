/**
 * Eclipse Paho's interoperability suite (github.com/eclipse/paho.mqtt.testing) with the embedded broker. No registry has the suite:
 * STRUCTLINE_PAHO_TESTING names a clone of it.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openBroker } from "../support/embedded-broker.ts";

const FOLDER = join(process.env["STRUCTLINE_PAHO_TESTING"] ?? "", "interoperability");
const SUITE = join(FOLDER, "client_test5.py");
const skip = existsSync(SUITE)
  ? false
  : "needs STRUCTLINE_PAHO_TESTING, a clone of github.com/eclipse/paho.mqtt.testing";

/** Tests that assume what the standard leaves open. */
const NOT_HERE: Readonly<Record<string, string>> = {
  test_dollar_topics: "its client cannot read a PUBACK with a reason string [3.4.2.2]",
  test_server_keep_alive: "it wants the broker to ask for 60 seconds [3.2.2.3.14]",
  test_subscribe_failure: "it knows no SUBACK reason but 0x80 [3.9.3]",
};

test("Paho's suite for MQTT 5 passes, except where it assumes what the standard leaves open", {
  skip,
  timeout: 600_000,
}, async (context) => {
  const { port } = await openBroker(context, {
    authenticate: async () => ({
      mayPublish: () => true,
      mayRead: () => true,
      maySubscribe: (filter) => filter !== "test/nosubscribe",
    }),
  });
  const output: string[] = [];
  const suite = spawn("python3", [SUITE, "-p", String(port)], { cwd: FOLDER });
  for (const stream of [suite.stdout, suite.stderr]) stream.on("data", (text: Buffer) => output.push(text.toString()));
  await new Promise((resolve) => suite.once("exit", resolve));
  const text = output.join("");
  const failed = [...text.matchAll(/^(?:FAIL|ERROR): (\w+)/gm)].map(([, name]) => name ?? "");
  const count = Number(/^Ran (\d+) tests/m.exec(text)?.[1]);
  context.diagnostic(
    `${count} tests; not passed: ${failed.map((name) => `${name} (${NOT_HERE[name] ?? "?"})`).join(", ")}`,
  );
  assert.ok(count >= 27, text);
  assert.deepEqual(
    failed.filter((name) => !(name in NOT_HERE)),
    [],
    text,
  );
});
