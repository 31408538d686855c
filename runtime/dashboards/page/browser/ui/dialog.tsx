/** A window of its own over the page; Escape closes it. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { say } from "../words.ts";

export function Dialog(props: {
  readonly title: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Text of the button that acts; without an act, there is only one that closes. */
  readonly submit?: string;
  /** Closes the window, unless it fails with a sentence to show. */
  readonly onSubmit?: (form: FormData) => Promise<void>;
}): JSX.Element {
  const { title, className, onClose, children, submit, onSubmit } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const attempt = async (form: HTMLFormElement) => {
    setBusy(true);
    setProblem("");
    try {
      await onSubmit?.(new FormData(form));
      dialog.current?.close();
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} class={className} aria-labelledby={id} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(event.currentTarget);
        }}
      >
        <h2 id={id}>{title}</h2>
        <div class="fields">{children}</div>
        <footer>
          <p class="problem" role="alert">
            {problem}
          </p>
          {onSubmit !== undefined && (
            <button type="button" onClick={() => dialog.current?.close()}>
              {say("Cancel")}
            </button>
          )}
          <button type="submit" class="primary" disabled={isBusy}>
            {submit ?? say("Done")}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
