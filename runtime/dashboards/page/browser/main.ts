/** Entry of the built-in page. */

import "./ui/drawn-with-parent.ts";
import { startApp } from "./app/app.ts";
import { loadPreferences } from "./app/preferences.ts";
import { loadTheme } from "./app/theme.ts";
import { type FirstPage, fetchFirstPage } from "./data/api.ts";
import { loadPart } from "./data/load-part.ts";
import { chartsKind } from "./kinds/charts.ts";
import { loadViews } from "./kinds/kinds.ts";

loadTheme();
// While the service is asked.
const charts = /[?&]show=(overview|alarms)\b/.test(location.search) ? undefined : loadViews(chartsKind);
void start();

/** In a function: what is loaded later imports this script, and would wait for the end of awaits outside of one. */
async function start(): Promise<void> {
  await loadPreferences();
  const first = await firstPage();
  await charts;
  await startApp(first);
}

/** After a log-in where it is needed. The page itself reports a service that does not answer. */
async function firstPage(): Promise<FirstPage | undefined> {
  for (;;) {
    const page = await fetchFirstPage().catch(() => "unknown" as const);
    if (page !== undefined) return page === "unknown" ? undefined : page;
    await (await loadPart(() => import("./ui/login-view.tsx"))).logIn();
  }
}
