/** A panel beside the page: its heading has a button to close it, and Escape closes it, too. */

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../text/words.ts";

export function SidePanel(props: {
  readonly label: string;
  readonly className?: string;
  /** Instead of the label. */
  readonly heading?: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { label, className = "", heading = label, close, children } = props;
  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => root.current?.focus(), []);
  return (
    <aside
      ref={root}
      class={`status ${className}`}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <header>
        <h2>{heading}</h2>
        <button type="button" onClick={close}>
          {say("Close")}
        </button>
      </header>
      {children}
    </aside>
  );
}
