/** The line at the bottom: storage state, message rate, the page's delay, and the time zone. */

import type { JSX } from "preact";
import { data, fleet, service, timeline } from "../app/page.ts";
import { storedState } from "../app/service-state.ts";
import { BEHIND_MS, type LiveState } from "../data/live-feed.ts";
import type { Span } from "../series/time-window.ts";
import { formatAge, formatInteger, formatRate } from "../text/format.ts";
import { say } from "../text/words.ts";
import { currentZone, offsetMs } from "../text/zone.ts";
import { beside, toggleBeside } from "../ui/beside.ts";
import { showKeys } from "../ui/open-dialogs.ts";

const CONNECTION: Readonly<Record<LiveState, string>> = {
  connecting: "connecting…",
  connected: "live",
  disconnected: "not connected, trying again",
  reduced: "too slow for live values: read every 5 s",
};

export function StatusLine(): JSX.Element {
  const toggle = () => toggleBeside({ kind: "status" });
  const { live } = data;
  const lagMs = live.lagMs();
  const rate = fleet.ratePerSecond ?? 0;
  const { state, text } = storedState(service);
  const isBehind = live.state === "connected" && lagMs > BEHIND_MS;
  const { refused } = service;
  return (
    <>
      <button
        type="button"
        class="status-button"
        data-state={state}
        aria-expanded={beside.value?.kind === "status"}
        onClick={toggle}
      >
        <span class="dot" aria-hidden="true" />
        {text}
      </button>
      <span class="rate">{rate > 0 && formatRate(rate, say("messages"))}</span>
      {/* What is behind says so: green is only what is as it should be. */}
      <span class="connection" role="status" data-state={isBehind ? "behind" : live.state}>
        {isBehind ? say("{0} behind", formatAge(Math.max(1000, lagMs))) : say(CONNECTION[live.state])}
      </span>
      {refused > 0 && (
        <button type="button" class="refused" onClick={toggle}>
          {say("{0} refused", formatInteger(refused))}
        </button>
      )}
      <span class="zone">{zoneText(timeline.span())}</span>
      <button type="button" class="keys" aria-keyshortcuts="?" onClick={showKeys}>
        <kbd>?</kbd> {say("keys")}
      </button>
    </>
  );
}

/** In summer, the offset differs from that in winter: a span may have both. */
function zoneText({ fromMs, toMs }: Span): string {
  const offset = [...new Set([offsetText(fromMs), offsetText(toMs)])].join(" → ");
  const zone = currentZone();
  if (zone === "UTC") return zone;
  return zone === undefined ? say("Local time, {0}", offset) : `${zone}, ${offset}`;
}

function offsetText(atMs: number): string {
  const minutes = offsetMs(atMs) / 60_000;
  const pad = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `UTC${minutes < 0 ? "−" : "+"}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
}
