/** Details of a channel's struct or a device: messages, rates, rejections with reasons, and bytes. */

import type { ChannelHealth } from "../../../api/health.ts";
import type { StructLayoutAnswer } from "../../../api/struct-layout.ts";
import { fetchHealth, fetchRows, fetchStruct } from "./api.ts";
import { element, table } from "./dom.ts";
import { formatAgo, formatInteger, formatNumber, formatRate, formatTime, formatUtc, parseIsoMs } from "./format.ts";
import type { StoredRow } from "./latest-values.ts";
import type { MeasurementFeed } from "./measurement-feed.ts";
import type { ServiceState } from "./service-state.ts";
import { sidePanel } from "./side-panel.ts";
import { countsText, errorList } from "./status-view.ts";
import { say } from "./words.ts";

const ROWS = 20;

export interface DetailsHost {
  readonly service: ServiceState;
  nowMs(): number;
}

export class DeviceView {
  readonly root: HTMLElement;
  readonly #host: DetailsHost;
  readonly #body = element("div");
  readonly #heading = element("h2");

  constructor(host: DetailsHost) {
    this.#host = host;
    this.root = sidePanel({
      className: "status device",
      label: say("Details"),
      heading: this.#heading,
      content: [this.#body],
      onClose: () => this.close(),
    });
  }

  close(): void {
    this.root.hidden = true;
  }

  async open(feed: MeasurementFeed): Promise<void> {
    const { description } = feed;
    this.#heading.textContent = feed.title;
    this.#body.replaceChildren(element("p", { class: "none" }, say("Reading…")));
    this.root.hidden = false;
    this.root.focus();
    try {
      const address = this.#addressOf(feed);
      const [rows, struct, health] = await Promise.all([
        description.stored ? fetchRows(description, { limit: ROWS }) : [],
        description.kind === "struct" ? fetchStruct(description) : undefined,
        address === "" ? undefined : fetchHealth(undefined, { search: address }).catch(() => undefined),
      ]);
      const channel = health?.channels.find(({ name }) => name === address);
      this.#body.replaceChildren(...this.#sections(feed, address, channel, rows, struct));
    } catch (error) {
      this.#body.replaceChildren(element("p", { class: "problem" }, String(error)));
    }
  }

  #addressOf({ description }: MeasurementFeed): string {
    return description.kind === "struct" ? description.group : (this.#host.service.addressOf(description) ?? "");
  }

  #sections(
    feed: MeasurementFeed,
    address: string,
    health: ChannelHealth | undefined,
    rows: readonly StoredRow[],
    struct: StructLayoutAnswer | undefined,
  ): HTMLElement[] {
    const { service } = this.#host;
    const now = this.#host.nowMs();
    const newest = rows.at(-1);
    const frame = newest?.["_hex_"];
    const sections = [section(say("Received messages"), factList(feed, health, address, now))];
    if (struct !== undefined && typeof frame === "string") {
      sections.push(
        section(say("The newest frame, {0}", formatTime(parseIsoMs(newest!.time), now)), bytes(frame, struct, newest!)),
      );
    }
    sections.push(section(say("Refused messages"), errorList(service.errors, address, now)));
    sections.push(section(say("The newest {0} rows", rows.length), rowTable(rows, now)));
    return sections;
  }
}

function section(title: string, content: HTMLElement): HTMLElement {
  return element("section", {}, element("h3", {}, title), content);
}

function factList(
  feed: MeasurementFeed,
  health: ChannelHealth | undefined,
  address: string,
  nowMs: number,
): HTMLElement {
  const { description, lastMs, latest } = feed;
  const usual = feed.expectedMs();
  const facts: readonly (readonly [string, string])[] = [
    [say("Address"), address === "" ? say("not known since the start") : address],
    [say("Stored as"), `${description.database} / ${description.measurement}`],
    [
      say("Last row"),
      lastMs === undefined
        ? say(feed.knownUntilMs !== undefined ? "none" : "Loading…")
        : `${formatUtc(lastMs)}, ${formatAgo(nowMs - lastMs)}`,
    ],
    [say("Rate now"), latest.rate(nowMs) === undefined ? "–" : formatRate(latest.rate(nowMs)!)],
    [
      description.everyMs === undefined ? say("Usually every") : say("Every (header)"),
      usual === undefined ? "–" : `${formatNumber(usual / 1000)} s`,
    ],
    [say("Received since the start"), health === undefined ? "0" : formatInteger(health.received)],
    [say("Refused since the start"), countsText(health?.rejected ?? {})],
    ...unusedTimeFacts(health),
    ...unsetClockFacts(health),
    ...replacedFacts(health),
    ...senderFacts(health),
  ];
  const entries = facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
  return element("dl", {}, ...entries);
}

