/** The strip of all history below a panel that fills the window, and the span that is dragged in it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { draggedSpan } from "../../runtime/dashboards/page/browser/chart/strip-drag.ts";
import { axeFindings, inBoth } from "../support/axe.ts";
import { describedStruct, type PageServer, servedChannel } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");
const HOUR = 3_600_000;

const rig = servedChannel("rig", describedStruct("power", 1, [{ path: "volts", unit: "V", expr: "volts" }]));

test("a window is moved and stretched within all history, whichever end it meets", () => {
  const all = { fromMs: 0, toMs: 100 };
  const span = { fromMs: 40, toMs: 60 };
  assert.deepEqual(draggedSpan("window", 50, 20, span, all), { fromMs: 10, toMs: 30 });
  assert.deepEqual(draggedSpan("window", 50, 200, span, all), { fromMs: 80, toMs: 100 });
  assert.deepEqual(draggedSpan("window", 50, -200, span, all), { fromMs: 0, toMs: 20 });
  assert.deepEqual(draggedSpan("from", 40, 90, span, all), { fromMs: 59, toMs: 60 });
  assert.deepEqual(draggedSpan("to", 60, 300, span, all), { fromMs: 40, toMs: 100 });
  assert.deepEqual(draggedSpan("window", 50, 60, { fromMs: -50, toMs: 100 }, all), { fromMs: -50, toMs: 100 });
});

test("below a full panel, all stored values: its window is dragged, clicked to and moved by keys", {
  skip,
}, async () => {
  const begin = Date.now() - 10 * HOUR;
  const fill = ({ store }: PageServer) => {
    for (let minute = 0; minute < 600; minute += 1) {
      const timeNs = BigInt(begin + minute * 60_000) * 1_000_000n;
      store.add("lab_rig", "01_power", { volts: "float" }, [{ timeNs, values: { volts: Math.sin(minute / 50) } }]);
    }
  };
  await withPage({ channels: [rig], fill, query: `?panel=lab_rig+01_power&range=1h` }, async (page) => {
    const strip = page.getByRole("slider", { name: "Shown part of all stored values of volts" });
    await strip.waitFor();
    await until(async () => ((await strip.locator("path").getAttribute("d")) ?? "").length > 1000);
    const box = (await strip.boundingBox())!;
    const at = async () => {
      const window = (await strip.locator("span").boundingBox())!;
      return { left: (window.x - box.x) / box.width, width: window.width / box.width };
    };
    const hours = async () => {
      const query = new URL(page.url()).searchParams;
      const ends = [query.get("from"), query.get("to")].map((text) => (Date.parse(text ?? "") - begin) / HOUR);
      return ends.map((end) => Math.round(end * 10) / 10).join(" to ");
    };
    // All ten hours, and an hour at their end.
    const { left, width } = await at();
    assert.ok(Math.abs(left - 0.9) < 0.02 && Math.abs(width - 0.1) < 0.02, `${left} ${width}`);
    const y = box.y + box.height / 2;
    const x = (share: number) => box.x + share * box.width;
    await page.mouse.move(x(0.95), y);
    await page.mouse.down();
    await page.mouse.move(x(0.55), y, { steps: 4 });
    await page.mouse.up();
    await until(async () => /^(4\.9|5|5\.1) to (5\.9|6|6\.1)$/.test(await hours()));
    // Its left edge.
    await page.mouse.move(x((await at()).left) + 2, y);
    await page.mouse.down();
    await page.mouse.move(x(0.3), y, { steps: 4 });
    await page.mouse.up();
    await until(async () => /^(2\.[89]|3|3\.1) to (5\.9|6|6\.1)$/.test(await hours()));
    // A click beside it.
    await page.mouse.click(x(0.2), y);
    await until(async () => /^0\.[3-7] to 3\.[3-7]$/.test(await hours()));
    await strip.focus();
    await page.keyboard.press("PageUp");
    await until(async () => /^1\.[3-7] to 4\.[3-7]$/.test(await hours()));
    assert.match((await strip.getAttribute("aria-valuetext"))!, / to /);
    await page.keyboard.press("Home");
    await until(async () => /^(-0|0) to (2\.[89]|3|3\.1)$/.test(await hours()));
    await inBoth(page, () => axeFindings(page));
    await page.keyboard.press("End");
    await until(async () => new URL(page.url()).searchParams.get("from") === null);
    await page.keyboard.press("b");
    await until(async () => /^(-0|0) to (2\.[89]|3|3\.1)$/.test(await hours()));
    await page.keyboard.press("Escape");
    await until(async () => (await strip.count()) === 0);
  });
});
