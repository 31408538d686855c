/** `/read/state`: one short answer, then only what has changed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { StatesAnswer } from "../../../runtime/model/device-state.ts";
import { startPageServer } from "../../support/page-server.ts";
import { until } from "../../support/until.ts";

const TARGET = { database: "farm_a", measurement: "n1_sensors", topic: "farm.a.g.n1" };

async function withServer(body: (server: Awaited<ReturnType<typeof startPageServer>>) => Promise<void>) {
  const server = await startPageServer();
  try {
    await body(server);
  } finally {
    await server.close();
  }
}

test("the first answer has every device, the next ones what has changed, and a foreign number counts as none", async () => {
  await withServer(async (server) => {
    const ask = async (since = "") =>
      (await (await fetch(`${server.url}read/state${since && `?since=${since}`}`)).json()) as StatesAnswer;
    server.send(TARGET, { temperature: 21.5 });
    server.send({ ...TARGET, measurement: "n2_sensors" }, { temperature: 22 });
    const first = await until(async () => {
      const answer = await ask();
      return answer.complete && Object.keys(answer.devices).length > 0 && answer;
    }, "states");
    assert.equal(first.all, true);
    assert.equal(first.received, 2);
    assert.deepEqual(
      first.devices["farm_a"]?.map(([measurement, state, column, value]) => [measurement, state, column, value]),
      [
        ["n1_sensors", "fine", "temperature", 21.5],
        ["n2_sensors", "fine", "temperature", 22],
      ],
    );
    const settled = await until(async () => {
      const { change } = await ask();
      const answer = await ask(change);
      return Object.keys(answer.devices).length === 0 && answer;
    }, "nothing new");
    server.send(TARGET, { temperature: 23 });
    const next = await ask(settled.change);
    assert.equal(next.all, false);
    assert.deepEqual(
      next.devices["farm_a"]?.map(([measurement, , , value]) => [measurement, value]),
      [["n1_sensors", 23]],
    );
    assert.equal((await ask("0123456789ab.1")).all, true);
    assert.equal((await ask("nonsense")).all, true);
  });
});

test("a device that appears while others are asked for, and sends no more, is silent and not unknown", async () => {
  await withServer(async (server) => {
    const stateOf = async (wanted: string) => {
      const { devices } = (await (await fetch(`${server.url}read/state`)).json()) as StatesAnswer;
      return devices["farm_a"]?.find(([measurement]) => measurement === wanted)?.[1];
    };
    const hourAgoNs = BigInt(Date.now() - 3_600_000) * 1_000_000n;
    for (const measurement of ["n1_sensors", "n2_sensors"]) {
      server.send({ ...TARGET, measurement }, { temperature: 21.5 }, hourAgoNs);
      await until(async () => (await stateOf(measurement)) === "silent", measurement);
    }
  });
});

test("as a stream of events, each change is one event", async () => {
  await withServer(async (server) => {
    server.send(TARGET, { temperature: 21.5 });
    const leaving = new AbortController();
    const answer = await fetch(`${server.url}read/state?as=events`, { signal: leaving.signal });
    assert.equal(answer.headers.get("content-type"), "text/event-stream");
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    const valuesIn = (text: string) =>
      [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, json]) => {
        const { devices } = JSON.parse(json!) as StatesAnswer;
        return devices["farm_a"]?.map(([, , , value]) => value) ?? [];
      });
    let text = "";
    const untilValue = async (value: number) => {
      while (!valuesIn(text).includes(value))
        text += (await reader.read()).value ?? assert.fail("the stream has ended");
    };
    await untilValue(21.5);
    server.send(TARGET, { temperature: 23 });
    await untilValue(23);
    leaving.abort();
  });
});

test("an answer is compressed for those who take that, and not sent again while it is the same", async () => {
  await withServer(async (server) => {
    for (let i = 0; i < 100; i++) server.send({ ...TARGET, measurement: `n${i}_sensors` }, { temperature: i });
    const list = `${server.url}read/measurements`;
    const plain = await fetch(list, { headers: { "Accept-Encoding": "identity" } });
    assert.equal(plain.headers.get("content-encoding"), null);
    const length = (await plain.text()).length;
    const packed = await fetch(list);
    assert.equal(packed.headers.get("content-encoding"), "gzip");
    assert.equal((await packed.text()).length, length);
    for (const tag of [plain.headers.get("etag")!, packed.headers.get("etag")!]) {
      const again = await fetch(list, { headers: { "If-None-Match": tag } });
      assert.equal(again.status, 304);
    }
  });
});
