/** The log-in, shown instead of the page if the service requires it. */

import { type JSX, render } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { say } from "../text/words.ts";

/** Resolves after a successful log-in. */
export async function logIn(): Promise<void> {
  const main = document.createElement("main");
  document.body.replaceChildren(main);
  await new Promise<void>((done) => render(<LogIn done={done} />, main));
  main.remove();
}

function LogIn({ done }: { readonly done: () => void }): JSX.Element {
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  useLayoutEffect(() => name.current?.focus(), []);
  const submit = async () => {
    setBusy(true);
    const refusal = await attempt(name.current!.value, password.current!.value);
    setBusy(false);
    setProblem(refusal ?? "");
    password.current!.value = "";
    if (refusal === undefined) done();
    else password.current!.focus();
  };
  return (
    <form
      class="login"
      aria-label={say("Log in")}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h1>structline</h1>
      <label>
        {say("Name")}
        <input ref={name} name="username" autocomplete="username" required />
      </label>
      <label>
        {say("Password")}
        <input ref={password} name="password" type="password" autocomplete="current-password" required />
      </label>
      <button type="submit" class="primary" disabled={isBusy}>
        {say("Log in")}
      </button>
      <p class="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}

/** The reason for a failure; undefined on success. */
async function attempt(name: string, password: string): Promise<string | undefined> {
  try {
    const response = await fetch("login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name, password }),
    });
    if (response.ok) return undefined;
    const wait = response.headers.get("Retry-After");
    return wait === null ? await response.text() : say("Too many failed log-ins; try again in {0} s", wait);
  } catch {
    return say("The service does not answer");
  }
}
