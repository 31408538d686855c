/** The log-in, shown instead of the page if the service requires it. */

import { element } from "./dom.ts";
import { say } from "./words.ts";

/** Resolves after a successful log-in. */
export async function logIn(): Promise<void> {
  const name = element("input", { name: "username", autocomplete: "username", required: "" });
  const password = element("input", {
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: "",
  });
  const problem = element("p", { class: "problem", role: "alert" });
  const submit = element("button", { type: "submit", class: "primary" }, say("Log in"));
  const form = element(
    "form",
    { class: "login", "aria-label": say("Log in") },
    element("h1", {}, "structline"),
    element("label", {}, say("Name"), name),
    element("label", {}, say("Password"), password),
    submit,
    problem,
  );
  const main = element("main", {}, form);
  document.body.replaceChildren(main);
  name.focus();
  await new Promise<void>((resolve) => {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submit.disabled = true;
      void attempt(name.value, password.value).then((refusal) => {
        submit.disabled = false;
        problem.textContent = refusal ?? "";
        password.value = "";
        if (refusal === undefined) resolve();
        else password.focus();
      });
    });
  });
  main.remove();
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
