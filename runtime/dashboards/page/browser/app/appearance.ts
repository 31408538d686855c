/** Colours and sizes of panels: on the screen as the user and the system want them, on paper light. */

import type { PanelGrid } from "../panel/panel-grid.ts";
import { onScreenChange } from "./screen.ts";
import { currentTheme, onThemeChange } from "./theme.ts";
import type { Theme } from "./theme-colours.ts";

export class Appearance {
  theme: Theme = currentTheme();
  readonly #grid: PanelGrid;
  readonly #onChange: () => void;

  constructor(grid: PanelGrid, onChange: () => void) {
    this.#grid = grid;
    this.#onChange = onChange;
  }

  start(): void {
    onThemeChange(() => this.#restyle("screen"));
    onScreenChange(() => this.#restyle("screen"));
    addEventListener("beforeprint", () => this.#restyle("paper"));
    addEventListener("afterprint", () => this.#restyle("screen"));
  }

  /** The browser prints what is drawn, so panels that were not in sight are loaded first. */
  print(): void {
    void this.#grid.drawAll().then(() => {
      print();
      this.#grid.drawNear();
    });
  }

  #restyle(medium: "screen" | "paper"): void {
    this.theme = currentTheme(medium);
    for (const panel of this.#grid.panels) {
      panel.restyle();
      // The browser prints what is drawn at this moment.
      panel.showOnPaper(medium === "paper");
    }
    this.#onChange();
  }
}
