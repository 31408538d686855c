/** Entry of the built-in page. */

import { App } from "./app.ts";
import { logIn } from "./login-view.ts";
import { loadPreferences } from "./preferences.ts";
import { loadTheme } from "./theme.ts";

loadTheme();
await loadPreferences();
await new App(await whoIsThere()).start();

/** Who is logged in; undefined where nobody has to be. A service that does not answer is the page's own notice. */
async function whoIsThere(): Promise<string | undefined> {
  for (;;) {
    const answer = await fetch("read/measurements?limit=1").catch(() => undefined);
    if (answer?.status !== 401) return answer?.ok ? ((await answer.json()) as { user?: string }).user : undefined;
    await logIn();
  }
}
