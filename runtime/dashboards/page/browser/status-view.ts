/** The status of all parts, and the reasons for missing data. */

import type { ChannelHealth } from "../../../api/health.ts";
import type { AdvisedError } from "../../../api/recent-errors.ts";
import type { RejectDetails, RejectSummary } from "../../../model/reject-details.ts";
import { fetchReject, fetchRejects, type Health } from "./api.ts";
import { ClusterView } from "./cluster-view.ts";
import { element, setText, table } from "./dom.ts";
import { formatAgo, formatInteger, formatMoment, formatUtc } from "./format.ts";
import { type ServiceState, storedState } from "./service-state.ts";
import { sidePanel } from "./side-panel.ts";
import { say } from "./words.ts";

interface StatusPage {
  readonly service: ServiceState;
  readonly shell: { refresh(): void };
  nowMs(): number;
}

export class StatusView {
  readonly root: HTMLElement;
  readonly #storedText = element("span");
  readonly #stored = element(
    "p",
    { class: "all-stored", role: "status" },
    element("span", { class: "dot", "aria-hidden": "true" }),
    this.#storedText,
  );
  readonly #parts = element("section");
  readonly #cluster = new ClusterView();
  readonly #channels = element("section");
  readonly #errors = element("section");

  readonly #page: StatusPage;
  #about: string | undefined;
  #written: { readonly errors: readonly AdvisedError[]; readonly about: string | undefined } | undefined;

  constructor(page: StatusPage) {
    this.#page = page;
    this.root = sidePanel({
      className: "status",
      label: say("Status"),
      content: [this.#stored, this.#parts, this.#cluster.root, this.#channels, this.#errors],
      onClose: () => this.#show(false),
    });
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  /** Opens it for the errors of one channel or device, or of all; closes it if it already shows these. */
  toggle(about?: string): void {
    const isOpen = this.root.hidden === true || about !== this.#about;
    this.#about = about;
    this.#show(isOpen);
  }

  refresh(): void {
    const { service } = this.#page;
    const { health, errors } = service;
    if (this.root.hidden) return;
    const stored = storedState(service);
    this.#stored.dataset["state"] = stored.state;
    setText(this.#storedText, stored.text);
    if (health !== undefined) this.#write(health, errors, this.#about, this.#page.nowMs());
  }

  #show(isOpen: boolean): void {
    this.root.hidden = !isOpen;
    this.#page.shell.refresh();
    if (!isOpen) return;
    this.root.focus();
    this.refresh();
    void this.#page.service.refresh();
  }

  #write(health: Health, errors: readonly AdvisedError[], about: string | undefined, nowMs: number): void {
    const parts = Object.entries(health.parts).map(([name, part]) =>
      element(
        "li",
        { "data-state": part.state },
        element("span", { class: "dot", "aria-hidden": "true" }),
        element("strong", {}, name),
        element("span", {}, `${part.state === "ok" ? "" : `${part.state}: `}${part.detail}`),
        ...(part.lastError === undefined || part.state === "ok" ? [] : [element("em", {}, part.lastError.message)]),
      ),
    );
    const warnings = health.warnings.map((warning) => element("p", { class: "warning" }, warning));
    this.#parts.replaceChildren(element("ul", { class: "parts" }, ...parts), ...warnings);
    if (health.parts["node"] !== undefined) void this.#cluster.refresh();
    this.#channels.replaceChildren(
      element("h3", {}, say("Channels since start")),
      channelTable(health.channels, nowMs),
    );
    // Rebuilt only after a change, since the user may be reading it.
    if (this.#written?.errors === errors && this.#written.about === about) return;
    this.#written = { errors, about };
    this.#errors.replaceChildren(element("h3", {}, errorTitle(about)), errorList(errors, about, nowMs));
  }
}

function channelTable(channels: readonly ChannelHealth[], nowMs: number): HTMLElement {
  if (channels.length === 0) return element("p", { class: "none" }, say("Nothing was received yet."));
  const rows = channels.map(({ name, received, decoded, rejected, lastSeen }) => [
    name,
    formatInteger(received),
    formatInteger(decoded),
    element("td", { class: "reasons" }, countsText(rejected)),
    lastSeen === undefined ? say("never") : formatAgo(nowMs - Date.parse(lastSeen)),
  ]);
  return table(["", say("received"), say("decoded"), say("rejected"), say("last seen")], rows);
}

/** `2 unknown-id, 1 wrong-length` */
export function countsText(counts: ChannelHealth["rejected"]): string {
  const texts = Object.entries(counts).map(([code, count]) => `${formatInteger(count)} ${code}`);
  return texts.join(", ") || "0";
}

function errorTitle(about: string | undefined): string {
  return about === undefined ? say("Recent errors") : say("Recent errors of {0}", about);
}

/** @param errors newest first */
export function errorList(errors: readonly AdvisedError[], about: string | undefined, nowMs: number): HTMLElement {
  const shown = errors.filter(({ address }) => about === undefined || address === about);
  if (shown.length === 0) return element("p", { class: "none" }, say("None."));
  const items = shown.map((error) => {
    const { time, address, code, signal, sentence, advice } = error;
    const ms = Date.parse(time);
    return element(
      "li",
      {},
      element("time", { datetime: time, title: formatUtc(ms) }, formatMoment(ms, nowMs)),
      element("strong", {}, address),
      element("code", {}, code),
      element("p", {}, sentence),
      element("p", { class: "description" }, signal.description),
      element("p", { class: "advice" }, advice),
      rejectionDetails(error),
    );
  });
  return element("ol", { class: "errors" }, ...items);
}

/** Lists are rebuilt while the user reads: keep open details open. */
const known = new Map<string, HTMLDetailsElement>();
const MOST_KNOWN = 500;

function rejectionDetails(error: AdvisedError): HTMLElement {
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
