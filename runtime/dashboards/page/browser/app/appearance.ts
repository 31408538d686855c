/** Colours and sizes of panels: on the screen as the user and the system want them, on paper light. */

import { grid } from "../panel/panel-grid.ts";
import { medium } from "./page.ts";
import { onScreenChange } from "./screen.ts";
import { onThemeChange } from "./theme.ts";

export function followAppearance(): void {
  onThemeChange(() => restyle("screen"));
  onScreenChange(() => restyle("screen"));
  addEventListener("beforeprint", () => restyle("paper"));
  addEventListener("afterprint", () => restyle("screen"));
}

/** The browser prints what is drawn, so panels that were not in sight are loaded first. */
export function printPage(): void {
  void grid.drawAll().then(() => {
    print();
    grid.drawNear();
  });
}

function restyle(kind: "screen" | "paper"): void {
  medium.value = { kind };
  // The browser prints what is drawn at this moment.
  for (const panel of grid.panels) panel.showOnPaper(kind === "paper");
}
