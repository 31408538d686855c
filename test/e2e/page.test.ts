/** The built-in page in a real browser, with simulated signals. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { formatNs } from "../../runtime/model/clock.ts";
import type { ServedChannel } from "../../runtime/model/measurement.ts";
import { axeFindings, inBoth } from "../support/axe.ts";
import { type BrowserPage, openPage } from "../support/browser.ts";
import { ROOT } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { describedStruct, type PageServer, startPageServer, type Target } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { pause, until } from "../support/until.ts";

const skip = requires("chromium-headless-shell");

const rig: ServedChannel = {
  name: "rig",
  udpPort: 8888,
  wampTopic: "lab.rig.telemetry",
  database: "lab_rig_telemetry",
  structs: [
    describedStruct("mount", 1, [
      { path: "armed", bitOffset: 0, bitWidth: 1 },
      { path: "az", column: "azimuth", unit: "degrees", expr: "az / 100" },
      { path: "serial", scalar: "int64" },
      { path: "ck", check: { algorithm: "sum8", byteOrder: "little", to: 5 } },
    ]),
    describedStruct("power", 2, [
      { path: "voltage", column: "volts", unit: "V", expr: "voltage / 100" },
      { path: "current", column: "amps", unit: "A", expr: "current / 10" },
    ]),
    describedStruct("silent", 3, [{ path: "x" }]),
  ],
};

const MOUNT = target(rig, "01_mount");
const POWER = target(rig, "02_power");
const NODE: Target = {
  database: "mqttkit_1_testdrive",
  measurement: "area_42_node_1_sensors",
  topic: "mqttkit-1.testdrive.area-42.node-1",
};

let server: PageServer;
/** What the service serves; `prepare` may change it. */
let channels: readonly ServedChannel[] = [rig];
let opened: BrowserPage | undefined;

/** Runs `body` with a new service and browser. Fails if the browser's console has an error. */
async function withPage(
  body: (page: Page) => Promise<void>,
  prepare: () => void = () => {},
  tolerated: RegExp = /^$/,
): Promise<void> {
  channels = [rig];
  server = await startPageServer({ channels: () => channels });
  prepare();
  opened = await openPage(server.url, { timezoneId: "Europe/Berlin" });
  try {
    await opened.page.locator(".connection[data-state=connected]").waitFor();
    await body(opened.page);
    assert.deepEqual(
      opened.problems.filter((problem) => !tolerated.test(problem)),
      [],
    );
  } finally {
    await opened.close();
    await server.close();
  }
}

test("every struct has a panel with history and live values and all digits of 64-bit integers; a silent one shows what it waits for", {
  skip,
}, async () => {
  await withPage(async (page) => {
    const drawn = await picture(page, "02_power");
    const sending = setInterval(() => server.send(POWER, { volts: 24 + Math.random(), amps: 3.25 }), 50);
    const before = await valueIn(page, "02_power", "volts");
    await until(async () => (await valueIn(page, "02_power", "volts")) !== before);
    await until(async () => (await picture(page, "02_power")) !== drawn);
    clearInterval(sending);
    assert.equal(await valueIn(page, "02_power", "amps"), "3.250");
    assert.equal(
      await panel(page, "03_silent").locator(".empty").textContent(),
      "Waiting for data on UDP port 8888, struct ID 3.",
    );
    assert.equal(await panel(page, "02_power").locator(".chart canvas").count(), 2, "one chart for each unit");
    await keep(page, "page");
    // 64-bit integers have all digits, in history and live values; flags are words.
    await until(async () => (await valueIn(page, "01_mount", "serial")) === "9007199254740993");
    assert.equal(await valueIn(page, "01_mount", "armed"), "on");
    server.send(MOUNT, { length: 8, ID: 1, armed: 0, azimuth: 90.5, serial: -9223372036854775807n, ck: 1 });
    await until(async () => (await valueIn(page, "01_mount", "serial")) === "-9223372036854775807");
    assert.equal(await valueIn(page, "01_mount", "armed"), "off");
  }, history);
});

test("a new device gets a panel, and a new field gets a line", { skip }, async () => {
  await withPage(async (page) => {
    server.send(NODE, { temperature: 21.5, note: "first" });
    await panel(page, NODE.measurement).waitFor();
    await until(async () => (await valueIn(page, NODE.measurement, "temperature")) === "21.50");
    assert.equal(await valueIn(page, NODE.measurement, "note"), "first");
    server.send(NODE, { temperature: 22, humidity: 44 });
    await until(async () => (await valueIn(page, NODE.measurement, "humidity")) === "44");
    // Once the page has the statistics of the new columns, the value has their decimals.
    await until(async () => (await valueIn(page, NODE.measurement, "temperature")) === "22.00");
  });
});

test("annotations appear at their time with their links, and no script in them runs", {
  skip: onlyLong || skip,
}, async () => {
  const text =
    'see <a href="https://example.org/17" onclick="window.hit=1">the log</a> <b>now</b>' +
    '<script>window.hit=1</script><img src=x onerror="window.hit=1"><a href="javascript:window.hit=1">bad</a><style>body{display:none}</style>';
  await withPage(
    async (page) => {
      const list = panel(page, NODE.measurement).locator(".annotations li");
      await list.first().waitFor();
      assert.equal(await list.count(), 1);
      assert.equal(await list.locator("strong").textContent(), "<i>Door</i> opened");
      const link = list.locator("a").first();
      assert.deepEqual(
        [await link.getAttribute("href"), await link.getAttribute("rel"), await link.getAttribute("onclick")],
        ["https://example.org/17", "noopener noreferrer", null],
      );
      assert.equal(await list.locator("a").nth(1).getAttribute("href"), null);
      assert.equal(await list.locator("script, img, style").count(), 0);
      assert.deepEqual(await list.locator(".tag").allTextContents(), ["door", "<u>lab</u>"]);
      assert.equal(await page.evaluate("window.hit"), undefined);
    },
    () => {
      history();
      server.store.add(NODE.database, NODE.measurement, { t: "float" }, [{ timeNs: ago(30), values: { t: 1 } }]);
      server.store.add(NODE.database, "area_42_node_1_events", { title: "string", text: "string", tags: "string" }, [
        { timeNs: ago(60), values: { title: "<i>Door</i> opened", text, tags: "door,<u>lab</u>" } },
      ]);
    },
    // The policy reports what it blocks while the text is being sanitised.
    /inline (event handler|style) violates/,
  );
});

test("names from outside are always treated as text", { skip }, async () => {
  const evil = '<img src=x onerror="window.hit=1">';
  const device: Target = { database: evil, measurement: `${evil}_sensors`, topic: "a.b.c.d" };
  await withPage(async (page) => {
    server.send(device, { [evil]: 1, constructor: 2, __proto__: 3, text: evil } as Record<string, string | number>);
    await page.locator(`h2:has-text("onerror")`).waitFor();
    await until(async () => (await page.locator("td.value.text").allTextContents()).includes(evil));
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.evaluate("window.hit"), undefined);
  });
});

