/** Entry of the built-in page. */

import { App } from "./app/app.ts";
import { loadPreferences } from "./app/preferences.ts";
import { loadTheme } from "./app/theme.ts";
import { chartsKind } from "./kinds/charts.ts";
import { loadViews } from "./kinds/kinds.ts";

loadTheme();
// While the service is asked.
const charts = /[?&]show=(overview|alarms)\b/.test(location.search) ? undefined : loadViews(chartsKind);
await loadPreferences();
const user = await whoIsThere();
await charts;
await new App(user).start();

/**
 * The user who is logged in; undefined without access control. The page itself reports a service that does not answer.
 */
async function whoIsThere(): Promise<string | undefined> {
  for (;;) {
    const answer = await fetch("read/measurements?limit=1").catch(() => undefined);
    if (answer?.status !== 401) return answer?.ok ? ((await answer.json()) as { user?: string }).user : undefined;
    await (await import("./ui/login-view.tsx")).logIn();
  }
}
