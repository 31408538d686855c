/** "Explain" for a refused message: the kept message, its bytes, and guesses why it does not decode. */

import type { AdvisedError } from "../../../api/recent-errors.ts";
import type { RejectDetails, RejectSummary } from "../../../model/reject-details.ts";
import { fetchReject, fetchRejects } from "./api.ts";
import { element } from "./dom.ts";
import { say } from "./words.ts";

/** Lists are rebuilt while the user reads: keep open details open. */
const known = new Map<string, HTMLDetailsElement>();
const MOST_KNOWN = 500;

export function rejectionDetails(error: AdvisedError): HTMLElement {
  const key = [error.time, error.address, error.code].join("\n");
  const before = known.get(key);
  if (before !== undefined) return before;
  const [oldest] = known.size < MOST_KNOWN ? [] : known.keys();
  if (oldest !== undefined) known.delete(oldest);
  const body = element("div");
  const details = element("details", { class: "explain" }, element("summary", {}, say("Explain")), body);
  details.addEventListener("toggle", () => {
    if (details.open && body.childElementCount === 0) void write(error, body);
  });
  known.set(key, details);
  return details;
}

async function write(error: AdvisedError, body: HTMLElement): Promise<void> {
  body.replaceChildren(element("p", { class: "none" }, say("Reading…")));
  try {
    const kept = (await fetchRejects(error.code)).find((reject) => isAbout(reject, error));
    if (kept === undefined) body.replaceChildren(element("p", { class: "none" }, say("The message was not kept.")));
    else body.replaceChildren(...paragraphs(await fetchReject(kept.id)));
  } catch (problem) {
    body.replaceChildren(element("p", { class: "problem" }, (problem as Error).message));
  }
}

/** Times of receipt are unique. */
function isAbout({ time, code }: RejectSummary, error: AdvisedError): boolean {
  return time === error.time && code === error.code;
}

function paragraphs({ id, sender, bytes, payload, explanation }: RejectDetails): HTMLElement[] {
  const from = sender === "" ? "" : say(" from {0}", sender);
  return [
    element("p", {}, say("Kept as rejected message {0}: {1} bytes{2}", id, bytes, from)),
    element("pre", { tabindex: "0", "aria-label": say("Payload") }, payload),
    ...(explanation === undefined
      ? []
      : [element("pre", { tabindex: "0", "aria-label": say("Explanation") }, explanation)]),
  ];
}
