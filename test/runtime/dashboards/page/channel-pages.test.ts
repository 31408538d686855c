/** How the page reads the channels of a fleet. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ChannelPages } from "../../../../runtime/dashboards/page/browser/status/channel-pages.ts";

/** The report of a service with this many devices, a quarter of them on each page; `asked` lists the requests. */
function fleet(devices: { count: number }) {
  const asked: (number | undefined)[] = [];
  const fetch = async (after?: number) => {
    asked.push(after);
    const from = after ?? 0;
    const end = Math.min(from + Math.ceil(devices.count / 4), devices.count);
    const channels = named(devices.count).slice(from, end);
    return { channels, ...(end < devices.count && { next: end }) };
  };
  return { asked, pages: new ChannelPages(fetch) };
}

function named(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    source: "mqtt",
    name: `r/n/g/d${i}`,
    received: 1,
    decoded: 1,
    rejected: {},
  }));
}

test("each reading fetches the first page and one other, until all channels are known", async () => {
  const devices = { count: 8 };
  const { asked, pages } = fleet(devices);
  await pages.read();
  await pages.read();
  assert.deepEqual((await pages.read()).channels, named(8));
  assert.deepEqual(asked, [undefined, 2, undefined, 4, undefined, 6]);
  // After a restart there are fewer.
  devices.count = 4;
  for (let reading = 0; reading < 8; reading++) await pages.read();
  assert.deepEqual((await pages.read()).channels, named(4));
});

test("a reading during another one fetches nothing", async () => {
  const { asked, pages } = fleet({ count: 1 });
  await Promise.all([pages.read(), pages.read()]);
  assert.deepEqual(asked, [undefined]);
  await pages.read();
  assert.deepEqual(asked, [undefined, undefined]);
});

test("a reading that fails leaves the next one free", async () => {
  let answers = 0;
  const pages = new ChannelPages(async () => {
    if (answers++ === 0) throw new Error("no answer");
    return { channels: named(1) };
  });
  await assert.rejects(pages.read(), /no answer/);
  assert.deepEqual((await pages.read()).channels, named(1));
});
