/** `npm run docs -- --picture`: takes the README's picture of today's page, with a minute of the sample lab's data. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { loadCodecs } from "../../runtime/channels/load-codecs.ts";
import { StructSimulation } from "../../runtime/cli/simulation.ts";
import { loadSettings } from "../../runtime/settings/load-settings.ts";
import { type PageServer, startPageServer } from "../../test/support/page-server.ts";
import { buildPage } from "../build/page.mjs";
import { PICTURE, pageVersion, withVersion } from "./page-version.ts";

const SECONDS = 60;
const PER_SECOND = 5;

const settings = loadSettings({});
const codecs = await loadCodecs(settings);
const channels = settings.channels.map(({ name, udpPort, wampTopic }) => ({
  name,
  udpPort,
  wampTopic,
  database: wampTopic.replaceAll(".", "_"),
  structs: codecs.get(name)?.structs ?? [],
}));
const senders = channels.flatMap(({ database, wampTopic, structs }) =>
  structs.map((codec) => ({ database, topic: wampTopic, simulation: new StructSimulation(codec) })),
);

function send(server: PageServer, atMs: number): void {
  for (const { database, topic, simulation } of senders) {
    const { codec } = simulation;
    // The simulated board has been on for an hour.
    const bytes = simulation.message((atMs - began) / 1000 + 3600);
    const values = codec.toStored(codec.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.length)));
    const target = { database, measurement: codec.measurement, topic };
    server.send(target, values as Record<string, number>, BigInt(Math.round(atMs)) * 1_000_000n);
  }
}

const began = Date.now();
const built = await mkdtemp(join(tmpdir(), "structline-picture-"));
await buildPage(built);
const server = await startPageServer({ directory: built, channels });
for (let i = SECONDS * PER_SECOND; i > 0; i--) send(server, Date.now() - (i * 1000) / PER_SECOND);
const sending = setInterval(() => send(server, Date.now()), 1000 / PER_SECOND);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 1000 },
    colorScheme: "light",
    timezoneId: "UTC",
  });
  await page.goto(`${server.url}?show=panels&range=1m`);
  await page.locator(".panel").nth(3).locator("canvas").first().waitFor();
  await page.locator(".panel").first().locator(".statistic", { hasText: /\d/ }).first().waitFor();
  await page.locator(".panel[data-state=live]").first().waitFor();
  const png = await page.screenshot();
  await writeFile(PICTURE, withVersion(png, await pageVersion()));
  console.log(`${PICTURE}: written`);
} finally {
  clearInterval(sending);
  await browser.close();
  await server.close();
  await rm(built, { recursive: true });
}