test("a lost connection is shown, and missed rows are loaded after reconnecting", { skip }, async () => {
  await withPage(
    async (page) => {
      const { port } = new URL(server.url);
      await server.close();
      await page.locator(".connection[data-state=disconnected]").waitFor();
      const { store } = server;
      server = await startPageServer({ channels: [rig], port: Number(port) });
      for (const { database, measurement, columns } of await store.measurements()) {
        for await (const row of store.rows({ database, measurement })) {
          server.store.add(database, measurement, Object.fromEntries(columns), [row]);
        }
      }
      server.store.add(POWER.database, POWER.measurement, {}, [{ timeNs: ago(0), values: { volts: 11.5, amps: 1 } }]);
      await page.locator(".connection[data-state=connected]").waitFor();
      await until(async () => (await valueIn(page, "02_power", "volts")) === "11.50");
    },
    history,
    /ERR_CONNECTION_REFUSED|WebSocket connection|Failed to load resource/,
  );
});

test("the time span can be chosen, paused and dragged; the pointer shows local time and UTC", {
  skip: onlyLong || skip,
}, async () => {
  await withPage(async (page) => {
    await choose(page, "1 min");
    await page.locator(".span", { hasText: "Last 1 min" }).waitFor();
    await page.keyboard.press("p");
    await page.getByRole("button", { name: "Follow" }).waitFor();
    await page.getByRole("button", { name: "Follow" }).click();
    await choose(page, "15 min");
    const chart = panel(page, "02_power").locator(".u-over").first();
    const text = panel(page, "02_power").locator(".cursor-time");
    let box = { x: 0, y: 0, width: 0, height: 0 };
    // The chart moves and grows while history loads, so move the pointer to its current position.
    await until(async () => {
      box = (await chart.boundingBox()) ?? box;
      await page.mouse.move(box.x + box.width * 0.4, box.y + 20);
      await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
      return /^\d\d:\d\d:\d\d\.\d{3} · \d{4}-.* UTC$/.test((await text.textContent()) ?? "");
    });
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Follow" }).waitFor();
    assert.match((await page.locator(".span").textContent()) ?? "", /^\d\d:\d\d:\d\d – \d\d:\d\d:\d\d$/);
    await choose(page, "all");
    await page.getByRole("button", { name: "Live" }).waitFor();
  }, history);
});

test("the nodes of a cluster are shown, including one that is away and the waiting partitions", {
  skip: onlyLong || skip,
}, async () => {
  const node = { node: "0123456789", version: "1", host: "h<b>", waiting: 0, deadLetters: 0, silentSeconds: 0 };
  const nodes = [
    { ...node, number: 3, role: "ingest", state: "ok", url: "http://a:24642", waiting: 12 },
    { ...node, role: "view", state: "away", url: "http://<i>b</i>:24642", silentSeconds: 90 },
  ];
  const lag = [
    { partition: 5, frames: 1, oldestSeconds: 2 },
    { partition: 9, frames: 1200, oldestSeconds: 300 },
  ];
  const report = {
    name: "fleet",
    nodes,
    log: { frames: 1201, bytes: 1, replicas: 3, partitions: 64, lag, refused: 2, deadLetters: 0 },
  };
  await withPage(
    async (page) => {
      await page.route("**/health?scope=cluster", (route) => route.fulfill({ json: report }));
      await page.locator(".status-button").click();
      const status = page.getByRole("complementary", { name: "Status" });
      await status.getByText("Nodes of fleet").waitFor();
      const cells = await status.locator(".nodes tbody tr").allInnerTexts();
      assert.deepEqual(
        cells.map((text) => text.replace(/\s+/g, " ").trim()),
        [
          "3 ingest ok a:24642 12",
          "01234567 view away, last seen 1 min ago <i>b</i>:24642 0",
          "9 1200 5 min",
          "5 1 2 s",
        ],
      );
      const about = "Partitions: 64, replicas: 3; 1201 frames wait, the oldest for 5 min; 2 frames could not be read";
      assert.equal(await status.getByText("Partitions: 64").textContent(), about);
      await page.route("**/health?scope=cluster", (route) => route.fulfill({ status: 503, body: "no answer" }));
      await status.getByText("503 no answer").waitFor();
    },
    () => {
      server.parts["node"] = { state: "ok", detail: "fleet: 2 nodes" };
    },
    /503/,
  );
});

test("rejected messages are counted and explained next to their channel", { skip: onlyLong || skip }, async () => {
  const time = formatNs(BigInt(Date.now()) * 1_000_000n);
  const KEPT = { id: 7, time, code: "unknown-id", sender: "10.0.0.7:4000", bytes: 2 };
  const explanation = "struct ID 9 is not declared\n1. <b>another</b> ID\n0000  01 09";
  await withPage(
    async (page) => {
      await page.getByRole("button", { name: "3 rejected – why?" }).click();
      const status = page.getByRole("complementary", { name: "Status" });
      await status.getByText("No struct of channel 'rig' has ID 9").waitFor();
      assert.match((await status.locator(".advice").first().textContent()) ?? "", /^The ID names no struct/);
      assert.equal(await status.locator(".channels .reasons").first().textContent(), "2 unknown-id, 1 wrong-length");
      await page.route("**/rejects?*", (route) => route.fulfill({ json: { rejects: [KEPT] } }));
      await page.route("**/rejects/7?", (route) =>
        route.fulfill({ json: { ...KEPT, payload: "0x0109", explanation } }),
      );
      await status.getByText("Explain").click();
      await status.getByLabel("Explanation").waitFor();
      assert.equal(await status.getByLabel("Payload").textContent(), "0x0109");
      assert.equal(await status.getByLabel("Explanation").textContent(), explanation);
      await page.keyboard.press("Escape");
      await status.waitFor({ state: "hidden" });
    },
    () => {
      server.channelHealth.push({
        name: "rig",
        source: "udp",
        received: 10,
        decoded: 7,
        rejected: { "unknown-id": 2, "wrong-length": 1 },
      });
      server.recentErrors.note({
        receivedNs: BigInt(Date.parse(KEPT.time)) * 1_000_000n,
        source: "udp",
        address: "rig",
        code: "unknown-id",
        signal: { message: "No struct of channel 'rig' has ID 9", type: "ValueError", description: "…" },
      });
    },
  );
});

