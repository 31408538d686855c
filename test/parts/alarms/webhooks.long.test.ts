/** Annotations and alarms at the webhook of a service process, through a reload, an unreachable receiver and a restart. */

import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { jsonPost } from "../../support/json-post.ts";
import { Lab } from "../../support/lab.ts";
import { until } from "../../support/until.ts";

const SECTIONS = `[lab]
channels =
[realm-kit]
rule.temperature = unit=°C; warn=..25
`;

test("events and alarms arrive once, despite a reload and a restart while their receiver was away", async () => {
  const bodies: { events?: { address: string; values: { title: string } }[]; alarms?: { message: string }[] }[] = [];
  const servers: Server[] = [];
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (part) => {
        body += part;
      });
      request.on("end", () => {
        bodies.push(JSON.parse(body));
        response.end();
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return server;
  };
  const server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const lab = new Lab({ ini: SECTIONS });
  try {
    assert.equal(lab.generate().status, 0);
    let service = await lab.start();
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${service.url}/api/${path}`, jsonPost(body));
      assert.equal(answer.status, 200);
    };
    await post("kit/n/g/d/event", { title: "before there was a webhook" });
    lab.configure(`${SECTIONS}[webhook-log]\nurl = http://127.0.0.1:${port}/hook\nsend = alarms, events\n`);
    service.signal("SIGHUP");
    await until(() => service.output.includes("reloaded: 0 channels; applied [webhook-log]"));
    await post("kit/n/g/d/event", { title: "one", url: "http://127.0.0.1:1/", webhook: "http://127.0.0.1:1/" });
    await post("kit/n/g/d/data", { temperature: 30 });
    await until(() => bodies.length === 1);
    assert.deepEqual(
      bodies[0]?.events?.map(({ values }) => values.title),
      ["one"],
    );
    assert.equal(bodies[0]?.events?.[0]?.address, "kit/n/g/d");
    assert.deepEqual(bodies[0]?.alarms?.length, 1);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await post("kit/n/g/d/event", { title: "two" });
    await until(() => service.output.includes("[webhook-log] failed and is tried again"));
    await post("kit/n/event", { title: "three" });
    assert.equal(await service.stop(), 0);
    await listen(port);
    service = await lab.start();
    await until(() => bodies.length === 3);
    const titles = bodies.slice(1).map(({ events }) => events?.map(({ values }) => values.title));
    assert.deepEqual(titles, [["two"], ["three"]]);
    await service.stop();
  } finally {
    for (const one of servers) one.closeAllConnections();
    for (const one of servers) one.close();
    await lab.remove();
  }
});
