/** The page of a server of its own in a browser; both are closed at the end. */

import assert from "node:assert/strict";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openPage } from "./browser.ts";
import { type PageServer, type PageServerOptions, startPageServer } from "./page-server.ts";

interface Opening extends PageServerOptions {
  /** Called before the page is opened. */
  readonly fill?: (server: PageServer) => unknown;
  readonly query?: string;
  readonly browser?: BrowserContextOptions;
  /** Runs before the page's own scripts. */
  readonly script?: string;
  /** Errors in the browser's console that the test causes; others fail it. */
  readonly tolerated?: RegExp | undefined;
}

export async function withPage(
  { fill, query = "", browser, script = "", tolerated = /^$/, ...options }: Opening,
  body: (page: Page, server: PageServer) => Promise<void>,
): Promise<void> {
  const server = await startPageServer(options);
  await fill?.(server);
  const { page, problems, close } = await openPage("about:blank", browser);
  try {
    await page.addInitScript(script);
    await page.goto(server.url + query);
    await body(page, server);
    assert.deepEqual(
      problems.filter((problem) => !tolerated.test(problem)),
      [],
    );
  } finally {
    await close();
    await server.close();
  }
}
