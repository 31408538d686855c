/** The time selection: a button with the current span, and its menu. */

import type { JSX } from "preact";
import { RANGES } from "../series/time-window.ts";
import { formatAge, formatDate, formatMoment, formatNumber, formatTime } from "../text/format.ts";
import { formatRange } from "../text/moments.ts";
import { say } from "../text/words.ts";
import { later } from "../ui/later.tsx";
import type { ShellHost } from "./host.ts";
import { Icon } from "./icons.tsx";
import { Popover } from "./popover.tsx";

const TimeForm = later(async () => (await import("./time-form.tsx")).TimeForm);

export function TimeMenu({ host }: { readonly host: ShellHost }): JSX.Element {
  return (
    <Popover
      className="time-button"
      role="dialog"
      title={say("Time span")}
      label={
        <>
          <Icon name="clock" />
          <span class="span">{spanText(host)}</span>
          <small>▾</small>
        </>
      }
    >
      {(close) => <TimeForm host={host} close={close} />}
    </Popover>
  );
}

/** Exact for whole minutes; a zoomed range, or one since a moment, is rounded. */
function rangeText(rangeMs: number): string {
  if (rangeMs % 60_000 === 0) return formatRange(rangeMs);
  const days = Math.floor(rangeMs / 86_400_000);
  if (days >= 2) return `${days} d ${Math.floor((rangeMs % 86_400_000) / 3_600_000)} h`;
  return rangeMs < 600_000 ? `${formatNumber(rangeMs / 1000)} s` : formatAge(rangeMs);
}

function spanText(host: ShellHost): string {
  const allMs = host.data.allHistoryMs;
  const { window } = host.timeline;
  const now = host.nowMs();
  if (window.kind === "live") {
    if (window.rangeMs === allMs) return say("All");
    const known = RANGES.find(([, rangeMs]) => rangeMs === window.rangeMs)?.[0];
    return say("Last {0}", known ?? rangeText(window.rangeMs));
  }
  const { fromMs, toMs } = window;
  const isOneDay = formatDate(fromMs) === formatDate(toMs);
  const shown = toMs - fromMs < 10_000 ? formatTime : formatMoment;
  return `${shown(fromMs, now)} – ${shown(toMs, isOneDay ? toMs : now)}`;
}
