/** Parts of the page's program that are loaded when they are first needed. */

import { Query } from "./query.ts";

/**
 * Asks again while the service does not answer, so that a restart leaves no view empty. If it is another version since, the page is
 * loaded anew: this version's parts are gone.
 * @throws Error that the part itself throws
 */
export function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const query = new Query<void>();
  return new Promise((resolve, reject) => {
    const ask = async () => {
      try {
        resolve(await load());
      } catch (error) {
        if (!(error instanceof TypeError)) return reject(error);
        if (await isOutdated()) location.reload();
        throw error;
      }
    };
    void query.renew("part", ask);
  });
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
