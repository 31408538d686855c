/** Where commands look for the service that the configuration describes. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { serviceClient } from "../../../runtime/cli/service-client.ts";
import { udpTargetOf } from "../../../runtime/cli/udp-port.ts";
import { settings } from "../../support/read-settings.ts";

const CHANNEL = "udp_port = 8888\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n";

for (const host of ["127.0.0.1", "::1", "0.0.0.0", "::"]) {
  test(`the service's client finds a listener on ${host}`, async (t) => {
    const server = createServer((_, answer) => answer.end('{"state":"ok"}')).listen(0, host);
    t.after(() => server.close());
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const http = { ...settings("[lab]\nchannels =\n").http, listen: { host, port } };
    assert.deepEqual(await serviceClient({ http }, {}).get("/health"), { state: "ok" });
  });
}

test("a datagram goes to the address on which the channel listens", () => {
  const target = (listen: string) =>
    udpTargetOf(settings(`[lab]\nchannels = lab-rig\n[lab-rig]\n${CHANNEL}${listen}`).channels[0]!);
  assert.equal(target(""), "udp://localhost:8888");
  assert.equal(target("listen = 0.0.0.0"), "udp://localhost:8888");
  assert.equal(target("listen = ::"), "udp://[::1]:8888");
  assert.equal(target("listen = fd00::7"), "udp://[fd00::7]:8888");
  assert.equal(target("listen = 192.168.1.10"), "udp://192.168.1.10:8888");
});

test("a proxy of the environment is named where Node asks it for this machine", async (t) => {
  const before = { ...process.env };
  t.after(() => Object.assign(process.env, before));
  const http = { ...settings("[lab]\nchannels =\n").http, listen: { host: "127.0.0.1", port: 1 } };
  const said = () => serviceClient({ http }, {}).get("/health");
  delete process.env["NODE_USE_ENV_PROXY"];
  process.env["http_proxy"] = "http://127.0.0.1:9";
  await assert.rejects(said, /start it with 'structline'$/);
  process.env["NODE_USE_ENV_PROXY"] = "1";
  t.after(() => delete process.env["NODE_USE_ENV_PROXY"]);
  await assert.rejects(said, /Node asks the proxy that '\w+' names: add '127\.0\.0\.1' to 'no_proxy'$/);
});