test("a hidden line stays hidden, the filter keeps matching panels, and the page fits a phone", {
  skip: onlyLong || skip,
}, async () => {
  await withPage(async (page) => {
    const amps = panel(page, "02_power").getByRole("button", { name: "amps" });
    const charts = panel(page, "02_power").locator(".chart canvas");
    await until(async () => (await charts.count()) === 2);
    await amps.press("Enter");
    await until(async () => (await charts.count()) === 1);
    await page.reload();
    await until(async () => (await charts.count()) === 1);
    assert.equal(await amps.getAttribute("aria-pressed"), "false");
    await page.getByRole("searchbox").fill("volts");
    await until(async () => (await page.locator(".panel:visible").count()) === 1);
    await page.getByRole("searchbox").fill("");
    // A chart that was invisible during a resize must get the new width too.
    const display = (value: string) =>
      page.evaluate(`for (const one of document.querySelectorAll(".charts")) one.style.display = "${value}"`);
    await display("none");
    await page.setViewportSize({ width: 390, height: 800 });
    await until(async () => (await panel(page, "02_power").boundingBox())!.width < 390);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await display("");
    await until(async () => ((await charts.first().boundingBox())?.width ?? 0) > 200);
    await until(async () => (await page.locator(".panel:visible").count()) === 3);
    await until(() => page.evaluate<boolean>("document.documentElement.scrollWidth <= 390"));
    await keep(page, "phone");
  }, history);
});

test("50 panels with slow history are drawn without false gaps", { skip: onlyLong || skip }, async () => {
  const structs = Array.from({ length: 50 }, (_none, i) => describedStruct(`panel${i}`, i + 1, [{ path: "n" }]));
  const wide: ServedChannel = { ...rig, structs };
  const targets = structs.map(({ measurement }) => target(wide, measurement));
  server = await startPageServer({ channels: [wide], historyDelayMs: 700 });
  let count = 0;
  const send = () => {
    count += 1;
    for (const one of targets) server.send(one, { n: count });
  };
  // A second of history for the page to join with live values.
  for (let i = 0; i < 20; i += 1) send();
  const sending = setInterval(send, 100);
  opened = await openPage(`${server.url}?show=panels`);
  try {
    const { page } = opened;
    await choose(page, "1 min");
    const texts = () => page.locator(".panel:nth-of-type(-n+4) .alternative").allTextContents();
    await until(async () => (await texts()).filter((text) => text.includes("n: last")).length === 4);
    const sent = count;
    const newest = (text: string) => Number(/n: last (\d+)/.exec(text)?.[1]);
    await until(async () => (await texts()).every((text) => newest(text) > sent + 5));
    for (const text of await texts()) assert.match(text, /no gaps$/);
    await keep(page, "fifty-panels");
    // Panels that were never visible also know the time of their last row.
    await until(async () => (await page.locator(".sidebar li[data-state=live]").count()) === 50);
  } finally {
    clearInterval(sending);
    await opened.close();
    await server.close();
  }
});

test("a page that cannot keep up shows it and lowers its rate", { skip: onlyLong || skip }, async () => {
  await withPage(async (page) => {
    const isLate = async () =>
      (await page.locator(".connection[data-state=behind], .connection[data-state=reduced]").count()) > 0;
    await page.evaluate(
      "window.busy = setInterval(() => { const end = performance.now() + 700; while (performance.now() < end); }, 1)",
    );
    await until(isLate);
    assert.doesNotMatch((await page.locator(".connection").textContent()) ?? "", /^live$/);
    await page.evaluate("clearInterval(window.busy)");
  }, history);
});

test("refusals of HTTP and MQTT devices appear in sidebar and header, also those from before a restart", {
  skip: onlyLong || skip,
}, async () => {
  const address = "mqttkit-1/testdrive/area-42/node-1";
  await withPage(
    async (page) => {
      await page.getByRole("button", { name: "2 refused" }).waitFor();
      const entry = page.locator(".sidebar li").filter({ hasText: "area_42_node_1" });
      await entry.getByRole("button", { name: "1 rejected – why?" }).click();
      await page.getByText("Expected a JSON object").waitFor();
      await page.keyboard.press("Escape");
      const stranger = page.locator(".sidebar li").filter({ hasText: "other/net/gw/new" });
      await stranger.getByRole("button", { name: "1 rejected – why?" }).waitFor();
      await keep(page, "errors");
    },
    () => {
      history();
      server.store.add(NODE.database, NODE.measurement, { t: "float" }, [{ timeNs: ago(30), values: { t: 1 } }]);
      server.parts["deadLetters"] = { state: "ok", detail: "2 dead letters", counts: { letters: 2 } };
      const signal = { message: "Expected a JSON object", type: "ValueError", description: "…" };
      for (const one of [address, "other/net/gw/new"]) {
        server.recentErrors.note({
          receivedNs: BigInt(Date.now()) * 1_000_000n,
          source: "http",
          address: one,
          code: "bad-value",
          signal,
        });
      }
    },
  );
});

test("an event of a network or channel appears in all of its panels; one of a device without data is listed", {
  skip: onlyLong || skip,
}, async () => {
  const columns = { title: "string", text: "string", tags: "string" } as const;
  const event = (title: string, tags: string) => ({ timeNs: ago(60), values: { title, text: "", tags } });
  await withPage(
    async (page) => {
      await page.getByRole("button", { name: "Annotations (2)" }).click();
      const list = page.getByRole("list", { name: "All annotations" });
      await list.getByText("Motor test").waitFor();
      await list.getByText("Nobody home").waitFor();
      await keep(page, "annotations");
      await page.getByRole("group", { name: "Tags" }).getByRole("button", { name: "door" }).click();
      await until(async () => (await list.locator("li").count()) === 1);
      await list.getByText("Nobody home").waitFor();
    },
    () => {
      history();
      server.store.add("lab_rig", "network_events", columns, [event("Motor test", "test")]);
      server.store.add(NODE.database, "area_42_node_9_events", columns, [event("Nobody home", "door")]);
    },
  );
});

test("a stopped service is reported once, without covering a chart, and no indicator stays green", {
  skip: onlyLong || skip,
}, async () => {
  await withPage(
    async (page) => {
      await panel(page, "02_power").locator("canvas").first().waitFor();
      let failed = 0;
      page.on("requestfailed", () => failed++);
      await server.close();
      await page.getByRole("button", { name: "service does not answer" }).waitFor();
      await until(async () => (await page.locator(".sidebar li[data-state=live]").count()) === 0);
      await until(async () => (await page.locator(".panel[data-state=live]").count()) === 0);
      // The page has asked again several times.
      const before = failed;
      await until(() => failed > before + 2);
      assert.doesNotMatch((await page.locator("main").textContent()) ?? "", /fetch|cannot be read/i);
      await keep(page, "stopped");
      assert.equal(await panel(page, "02_power").locator(".chart canvas").count(), 2);
    },
    history,
    /ERR_CONNECTION_REFUSED|WebSocket connection|Failed to load resource/,
  );
});

test("the range fits the available data until the user chooses one", { skip: onlyLong || skip }, async () => {
  await withPage(
    async (page) => {
      await page.locator(".span", { hasText: "Last 1 min" }).waitFor();
      await choose(page, "1 h");
      server.send(POWER, { volts: 25, amps: 3 });
      await until(async () => (await valueIn(page, POWER.measurement, "volts"))?.startsWith("25") === true);
      assert.equal(await page.locator(".span").textContent(), "Last 1 h");
    },
    () => {
      const power = { volts: 24, amps: 3 };
      for (let second = 20; second > 0; second -= 1) {
        server.store.add(POWER.database, POWER.measurement, numbers(power), [{ timeNs: ago(second), values: power }]);
      }
    },
  );
});

