/** Numbers, times and ages as a person reads them. */

/** Five significant digits in a steady number of places, so that a changing value does not jump about. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e12) return String(value);
  if (size >= 1e9 || (size !== 0 && size < 1e-4)) return value.toExponential(4);
  const digits = size >= 1 ? Math.floor(Math.log10(size)) + 1 : 1;
  return value.toFixed(Math.max(0, Math.min(7, 5 - digits + (size < 0.1 ? 2 : 0))));
}

/** Like `formatNumber`, with the places of a neighbour, so that `12` beside `12.125` reads `12.000`. */
export function formatLike(value: number, integersOnly: "integers" | "fractions"): string {
  if (integersOnly === "integers" || !Number.isInteger(value) || Math.abs(value) >= 1e9) return formatNumber(value);
  const digits = String(Math.abs(value)).length;
  return value.toFixed(Math.max(0, 5 - digits));
}

/** A label of an axis whose ticks are `step` apart: as many decimals as the step has, the same for all of them. */
export function formatTick(tick: number, step: number): string {
  const size = Math.abs(tick);
  if (size >= 1e10 || (size >= 1e6 && step >= 1e6) || (step < 1e-6 && tick !== 0)) {
    // As many digits as it takes to tell one tick from the next.
    const digits = tick === 0 ? 1 : Math.ceil(Math.log10(size / step) + 1e-9);
    return tick.toExponential(Math.max(1, Math.min(8, digits)));
  }
  return tick.toFixed(decimalsOf(step));
}

function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 9; decimals += 1) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 9;
}

const pad = (value: number, width = 2): string => String(value).padStart(width, "0");

/** Local time of day, with the date when it is not today's; milliseconds where `fine`. */
export function formatTime(ms: number, nowMs: number): string {
  const date = new Date(ms);
  const day = isSameDay(date, new Date(nowMs)) ? "" : `${formatDate(date)} `;
  return `${day}${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`;
}

export function formatUtc(ms: number): string {
  return new Date(ms).toISOString().replace("T", " ").replace("Z", " UTC");
}

export function formatDate(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function isSameDay(a: Date, b: Date): boolean {
  return formatDate(a) === formatDate(b);
}

/** Labels of a time axis whose ticks are `stepMs` apart: only as fine as the step, a date where the day changes. */
export function formatTicks(ticksMs: readonly number[], stepMs: number): string[] {
  let day = "";
  return ticksMs.map((ms, i) => {
    // A tick a fraction of a millisecond before the hour is that hour.
    const date = new Date(Math.round(ms));
    const today = formatDate(date);
    const isNewDay = today !== day && i > 0;
    day = today;
    if (stepMs >= 86_400_000) return today.slice(5);
    const minutes = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
    if (isNewDay) return `${today.slice(5)} ${minutes}`;
    if (stepMs >= 60_000) return minutes;
    const seconds = `${minutes}:${pad(date.getSeconds())}`;
    return stepMs >= 1000 ? seconds : `${seconds}.${pad(date.getMilliseconds(), 3)}`;
  });
}

/** `now`, `2.4 s`, `5 min`, `3 h`, `2 d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 1) return "now";
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** `2 min ago`; `now` as it is. */
export function formatAgo(ms: number): string {
  const age = formatAge(ms);
  return age === "now" ? age : `${age} ago`;
}

/** Messages a second, to two digits. */
export function formatRate(perSecond: number): string {
  if (perSecond >= 10) return `${Math.round(perSecond).toLocaleString("en")}/s`;
  if (perSecond >= 1) return `${perSecond.toFixed(1)}/s`;
  return perSecond * 60 >= 1 ? `${(perSecond * 60).toFixed(0)}/min` : `${(perSecond * 3600).toFixed(0)}/h`;
}

export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** Epoch ms, with the part below the millisecond as a fraction, of RFC 3339 text with up to nine digits. */
export function parseIsoMs(text: string): number {
  const match = /^(.*?)(?:\.(\d{1,9}))?Z$/.exec(text);
  if (match === null) return Number.NaN;
  const fraction = match[2] === undefined ? 0 : Number(`0.${match[2]}`) * 1000;
  return Date.parse(`${match[1]}Z`) + fraction;
}
