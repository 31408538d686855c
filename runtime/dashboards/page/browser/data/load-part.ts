/** Parts of the page's program that are loaded when they are first needed. */

import { retryMs } from "./query.ts";

/**
 * Asks again while the service does not answer, so that a restart leaves no view empty. If it is another version since, the page is
 * loaded anew: this version's parts are gone.
 * @throws Error that the part itself throws
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 1; ; failures++) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs(failures)));
      if (await isOutdated()) location.reload();
    }
  }
}

async function isOutdated(): Promise<boolean> {
  const own = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(own);
  } catch {
    return false;
  }
}