function target({ database, wampTopic }: ServedChannel, measurement: string): Target {
  return { database, measurement, topic: wampTopic };
}

function ago(seconds: number): bigint {
  return BigInt(Date.now() - seconds * 1000) * 1_000_000n;
}

/** Ten minutes at 1 Hz. */
function history(): void {
  for (let second = 600; second > 0; second -= 1) {
    const timeNs = ago(second);
    const wave = Math.sin(second / 30);
    const mount = { length: 8, ID: 1, armed: 1, azimuth: 180 + 90 * wave, serial: 9007199254740993n, ck: 7 };
    server.store.add(MOUNT.database, MOUNT.measurement, numbers(mount, { serial: "integer" }), [
      { timeNs, values: mount },
    ]);
    const power = { volts: 24 + wave, amps: 3 - wave };
    server.store.add(POWER.database, POWER.measurement, numbers(power), [{ timeNs, values: power }]);
  }
}

function numbers(values: object, others: Record<string, "integer"> = {}): Record<string, "float" | "integer"> {
  return { ...Object.fromEntries(Object.keys(values).map((name) => [name, "float" as const])), ...others };
}

function panel(page: Page, measurement: string): ReturnType<Page["locator"]> {
  return page.locator(`.panel[data-measurement="${measurement}"]`);
}

async function valueIn(page: Page, measurement: string, column: string): Promise<string | undefined> {
  const row = panel(page, measurement)
    .locator("tr")
    .filter({ has: page.getByRole("button", { name: column, exact: true }) });
  // Thin spaces and a true minus sign, for readability.
  return (await row.locator(".value").allTextContents())[0]?.replaceAll("\u202f", "").replaceAll("−", "-");
}

/** Chooses one of the time button's ranges. */
async function choose(page: Page, range: string): Promise<void> {
  await page.locator(".time-button").click();
  await page.getByRole("group", { name: "The last" }).getByRole("button", { name: range, exact: true }).click();
}

async function picture(page: Page, measurement: string): Promise<unknown> {
  await panel(page, measurement).locator("canvas").first().waitFor();
  return await page.evaluate(`document.querySelector('[data-measurement="${measurement}"] canvas').toDataURL()`);
}

/** The position of an element after it has stopped moving; charts move and grow while history loads. */
async function restingBox(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let box = await element.boundingBox();
  let seen = 0;
  await until(async () => {
    const now = await element.boundingBox();
    seen = now !== null && JSON.stringify(now) === JSON.stringify(box) ? seen + 1 : 0;
    box = now;
    return seen === 4;
  });
  return box!;
}

test("axe reports no accessibility problem, on the page, in a menu and in a window", {
  skip: onlyLong || skip,
}, async () => {
  await withPage(async (page) => {
    await page.emulateMedia({ colorScheme: "light" });
    const findings = () => axeFindings(page);
    await panel(page, "02_power").locator("canvas").first().waitFor();
    assert.deepEqual(await findings(), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findings(), []);
    await panel(page, "02_power").getByRole("button", { name: "Actions for power" }).click();
    assert.deepEqual(await findings(), []);
    await page.getByRole("menuitem", { name: "Settings…" }).click();
    const settings = page.getByRole("complementary", { name: "Settings" });
    await settings.getByText("Computed series").click();
    await settings.getByRole("button", { name: "Add a computed series" }).click();
    await settings.locator("summary", { hasText: "Size" }).click();
    await settings.getByRole("button", { name: "More of volts" }).click();
    await inBoth(page, findings);
    for (const kind of ["Value", "Gauge", "Text"]) {
      await settings.getByRole("button", { name: kind, exact: true }).click();
      assert.deepEqual(await findings(), [], kind);
      // The main field's last value must equal the one in the table.
      const value = panel(page, "02_power").locator(".one-value b");
      if (kind !== "Text") await until(async () => /^2\d\.\d+$/.test((await value.textContent()) ?? ""));
    }
    await settings.getByRole("button", { name: "Done" }).click();
    await page.locator(".status-button").click();
    await inBoth(page, findings);
    await page.locator(".time-button").click();
    await page.getByRole("group", { name: "Play history" }).waitFor();
    await inBoth(page, findings);
    await page.keyboard.press("Escape");
    await page.goto(`${server.url}?kiosk`);
    await panel(page, "02_power").waitFor();
    await inBoth(page, findings);
    for (const show of ["overview", "alarms"]) {
      await page.goto(`${server.url}?show=${show}`);
      await page.getByRole("heading", { name: show === "overview" ? "Overview" : "Alarms" }).waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await findings(), []);
      }
    }
    await page.goto(`${server.url}?show=overview`);
    await page.getByRole("button", { name: "Table", exact: true }).click();
    assert.deepEqual(await findings(), []);
    await page.keyboard.press("/");
    await page.locator(".find-dialog").getByRole("option").first().waitFor();
    assert.deepEqual(await findings(), []);
  }, history);
});

