/** A headless browser for tests of the page: one for a test file, which is closed at its end. */

import { after } from "node:test";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export interface BrowserPage {
  readonly page: Page;
  /** Errors of scripts and of the content security policy since the page was opened. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** Ten frames per second instead of sixty, to save processor time. */
const FEWER_FRAMES = `
  const nextFrame = requestAnimationFrame.bind(window);
  requestAnimationFrame = (draw) => setTimeout(() => nextFrame(draw), 84);
  cancelAnimationFrame = clearTimeout;
`;

let browser: Promise<Browser> | undefined;

after(async () => {
  await (await browser)?.close();
});

export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<BrowserPage> {
  browser ??= chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
  const context = await (await browser).newContext({ viewport: { width: 1440, height: 1000 }, ...options });
  // Half a minute is too short on a busy machine.
  context.setDefaultTimeout(120_000);
  await context.addInitScript(FEWER_FRAMES);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}
