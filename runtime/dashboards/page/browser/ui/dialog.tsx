/** A window of its own over the page; Escape closes it. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { say } from "../words.ts";

export function Dialog(props: {
  readonly title: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Beside the button that closes it. */
  readonly actions?: ComponentChildren;
}): JSX.Element {
  const { title, className, onClose, children, actions } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class={className} aria-labelledby={id} onClose={onClose}>
      <form method="dialog">
        <h2 id={id}>{title}</h2>
        <div class="fields">{children}</div>
        <footer>
          {actions}
          <button type="submit" class={actions === undefined ? "primary" : undefined}>
            {actions === undefined ? say("Done") : say("Close")}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