test("panels are renamed, hidden, moved and displayed differently; saved for everyone, kept in a read-only link, and reset", {
  skip: onlyLong || skip,
}, async () => {
  await withPage(async (page) => {
    const titles = () => page.locator(".panel:visible h2").allTextContents();
    const chooseOf = async (measurement: string, entry: string) => {
      const item = page.getByRole("menuitem", { name: entry, exact: true });
      // If a panel moves between press and release, there is no click.
      await until(async () => {
        await panel(page, measurement).locator(".menu-button").first().click();
        return item.isVisible();
      });
      await item.click();
    };
    await chooseOf("02_power", "Move up");
    assert.deepEqual(await titles(), ["power", "mount", "silent"]);
    await chooseOf("03_silent", "Hide");
    await chooseOf("02_power", "Settings…");
    const settings = page.getByRole("complementary", { name: "Settings" });
    const done = () => settings.getByRole("button", { name: "Done" }).click();
    const fill = async (label: string, text: string) => {
      await settings.getByLabel(label, { exact: true }).fill(text);
      await settings.getByLabel(label, { exact: true }).press("Enter");
      await settings.getByLabel(label, { exact: true }).blur();
    };
    await fill("Title", "Supply");
    await page.getByRole("heading", { name: "Supply", exact: true }).waitFor();
    // Both in one chart, with a separate axis for amps.
    for (const column of ["volts", "amps"]) {
      const line = settings.getByRole("listitem").filter({ hasText: column });
      await line.getByRole("button", { name: `More of ${column}` }).click();
      await line.getByLabel("Chart number").fill("1");
      await line.getByLabel("Chart number").blur();
    }
    await settings.getByRole("combobox", { name: "Axis", exact: true }).last().selectOption("right");
    await until(async () => (await panel(page, "02_power").locator(".chart canvas").count()) === 1);
    assert.equal(await panel(page, "02_power").locator(".chart-title.at-right").textContent(), "ampsA");
    await fill("Lowest", "1");
    await settings.getByRole("combobox", { name: "Scale", exact: true }).selectOption("log");
    await settings.getByText("Computed series").click();
    await settings.getByRole("button", { name: "Add a computed series" }).click();
    await fill("Name of a computed series", "watts");
    await fill("Expression of a computed series", "volts * amp");
    await page.getByText("watts: At character 9: there is no column 'amp'; did you mean 'amps'?").waitFor();
    await fill("Expression of a computed series", "volts * amps");
    await until(async () => Number(await valueIn(page, "02_power", "watts")) > 40);
    await until(async () => (await panel(page, "02_power").locator(".chart canvas").count()) === 2);
    await done();
    await chooseOf("02_power", "Add another panel of it…");
    await fill("Title", "V against A");
    await settings.getByRole("button", { name: "X against Y" }).click();
    await settings.getByRole("combobox", { name: "X", exact: true }).selectOption("volts");
    await settings.getByRole("combobox", { name: "Y", exact: true }).selectOption("amps");
    await page.getByText(/^volts 2\d\.\d+, amps \d\.\d+ at /).waitFor();
    await done();
    await chooseOf("02_power", "Full window");
    await until(async () => page.url().includes("panel="));
    await page.keyboard.press("Escape");
    await until(async () => !page.url().includes("panel="));
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Read-only link…" }).click();
    assert.match(await page.getByLabel("Address").inputValue(), /[?&]view=/);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByLabel("Address").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Layout changed").waitFor({ state: "detached" });
    await page.evaluate("localStorage.clear()");
    await page.reload();
    await panel(page, "01_mount").locator("canvas").first().waitFor();
    assert.deepEqual(await titles(), ["Supply", "V against A", "mount"]);
    // The device has that name everywhere, also in other dashboards.
    await page.locator(".sidebar li", { hasText: "Supply" }).waitFor();
    await page.goto(`${server.url}?layout=another&show=overview`);
    await page.locator(".tile-title", { hasText: "Supply" }).waitFor();
    await page.goto(`${server.url}?view=&filter=supply`);
    await panel(page, "02_power").locator("canvas").first().waitFor();
    assert.deepEqual(await titles(), ["Supply"]);
    assert.equal(await page.getByRole("button", { name: "Panels and layout" }).count(), 0);
    await page.goto(server.url);
    await page.getByRole("button", { name: "Panels and layout" }).click();
    await page.getByRole("menuitem", { name: "Reset all to automatic" }).click();
    assert.deepEqual(await titles(), ["mount", "power", "silent"]);
  }, history);
});

test("time is changed by wheel, keys, Shift and double click, can be undone, and is part of the address", {
  skip: onlyLong || skip,
}, async () => {
  await withPage(async (page) => {
    const chart = panel(page, "02_power").locator(".u-over").first();
    await chart.waitFor();
    const span = async () => {
      const query = new URL(page.url()).searchParams;
      return (Date.parse(query.get("to") ?? "") - Date.parse(query.get("from") ?? "")) / 1000;
    };
    const box = await restingBox(chart);
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await page.mouse.dblclick(...middle);
    await until(async () => Math.abs((await span()) - 450) < 1);
    await page.mouse.move(...middle);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await until(async () => Math.abs((await span()) - 360) < 1);
    const from = () => Date.parse(new URL(page.url()).searchParams.get("from") ?? "");
    const before = from();
    await page.keyboard.down("Shift");
    await page.mouse.down();
    await page.mouse.move(middle[0] + 60, middle[1], { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await until(async () => from() < before - 10_000);
    assert.ok(Math.abs((await span()) - 360) < 1, "a span of about 360 s");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("+");
    await until(async () => Math.abs((await span()) - 240) < 1);
    const url = page.url();
    await page.goto(url);
    await panel(page, "02_power").locator("canvas").first().waitFor();
    await until(async () => Math.abs((await span()) - 240) < 1);
    await page.locator(".time-button").click();
    await page.getByLabel("or the last").fill("2 weeks");
    await page.locator(".time-form").getByRole("button", { name: "Follow" }).click();
    await page.getByText("Write a range as 90s, 15m, 2h or 30d.").waitFor();
    await page.getByLabel("From", { exact: true }).fill("2026-01-01T10:00:00.000");
    await page.getByLabel("To", { exact: true }).fill("2026-01-01T11:30:00.000");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await until(async () => (await span()) === 5400);
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] + 100, middle[1], { steps: 4 });
    await page.mouse.up();
    await until(async () => (await span()) < 5400);
    await page.keyboard.press("b");
    // Counted once, however many charts noticed it.
    await until(async () => (await span()) === 5400);
    await page.locator(".time-button").click();
    await page.getByRole("button", { name: "Back to the previous time span" }).first().click();
    await until(async () => Math.abs((await span()) - 240) < 1);
  }, history);
});

test("touch: one finger moves the chart, two zoom it, a tap selects a time, and the page fits", {
  skip: onlyLong || skip,
}, async () => {
  channels = [rig];
  server = await startPageServer({ channels: () => channels });
  history();
  opened = await openPage(server.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  try {
    const { page } = opened;
    const chart = panel(page, "02_power").locator(".u-over").first();
    await chart.waitFor();
    await chart.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await restingBox(chart);
    const middle = y + height / 2;
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...xs: number[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: xs.map((one, id) => ({ x: one, y: middle, id })) });
    const time = (name: string) => Date.parse(new URL(page.url()).searchParams.get(name) ?? "");
    const span = () => time("to") - time("from");
    await touch("touchStart", x + 100);
    for (const step of [30, 60, 100]) await touch("touchMove", x + 100 + step);
    await touch("touchEnd");
    await until(async () => span() > 0 && time("to") < Date.now() - (100 / width) * span() * 0.9);
    const [before, from] = [span(), time("from")];
    await touch("touchStart", x + 100, x + 150);
    for (const step of [10, 20, 25]) await touch("touchMove", x + 100 - step, x + 150 + step);
    await touch("touchEnd");
    await until(async () => Math.abs(span() / before - 0.5) < 0.05);
    assert.ok(time("from") > from, "what is between the fingers stays between them");
    await page.touchscreen.tap(x + 120, middle);
    await page.getByRole("menuitem", { name: "Cursor A here" }).tap();
    await until(async () => Number.isFinite(time("a")));
    assert.ok(
      Number(await page.evaluate("document.documentElement.scrollWidth")) <= 390,
      "nothing is wider than a phone",
    );
    await keep(page, "phone");
    assert.deepEqual(opened.problems, []);
  } finally {
    await opened.close();
    await server.close();
  }
});

