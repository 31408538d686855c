/** A window of its own over the page; Escape closes it. */

import { type ComponentChildren, type JSX, render } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { say } from "../text/words.ts";

type Act = (form: FormData) => Promise<unknown>;

interface DialogProps {
  readonly title: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Text of the button that acts; without an act, there is only one that closes. */
  readonly submit?: string;
  /** Text of the button that closes the window without an act. */
  readonly cancel?: string;
  /** Another act, which cannot be undone. */
  readonly danger?: { readonly label: string; readonly run: Act };
  /** There is nothing to act on now. */
  readonly isIdle?: boolean;
  /** Closes the window, unless it resolves with `open` or fails with a sentence to show. */
  readonly onSubmit?: Act;
}

export function Dialog(props: DialogProps): JSX.Element {
  const { title, className, onClose, children, submit, cancel, danger, isIdle = false, onSubmit } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const attempt = async (act: Act | undefined) => {
    setBusy(true);
    setProblem("");
    try {
      if ((await act?.(new FormData(form.current!))) !== "open") dialog.current?.close();
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <dialog ref={dialog} class={className} aria-labelledby={id} onClose={onClose}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(onSubmit);
        }}
      >
        <h2 id={id}>{title}</h2>
        <div class="fields">{children}</div>
        <footer>
          <p class="problem" role="alert">
            {problem}
          </p>
          {danger !== undefined && (
            <button type="button" class="danger" disabled={isBusy} onClick={() => void attempt(danger.run)}>
              {danger.label}
            </button>
          )}
          {onSubmit !== undefined && (
            <button type="button" onClick={() => dialog.current?.close()}>
              {cancel ?? say("Cancel")}
            </button>
          )}
          {!isIdle && (
            <button type="submit" class="primary" disabled={isBusy}>
              {submit ?? say("Done")}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

/** Opens a dialog from where nothing is drawn. */
export function showDialog(make: (close: () => void) => JSX.Element): void {
  const place = document.createElement("div");
  document.body.append(place);
  const close = () => {
    render(null, place);
    place.remove();
  };
  render(make(close), place);
}

export function openDialog(props: Omit<DialogProps, "onClose">): void {
  showDialog((close) => <Dialog {...props} onClose={close} />);
}
