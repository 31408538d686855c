/** The page's pictograms, drawn with one line. */

import type { JSX } from "preact";

const PATHS = {
  logo: "M1 12h3l2-8 3 11 2-6h4",
  search: "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM10.5 10.5 14 14",
  clock: "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 4.5V8l2.5 1.5",
  bell: "M4 11V7a4 4 0 0 1 8 0v4l1 1H3zM7 14h2",
  mute: "M4 11V7a4 4 0 0 1 6.5-3M12 7v4l1 1H6M7 14h2M2.5 13.5l11-11",
  plus: "M8 3v10M3 8h10",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  star: "m8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z",
  home: "M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z",
  chart: "M2 2v12h12M5 10l3-4 2 2 3-4",
  runs: "M2 4h8M2 8h11M2 12h6M13 3v2M13 11v2",
  port: "M5 2v4M11 2v4M3 6h10v3a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4zM8 13v2",
  close: "m4 4 8 8M12 4l-8 8",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