test("on a phone, touch targets are at least 32 pixels high, the first panel begins in the first quarter, and settings fit", {
  skip: onlyLong || skip,
}, async () => {
  channels = [rig];
  server = await startPageServer({ channels: () => channels });
  history();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  opened = await openPage(server.url, phone);
  try {
    const { page } = opened;
    await panel(page, "01_mount").locator("canvas").first().waitFor();
    const small = () =>
      page.evaluate(`[...document.querySelectorAll("button:not(.skip *), a, select, input:not([type=checkbox]), summary")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 32)
        .map((one) => one.outerHTML.slice(0, 120))`);
    const isWide = () => page.evaluate("document.documentElement.scrollWidth > innerWidth");
    assert.ok(
      (await panel(page, "01_mount").boundingBox())!.y < 844 / 4,
      "the panel is in the first quarter of the screen",
    );
    assert.deepEqual([await small(), await isWide()], [[], false]);
    await panel(page, "02_power").locator(".menu-button").first().click();
    await page.getByRole("menuitem", { name: "Settings…" }).click();
    await page.locator(".settings summary", { hasText: "Size" }).click();
    assert.deepEqual([await small(), await isWide()], [[], false]);
    await page.getByRole("button", { name: "Done" }).click();
    for (const place of ["Overview", "Alarms"]) {
      await page.getByRole("navigation", { name: "Tabs" }).getByRole("button", { name: place }).click();
      assert.deepEqual([await small(), await isWide()], [[], false], place);
    }
    assert.deepEqual(opened.problems, []);
  } finally {
    await opened.close();
    await server.close();
  }
});

