/** The part of a browser's document that uPlot uses: empty elements, and a given canvas. */

type Globals = Record<string, unknown>;

class StandIn {
  readonly style: Globals = {};
  readonly classList = { add() {}, remove() {}, contains: () => false };
  readonly clientWidth = 0;
  readonly clientHeight = 0;
  addEventListener(): void {}
  removeEventListener(): void {}
  dispatchEvent(): void {}
  appendChild(): void {}
  insertBefore(): void {}
  remove(): void {}
  setAttribute(): void {}
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 0, height: 0 };
  }
}

/**
 * Must be called before uPlot is loaded.
 * @param context of every canvas created from now on
 */
export function installStandIn(scale: number, path2D: unknown, context: unknown): void {
  class Canvas extends StandIn {
    width = 0;
    height = 0;
    getContext(): unknown {
      return context;
    }
  }
  const document = new StandIn() as StandIn & { createElement?: unknown };
  document.createElement = (tag: string) => (tag === "canvas" ? new Canvas() : new StandIn());
  const known: Globals = { document, window: new StandIn(), navigator: { language: "en-US" }, Path2D: path2D };
  known["devicePixelRatio"] = scale;
  known["matchMedia"] = () => new StandIn();
  known["HTMLElement"] = StandIn;
  // Node's own navigator can only be replaced by a definition.
  for (const [name, value] of Object.entries(known)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
