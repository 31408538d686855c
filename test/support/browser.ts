/** A headless browser for tests of the page. */

import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export interface BrowserPage {
  readonly page: Page;
  /** Errors of scripts and of the content security policy since the page was opened. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<BrowserPage> {
  const browser: Browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, ...options });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(url);
  return { page, problems, close: () => browser.close() };
}