test("two cursors select a range with its statistics; an annotation is created, changed and deleted", {
  skip: onlyLong || skip,
}, async () => {
  await withPage(async (page) => {
    const chart = panel(page, "02_power").locator(".u-over").first();
    const clickAt = async (x: number, entry: string) => {
      await chart.click({ position: { x, y: 20 } });
      await page.getByRole("menuitem", { name: entry }).click();
    };
    await clickAt(250, "Cursor A here");
    await clickAt(400, "Cursor B here");
    await page.getByText(/^Δt 2\d\d\.\d s \(/).waitFor();
    await clickAt(300, "Annotate this moment…");
    await page.getByRole("button", { name: "Annotate", exact: true }).click();
    await page.getByText("Enter a title or a text.").waitFor();
    await page.getByLabel("Title").fill("Motor cut out");
    await page.getByRole("textbox", { name: "Tags" }).fill("motor, test");
    await page.getByRole("button", { name: "Annotate", exact: true }).click();
    await page.getByRole("button", { name: "Annotations (1)" }).click();
    await page.getByRole("button", { name: "Edit Motor cut out" }).click();
    await page.getByLabel("Title").fill("Motor stopped");
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByRole("button", { name: "Edit Motor stopped" }).click();
    const rows = [];
    for await (const row of server.store.rows({ database: "lab_rig", measurement: "network_events" })) rows.push(row);
    assert.deepEqual(
      rows.map(({ values }) => [values["title"], values["tags"]]),
      [["Motor stopped", "motor, test"]],
    );
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No annotations in this time span.").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    const { x, y } = await restingBox(chart);
    await page.keyboard.down("Alt");
    await page.mouse.move(x + 200, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 300, y + 20, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Alt");
    await page.getByRole("menuitem", { name: "Cursors at its ends" }).click();
    await page.getByText(/^Δt 1\d\d\.\d s \(/).waitFor();
    await page.keyboard.press(",");
    await page.keyboard.press(",");
    await page.keyboard.press("m");
    await page.getByRole("menuitem", { name: "Remove cursors" }).waitFor();
    await page.keyboard.press("Enter");
    await until(async () => {
      const { searchParams } = new URL(page.url());
      const middleMs = Date.now() - 450_000;
      return Math.abs(Date.parse(searchParams.get("a") ?? "") - middleMs) < 30_000;
    });
  }, history);
});

test("an empty page explains where to send data, and shows panels after the first message", { skip }, async () => {
  server = await startPageServer({ channels: [] });
  opened = await openPage(server.url);
  try {
    const { page } = opened;
    await page.getByText("Listening, nothing received yet").waitFor();
    await keep(page, "empty");
    const line = (await page.locator(".ways pre").first().textContent()) ?? "";
    assert.match(line, /^curl [\s\S]*\/api\/lab\/test\/desk\/node-1\/data$/);
    await page.locator(".connection[data-state=connected]").waitFor();
    server.send(NODE, { temperature: 21.5 });
    await until(async () => (await valueIn(page, NODE.measurement, "temperature")) === "21.50");
    await page.getByText("Listening, nothing received yet").waitFor({ state: "hidden" });
    assert.deepEqual(opened.problems, []);
  } finally {
    await opened.close();
    await server.close();
  }
});

test("a struct's details colour its newest frame by field and show rejections, a clock that is not set, and replaced values", {
  skip: onlyLong || skip,
}, async () => {
  await withPage(
    async (page) => {
      await panel(page, "02_power").locator(".menu-button").click();
      await page.getByRole("menuitem", { name: "Details, bytes, errors…" }).click();
      const details = page.getByRole("complementary", { name: "Details" });
      await details.getByText("wrong-length").first().waitFor();
      await keep(page, "details");
      const fact = (name: string) => details.locator("dt", { hasText: name }).locator("xpath=following-sibling::dd[1]");
      const unset = "3 rows are stored at the time of receipt; the last time was 1970-01-01T00:02:11";
      assert.equal(await fact("Its clock is not set").textContent(), unset);
      assert.match((await fact("Replaced values").textContent())!, /^4 by later rows of the same time; /);
      assert.deepEqual(await details.locator(".bytes .byte").allTextContents(), ["04", "02", "a1", "ff"]);
      const field = details.getByRole("row", { name: /voltage/ });
      assert.match((await field.textContent()) ?? "", /^3 voltageuint8_tvoltage \/ 10024 V$/);
    },
    () => {
      const layout = [0, 1, 2, 3].map((byteOffset) => ({ byteOffset }));
      const [length, id, voltage, current] = layout;
      const names = { path: "voltage", column: "volts", unit: "V", expr: "voltage / 100" };
      const codec = describedStruct("power", 2, [
        { ...names, ...voltage },
        { path: "amps", ...current },
      ]);
      Object.assign(codec.fields[0]!, length);
      Object.assign(codec.fields[1]!, id);
      channels = [{ ...rig, structs: [codec] }];
      const values = { volts: 24, amps: 3, _hex_: "0402a1ff" };
      server.store.add(POWER.database, POWER.measurement, { volts: "float", amps: "float", _hex_: "string" }, [
        { timeNs: ago(1), values },
      ]);
      const rejected = { "wrong-length": 1 };
      const noticed = { unsetClocks: 3, unsetClock: "1970-01-01T00:02:11", replaced: 4 };
      server.channelHealth.push({ name: "rig", source: "udp", received: 2, decoded: 1, rejected, ...noticed });
    },
  );
});

test("positions are a track, named states are strips, and limits are bands that sidebar and header report", {
  skip: onlyLong || skip,
}, async () => {
  const states = { "0": "idle", "1": "run" };
  const codec = describedStruct("boat", 2, [
    { path: "lat", unit: "°", expr: "lat" },
    { path: "lon", unit: "°", expr: "lon" },
    { path: "mode", states },
    { path: "t", unit: "°C", expr: "t", limits: { warn: { max: 40 }, alarm: { max: 60 } } },
    ...Array.from({ length: 16 }, (_none, i) => ({ path: `cell[${i}]`, unit: "V", expr: "cell" })),
  ]);
  const boat = { ...POWER, measurement: "02_boat" };
  await withPage(
    async (page) => {
      await page.setViewportSize({ width: 3840, height: 2000 });
      // The service counts what it has accepted, not what was stored before.
      server.send(boat, { lat: 52.5, lon: 13.4, mode: 1, t: 50 });
      await page.getByText(/^52\.\d{6}°, 13\.\d{6}° at .*; \d.* k?m long$/).waitFor();
      await page.getByText(/^at .*: highest 3\.9\d* at 15, lowest 3\.6\d* at 0$/).waitFor();
      await until(async () => (await valueIn(page, "02_boat", "mode")) === "run");
      await page.getByRole("button", { name: "0 alarms, 1 warnings" }).waitFor();
      await page.locator(".sidebar li[data-limit=warn]").waitFor();
      await keep(page, "track-strips-limits-4k");
      server.send(boat, { lat: 52.5, lon: 13.4, mode: 0, t: 61 });
      await page.getByRole("button", { name: "1 alarms, 0 warnings" }).waitFor();
      await until(async () => (await valueIn(page, "02_boat", "mode")) === "idle");
      // The same page with a map server, which this test provides.
      const tiles: string[] = [];
      const mapped = await startPageServer({
        channels: () => channels,
        history: server.store,
        mapTiles: "https://tile.test/{z}/{x}/{y}.svg © test",
      });
      try {
        const { page: map, problems, close } = await openPage("about:blank");
        await map.route("https://tile.test/**", async (route) => {
          tiles.push(new URL(route.request().url()).pathname);
          const body = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#dfe"/><path d="M0 0H256V256" stroke="#888" fill="none"/></svg>`;
          await route.fulfill({ contentType: "image/svg+xml", body });
        });
        await map.goto(mapped.url);
        await map.getByText(/^52\.\d{6}°, 13\.\d{6}° at /).waitFor();
        await until(async () => tiles.length > 3);
        await keep(map, "track-tiles");
        assert.ok(
          tiles.every((path) => /^\/1\d\/\d+\/\d+\.svg$/.test(path)),
          tiles.join(" "),
        );
        assert.deepEqual(problems, []);
        await close();
      } finally {
        await mapped.close();
      }
      // The pictures are below the visible area, so they are not redrawn.
      await page.setViewportSize({ width: 390, height: 100 });
      await until(() => page.evaluate<boolean>("document.documentElement.scrollWidth <= 390"));
    },
    () => {
      channels = [{ ...rig, structs: [codec] }];
      for (let second = 300; second > 0; second -= 1) {
        const [lat, lon] = [52.5 + Math.sin(second / 50) / 200, 13.4 + Math.cos(second / 50) / 200];
        const cells = Object.fromEntries(Array.from({ length: 16 }, (_none, i) => [`cell.${i}`, 3.6 + i / 50]));
        const values = { lat, lon, mode: Math.floor(second / 40) % 2 === 0 ? 1 : 0, t: 50 - second / 10, ...cells };
        server.store.add(boat.database, boat.measurement, numbers(values), [{ timeNs: ago(second), values }]);
      }
    },
  );
});

test("an overview shows each device's state, value and history; it can be filtered, sorted, searched, and links to the panel", {
  skip: onlyLong || skip,
}, async () => {
  const nodes = Array.from({ length: 30 }, (_none, i) => ({ ...NODE, measurement: `area_${i}_sensors` }));
  await withPage(
    async (page) => {
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      const tile = page.locator(".tile", { hasText: "area_7" }).first();
      await until(async () => (await tile.locator(".tile-value").textContent()) === "27.50");
      await until(async () => (await tile.locator(".sparkline path").last().getAttribute("d"))!.length > 10);
      await page.getByRole("button", { name: "Table", exact: true }).click();
      const table = page.getByRole("region", { name: "Devices of mqttkit_1_testdrive" });
      await table.getByRole("button", { name: "temperature" }).click();
      await table.getByRole("button", { name: "temperature ↑" }).click();
      await until(async () => ((await table.locator("tbody tr").first().textContent()) ?? "").startsWith("area_29"));
      await page.getByLabel("Filter devices").fill("area_1");
      await until(async () => (await table.locator("tbody tr").count()) === 11);
      await page.getByLabel("Filter devices").fill("");
      await page.keyboard.press("Escape");
      await page.locator("h1").click();
      await page.keyboard.press("/");
      await page.locator(".find-dialog").getByRole("combobox").fill("area_28");
      await page.getByRole("option", { name: "area_28" }).first().waitFor();
      await page.keyboard.press("Enter");
      await until(async () => ((await panel(page, "area_28_sensors").boundingBox())?.y ?? 0) > 0);
      await page.goBack();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      await page.keyboard.press("g");
      await page.keyboard.press("a");
      await page.getByRole("heading", { name: "Alarms" }).waitFor();
      await page.keyboard.press("?");
      await page.getByText("One panel in the full window").waitFor();
      await page.evaluate("localStorage.setItem('structline.language', 'de')");
      await page.goto(`${server.url}?kiosk`);
      await page.getByRole("heading", { name: "Übersicht" }).waitFor();
      assert.equal(await page.locator(".toolbar").isVisible(), false);
    },
    () => {
      for (const [i, one] of nodes.entries()) {
        for (let k = 20; k > 0; k -= 1)
          server.send(one, { temperature: 20.5 + i + (k === 1 ? 0 : k / 10), count: k }, ago(k));
      }
    },
  );
});

test("one column of all devices forms one chart, a series can be dragged to another panel, and a dashboard saves both", {
  skip: onlyLong || skip,
}, async () => {
  const nodes = Array.from({ length: 12 }, (_none, i) => ({ ...NODE, measurement: `area_${i}_sensors` }));
  await withPage(
    async (page) => {
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("menuitem", { name: "New dashboard…" }).click();
      await page.getByLabel("Name").fill("Halle Süd");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "Halle Süd" }).waitFor();
      await page.waitForURL(/layout=Halle-Su-d/);
      await page.locator(".panel").first().waitFor({ state: "detached" });
      // As over plain HTTP from another machine.
      await page.evaluate("Object.defineProperty(crypto, 'randomUUID', { value: undefined })");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("menuitem", { name: "Series in a new panel…" }).click();
      await page.locator(".find-dialog").getByRole("combobox").fill("temperature of all");
      await page.getByRole("option", { name: "temperature of all 12 devices" }).click();
      const all = page.locator(".panel", { hasText: "temperature of all devices" });
      await until(async () => (await all.locator(".chart canvas").count()) === 1);
      await until(async () => ((await all.locator(".alternative").textContent()) ?? "").includes("area_11"));
      // A device that appears later is added automatically.
      server.send({ ...NODE, measurement: "area_99_sensors" }, { temperature: 30, count: 1 });
      await until(async () => ((await all.locator(".alternative").textContent()) ?? "").includes("area_99"));
      await keep(page, "many-devices");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Layout changed").waitFor({ state: "detached" });
      await page.locator("nav.sidebar").getByRole("button", { name: "Every struct" }).click();
      // All panels are visible, so nothing scrolls while dragging.
      await page.setViewportSize({ width: 1440, height: 6000 });
      await restingBox(panel(page, "area_4_sensors"));
      const name = panel(page, "area_3_sensors").getByRole("button", { name: "count", exact: true });
      await name.dragTo(panel(page, "area_4_sensors").locator(".about"));
      const added = panel(page, "area_4_sensors").getByRole("button", { name: "area_3", exact: true });
      await added.waitFor();
      await until(async () => (await valueIn(page, "area_4_sensors", "area_3")) === "1");
      await page.goto(`${server.url}?layout=Halle-Su-d`);
      await until(async () => (await all.locator(".chart canvas").count()) === 1);
      await page.getByRole("button", { name: "Panels and layout" }).click();
      const file = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: "Export as JSON" }).click();
      const path = await (await file).path();
      await page.getByRole("button", { name: "Panels and layout" }).click();
      await page.getByRole("menuitem", { name: "Delete this dashboard…" }).click();
      await page.getByRole("button", { name: "Delete for good" }).click();
      await page.getByRole("heading", { name: "Every struct" }).waitFor();
      await page.getByRole("button", { name: "Panels and layout" }).click();
      await page.getByRole("menuitem", { name: "Import a dashboard…" }).click();
      await page
        .getByLabel("File")
        .setInputFiles({ name: "a.json", mimeType: "application/json", buffer: await readFile(path) });
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByRole("heading", { name: "Halle Süd" }).waitFor();
      await until(async () => (await all.locator(".chart canvas").count()) === 1);
    },
    () => {
      for (const [i, one] of nodes.entries()) {
        for (let k = 20; k > 0; k -= 1) server.send(one, { temperature: 20.5 + i + k / 10, count: k }, ago(k));
      }
    },
  );
});