function unusedTimeFacts(health: ChannelHealth | undefined): [string, string][] {
  const { unusedTime, unusedTimes = 0 } = health ?? {};
  if (unusedTime === undefined) return [];
  const hint = say('field "{0}" looks like a time: send it as "time", or name it in [realm-<name>] time', unusedTime);
  return [[say("Stored at the time of receipt"), say("{0} rows; {1}", formatInteger(unusedTimes), hint)]];
}

function unsetClockFacts(health: ChannelHealth | undefined): [string, string][] {
  const { unsetClock, unsetClocks = 0 } = health ?? {};
  if (unsetClock === undefined) return [];
  const last = say(
    "{0} rows are stored at the time of receipt; the last time was {1}",
    formatInteger(unsetClocks),
    unsetClock,
  );
  return [[say("Its clock is not set"), last]];
}

function replacedFacts(health: ChannelHealth | undefined): [string, string][] {
  const { replaced } = health ?? {};
  if (replaced === undefined) return [];
  const hint = say("if a field tells rows of one time apart, name it in [realm-<name>] series");
  return [[say("Replaced values"), say("{0} by later rows of the same time; {1}", formatInteger(replaced), hint)]];
}

/** Counters and clocks of senders, if the header has any. */
function senderFacts(health: ChannelHealth | undefined): [string, string][] {
  if (health?.senders === undefined) return [];
  const { missing, doubled, late, restarts, withoutTime } = health.senders;
  const told = [
    say("{0} missing", missing),
    say("{0} doubled", doubled),
    say("{0} late", late),
    say("{0} restarts", restarts),
  ];
  const untimed: [string, string][] =
    withoutTime === 0 ? [] : [[say("Without their own time"), formatInteger(withoutTime)]];
  return [[say("By sequence numbers"), told.join(", ")], ...untimed];
}

/** Bytes in the colours of their fields; each field shows its position, type and value. */
function bytes(hex: string, { fields, size }: StructLayoutAnswer, row: StoredRow): HTMLElement {
  const count = hex.length / 2;
  const owner = (offset: number) =>
    fields.findIndex(({ byteOffset, bytes: width }) => offset >= byteOffset && offset < byteOffset + width);
  const cells = Array.from({ length: count }, (_none, offset) => {
    const index = owner(offset);
    const field = fields[index];
    const title =
      field === undefined ? say("byte {0}: padding", offset + 1) : say("byte {0}: {1}", offset + 1, field.path);
    const colour = field === undefined ? undefined : String(index % 8);
    return element("span", { class: "byte", "data-colour": colour, title }, hex.slice(2 * offset, 2 * offset + 2));
  });
  const rows = fields.map((field, index) => {
    const told = storedText(row[field.column]);
    const place =
      field.bits === undefined && field.bytes === 1
        ? String(field.byteOffset + 1)
        : field.bits === undefined
          ? `${field.byteOffset + 1}–${field.byteOffset + field.bytes}`
          : `${field.byteOffset + 1}.${field.bits.offset}, ${field.bits.width} bit`;
    return [
      element(
        "th",
        { scope: "row" },
        element("span", { class: "byte", "data-colour": String(index % 8) }, place),
        ` ${field.path}`,
      ),
      field.ctype,
      [field.expr, field.note].filter((text) => text !== undefined).join("; "),
      element("td", { class: "value" }, told === "–" || field.unit === undefined ? told : `${told} ${field.unit}`),
    ];
  });
  return element(
    "div",
    {},
    element("p", { class: "bytes", "aria-label": say("{0} bytes of {1}", count, size) }, ...cells),
    table([say("bytes, field"), say("type"), say("rule"), say("stored")], rows),
  );
}

/** All digits, as it is stored. */
function storedText(value: unknown): string {
  return value === undefined || value === null ? "–" : String(value);
}

function rowTable(rows: readonly StoredRow[], nowMs: number): HTMLElement {
  if (rows.length === 0) return element("p", { class: "none" }, say("Nothing is stored yet."));
  const names = Object.keys(rows.at(-1)!).filter((name) => name !== "time" && name !== "_hex_");
  const body = [...rows].reverse().map((row, i, all) => {
    const before = all[i + 1];
    const gap =
      before === undefined ? "" : `+${((parseIsoMs(row.time) - parseIsoMs(before.time)) / 1000).toFixed(3)} s`;
    return [formatTime(parseIsoMs(row.time), nowMs), gap, ...names.map((name) => storedText(row[name]))];
  });
  return element(
    "div",
    { class: "rows", tabindex: "0", role: "region", "aria-label": say("Newest rows") },
    table([say("time"), say("after"), ...names], body),
  );
}
