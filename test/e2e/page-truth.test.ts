/** What the page says, beside what the store or the service has. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import type { ServedChannel } from "../../runtime/model/measurement.ts";
import { openPage } from "../support/browser.ts";
import { describedStruct, type PageServer, type PageServerOptions, startPageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";

const skip = requires("chromium-headless-shell");

interface Shown {
  readonly page: Page;
  readonly server: PageServer;
}

/** @param tolerated errors in the console that the test provokes */
async function withPage(
  options: PageServerOptions,
  prepare: (server: PageServer) => Promise<void> | void,
  body: (shown: Shown) => Promise<void>,
  { query = "", tolerated = /^$/ }: { readonly query?: string; readonly tolerated?: RegExp } = {},
): Promise<void> {
  const server = await startPageServer(options);
  await prepare(server);
  const { page, problems, close } = await openPage(`${server.url}${query}`, { timezoneId: "UTC" });
  try {
    await body({ page, server });
    assert.deepEqual(
      problems.filter((problem) => !tolerated.test(problem)),
      [],
    );
  } finally {
    await close();
    await server.close();
  }
}

test("with id = none and length = none, the first two members of a struct are drawn [D59]", { skip }, async () => {
  const [, , ...fields] = describedStruct("climate", 0, [{ path: "temperature" }, { path: "humidity" }]).fields;
  const struct = {
    ...describedStruct("climate", 0, []),
    fields: fields.map((field, i) => ({ ...field, byteOffset: i })),
  };
  const format = { ...PLAIN_FORMAT, id: undefined, length: undefined };
  const hobby: ServedChannel = {
    name: "hobby",
    udpPort: 8888,
    wampTopic: "lab.hobby",
    database: "lab_hobby",
    structs: [struct],
    frames: { format, byteOrder: "little" },
  };
  const target = { database: "lab_hobby", measurement: "00_climate", topic: "lab.hobby" };
  await withPage(
    { channels: [hobby] },
    (server) => server.send(target, { temperature: 21.5, humidity: 40 }),
    async ({ page }) => {
      const rows = page.locator("table.values tbody tr:not(.frame) button.name");
      await rows.first().waitFor();
      assert.deepEqual(await rows.allTextContents(), ["temperature", "humidity"]);
      await page.locator("table.values td.value", { hasText: "21.5" }).waitFor();
    },
  );
});