/** Saves a picture on request; a picture takes a third of a second. */
async function keep(page: Page, name: string): Promise<void> {
  if (process.env["STRUCTLINE_TEST_PICTURES"] === undefined) return;
  await page.screenshot({ path: join(ROOT, "test/.work/page", `${name}.png`) });
}

test("clicking one of 200 devices scrolls to its panel, even if panels above it grow", {
  skip: onlyLong || skip,
}, async () => {
  const many = Array.from({ length: 200 }, (_none, i) => ({ ...NODE, measurement: `node_${i}_sensors` }));
  await withPage(
    async (page) => {
      // A long list among others is collapsed at first.
      await page.locator("nav.sidebar summary", { hasText: "mqttkit_1_testdrive" }).click();
      for (const i of [150, 20, 199]) {
        const name = `node_${i}_sensors`;
        const line = page.locator(`nav.sidebar button[title*="(${name})"]`);
        // The list has elements only near what is in sight.
        for (let top = 0; (await line.count()) === 0 && top < 8000; top += 300) {
          await page.locator("nav.sidebar").evaluate((nav, to) => nav.scrollTo(0, to), top);
          await page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done))))",
          );
        }
        await line.click();
        await panel(page, name).locator(".chart canvas").first().waitFor();
        await until(async () => {
          const box = await panel(page, name).boundingBox();
          return box !== null && box.y > -5 && box.y < 500;
        });
      }
    },
    () => {
      for (const one of many) {
        for (let i = 5; i > 0; i -= 1) server.send(one, { t: i, u: i * 100 }, ago(i));
      }
    },
  );
});

test("of 3,000 devices the page lists the first; search, filter or favourites find the others", {
  skip: onlyLong || skip,
}, async () => {
  const name = (i: number) => `gw_${String(i).padStart(4, "0")}_sensors`;
  await withPage(
    async (page) => {
      await page.getByText("Find others…").waitFor();
      await page.keyboard.press("/");
      // By the measurement's whole name, which entries do not show.
      await page.locator(".find-dialog input").fill("gw_2987_sensors");
      await page.locator(".find-dialog li").first().click();
      await panel(page, name(2987)).locator(".chart canvas").first().waitFor();
      await panel(page, name(2987)).locator(".menu-button").first().click();
      await page.getByRole("menuitem", { name: "Add to favourites" }).click();
      await page.reload();
      await page.locator("nav.sidebar summary", { hasText: "Favourites" }).waitFor();
      await page.locator("nav.sidebar").getByRole("button", { name: "Overview" }).click();
      await page.getByRole("searchbox").fill("gw_2555");
      await page.locator(".tile-title", { hasText: "gw_2555" }).first().waitFor();
      // Live values of an unlisted device do not cause the list to be read again.
      let asked = 0;
      page.on("request", (request) => {
        if (request.url().includes("read/measurements")) asked++;
      });
      for (let i = 0; i < 20; i++) server.send({ ...NODE, measurement: name(2000 + i) }, { t: i });
      await pause(3000, "longer than between two readings of the list");
      assert.ok(asked <= 1, `${asked} requests`);
    },
    () => {
      for (let i = 0; i < 3000; i++) server.send({ ...NODE, measurement: name(i) }, { t: i }, ago(1));
    },
  );
});

test("the browser's Back undoes a zoom, and an invalid address is reported", {
  skip: onlyLong || skip,
}, async () => {
  await withPage(async (page) => {
    await page.goto(`${server.url}?range=abc`);
    await page.locator(".notice", { hasText: "range=abc: write 90s" }).waitFor();
    await page.goto(`${server.url}?range=1h`);
    await choose(page, "5 min");
    await page.waitForURL(/range=5m/);
    await page.goBack();
    await page.locator(".span", { hasText: "Last 1 h" }).waitFor();
    await page.getByRole("searchbox").fill("no such panel");
    await page.locator(".notice", { hasText: "No panel matches" }).waitFor();
  }, history);
});

test("a panel reports that history is loading, not that there is no data", {
  skip: onlyLong || skip,
}, async () => {
  server = await startPageServer({ channels: () => [rig], historyDelayMs: 3000 });
  history();
  const { page, close } = await openPage(server.url);
  try {
    await panel(page, "02_power").locator(".empty", { hasText: "Loading…" }).waitFor();
    await until(async () => (await panel(page, "02_power").locator(".empty").textContent()) === "");
  } finally {
    await close();
    await server.close();
  }
});

test("an unavailable list of measurements is reported with the reason", {
  skip: onlyLong || skip,
}, async () => {
  await withPage(
    async (page) => {
      await page.route("**/read/measurements*", (route) =>
        route.fulfill({ status: 500, body: "the store is on fire" }),
      );
      // The list is read at once when the page becomes visible again.
      const ask = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await ask();
      await page.locator(".notice", { hasText: "cannot be read: 500 the store is on fire" }).waitFor();
      await page.unroute("**/read/measurements*");
      await ask();
      await page.locator(".notice:empty").waitFor({ state: "attached" });
    },
    history,
    /500/,
  );
});
