/** A button and its popover, which the browser closes after Escape or a click elsewhere. */

import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { type MenuEntry, moveWithin } from "../ui/menu.tsx";

const GAP = 4;
let made = 0;

export function Popover(props: {
  readonly label: ComponentChildren;
  readonly name?: string;
  readonly className?: string;
  readonly title?: string;
  /** Its role for assistive technology. */
  readonly role?: "menu" | "dialog";
  /** Built anew whenever it opens. */
  readonly children: (close: () => void) => ComponentChildren;
}): JSX.Element {
  const { label, name, className, title, role = "menu", children } = props;
  // Unique over all parts of the page, since each is a separate tree.
  const [id] = useState(() => {
    made += 1;
    return `popover-${made}`;
  });
  const opener = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => box.current?.hidePopover();
  const onBeforeToggle = ({ newState }: { newState: string }) => {
    setOpen(newState === "open");
    if (newState === "open") place(opener.current!, box.current!);
  };
  const onToggle = ({ newState }: { newState: string }) => {
    if (newState === "open") box.current?.querySelector<HTMLElement>("[role=menuitem], [autofocus]")?.focus();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        class={className}
        title={title}
        aria-label={name}
        aria-haspopup={role}
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        {label}
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        class="popover"
        role={role}
        aria-label={name ?? title ?? (typeof label === "string" ? label : undefined)}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
        onKeyDown={role === "menu" ? moveWithin : undefined}
      >
        {isOpen && children(close)}
      </div>
    </>
  );
}

export function MenuItems({
  entries,
  close,
}: {
  readonly entries: readonly MenuEntry[];
  readonly close: () => void;
}): JSX.Element {
  return (
    <>
      {entries.map(({ label, run }) => (
        <button
          type="button"
          key={label}
          role="menuitem"
          onClick={() => {
            close();
            run();
          }}
        >
          {label}
        </button>
      ))}
    </>
  );
}

/** Below the button; aligned with its right edge in the right half of the window. */
function place(opener: HTMLElement, box: HTMLElement): void {
  const { left, right, bottom } = opener.getBoundingClientRect();
  const isRight = left > innerWidth / 2;
  box.style.setProperty("inset", `${bottom + GAP}px auto auto ${isRight ? "auto" : `${Math.max(GAP, left)}px`}`);
  if (isRight) box.style.setProperty("right", `${Math.max(GAP, document.documentElement.clientWidth - right)}px`);
}
