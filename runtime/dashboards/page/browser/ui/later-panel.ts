/** A panel beside the page whose code is loaded when it is first used. */

import { element } from "../dom.ts";

export class LaterPanel<View extends { readonly root: HTMLElement }> {
  /** Where the panel will be. */
  readonly root = element("div", { hidden: "" });
  /** Undefined: it was never used. */
  view: View | undefined;
  readonly #load: () => Promise<View>;
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<View>) {
    this.#load = load;
  }

  async use(act: (view: View) => unknown): Promise<void> {
    this.#loading ??= this.#load().then((view) => {
      this.view = view;
      this.root.replaceWith(view.root);
    });
    await this.#loading;
    act(this.view!);
  }
}
