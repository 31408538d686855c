/** Sends commands to a channel's boards or to a device, and shows their states. */

import type { CommandEntry } from "../../../model/command.ts";
import { type CommandAnswer, fetchCommanded, sendCommand, withdrawCommand } from "./api.ts";
import { commandInputs, fieldValues } from "./command-fields.ts";
import { labelled, openDialog, select } from "./dialog.ts";
import { button, element } from "./dom.ts";
import { formatAgo, formatTime } from "./format.ts";
import { randomKey } from "./random-key.ts";
import { say } from "./words.ts";

/** Polling interval while a command is on its way, and otherwise. */
const SOON_MS = 400;
const REST_MS = 5000;
const SHOWN = 5;

const STATES: Readonly<Record<CommandEntry["state"], string>> = {
  queued: "Queued",
  sent: "Sent",
  acknowledged: "Acknowledged",
  refused: "Refused",
  "timed out": "Timed out",
  unknown: "Outcome unknown",
};

export interface CommandTarget {
  readonly place: string;
  readonly title: string;
  nowMs(): number;
  /** The user may no longer send commands there. */
  onLost(): void;
}

export async function openCommands(target: CommandTarget): Promise<void> {
  const title = say("Commands for {0}", target.title);
  try {
    new CommandDialog(target, title, await fetchCommanded(target.place));
  } catch (error) {
    const problem = element("p", { class: "problem" }, (error as Error).message);
    openDialog({ title, submit: say("Close"), fields: [problem] });
  }
}

class CommandDialog {
  readonly #target: CommandTarget;
  readonly #to = element("select", { name: "to", required: "" });
  readonly #fields = element("div", { class: "group" });
  readonly #form: HTMLElement;
  readonly #objection = element("p", { class: "problem" });
  readonly #history = element("ul", { class: "command-list", "aria-live": "polite" });
  readonly #submit: HTMLButtonElement;
  #told: CommandAnswer;
  /** The data from which the list and the choice of boards were built. */
  #shown = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = true;
  /** A command without an answer, which may have been accepted, and its key: a repetition is the same command. */
  #unanswered: { readonly order: string; readonly key: string } | undefined;

  constructor(target: CommandTarget, title: string, told: CommandAnswer) {
    this.#target = target;
    this.#told = told;
    const names = told.commands.map(({ command }) => [command, command] as const);
    const choice = select("command", names, names[0]?.[0] ?? "");
    choice.addEventListener("input", () => this.#choose(choice.value));
    this.#choose(choice.value);
    this.#form = element(
      "div",
      { class: "group" },
      labelled(say("Command"), choice),
      labelled(say("Target"), this.#to),
      this.#fields,
    );
    const sent = element("section", {}, element("h3", {}, say("Sent so far")), this.#history);
    this.#submit = openDialog({
      title,
      submit: say("Send"),
      cancel: say("Close"),
      fields: [this.#form, this.#objection, sent],
      onSubmit: (form) => this.#send(form),
      onClose: () => {
        this.#isOpen = false;
        clearTimeout(this.#timer);
      },
    });
    this.#show();
    this.#again();
  }

  #choose(command: string): void {
    const description = this.#told.commands.find((one) => one.command === command);
    this.#fields.replaceChildren(...(description === undefined ? [] : commandInputs(description)));
  }

  async #send(form: FormData): Promise<"open"> {
    const [command, to] = [String(form.get("command")), String(form.get("to"))];
    const order = JSON.stringify({ command, fields: fieldValues(form), to, confirm: form.get("confirm") === "on" });
    const key = this.#unanswered?.order === order ? this.#unanswered.key : randomKey();
    this.#unanswered = { order, key };
    try {
      await sendCommand(this.#target.place, order, key);
    } catch (error) {
      // Without an answer, the service may or may not have accepted the command.
      if ((error as Error).name === "AnswerError") this.#unanswered = undefined;
      await this.#refresh();
      throw error;
    }
    this.#unanswered = undefined;
    // A confirmation applies once.
    this.#choose(command);
    await this.#refresh();
    return "open";
  }

  #again(): void {
    clearTimeout(this.#timer);
    if (!this.#isOpen) return;
    const isUnderWay = this.#told.history.slice(0, SHOWN).some(({ ended }) => ended === undefined);
    this.#timer = setTimeout(() => void this.#refresh(), isUnderWay ? SOON_MS : REST_MS);
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.#told = await fetchCommanded(this.#target.place);
      if (this.#told.commands.length === 0) this.#target.onLost();
      this.#show();
    } catch {
      // The page itself reports that the service does not answer.
    }
    this.#again();
  }

  #show(): void {
    const { commands, peers, history } = this.#told;
    const shown = JSON.stringify([commands.length, peers.map(({ to }) => to), history.slice(0, SHOWN)]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const isPermitted = commands.length > 0;
    this.#form.hidden = !isPermitted;
    this.#submit.hidden = !isPermitted || peers.length === 0;
    this.#objection.textContent = !isPermitted
      ? say("You no longer have permission to send commands there.")
      : peers.length === 0
        ? say("No device can be reached there. The service sends to devices that sent something since it started.")
        : "";
    this.#showPeers();
    const list = history.slice(0, SHOWN).map((entry) => this.#item(entry));
    this.#history.replaceChildren(
      ...(list.length > 0 ? list : [element("li", { class: "none" }, say("Nothing yet."))]),
    );
  }

  #showPeers(): void {
    const now = this.#target.nowMs();
    const chosen = this.#to.value;
    const { peers } = this.#told;
    // If there are several boards, the user must choose one.
    const none = peers.length > 1 ? [element("option", { value: "" }, say("Choose one"))] : [];
    const options = peers.map(({ to, seen }) =>
      element("option", { value: to }, say("{0}, last seen {1}", to, formatAgo(now - Date.parse(seen)))),
    );
    this.#to.replaceChildren(...none, ...options);
    if (peers.some(({ to }) => to === chosen)) this.#to.value = chosen;
  }

  #item(entry: CommandEntry): HTMLElement {
    const { id, command, fields, to, by, state, reason, queued, sent, ended, hex } = entry;
    const time = (text: string) => formatTime(Date.parse(text), this.#target.nowMs());
    const step = (name: CommandEntry["state"], at: string) =>
      element("li", { "data-command": name }, say(STATES[name]), " ", element("time", { datetime: at }, time(at)));
    const steps = [
      step("queued", queued),
      ...(sent === undefined ? [] : [step("sent", sent)]),
      ...(state === "queued" || state === "sent" ? [] : [step(state, ended ?? sent ?? queued)]),
    ];
    const given = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    const withdraw = button(say("Withdraw"), {}, () => {
      void withdrawCommand(id)
        .catch((error: Error) => {
          this.#objection.textContent = error.message;
        })
        .then(() => this.#refresh());
    });
    return element(
      "li",
      {},
      element("p", {}, element("strong", {}, command), ` ${given.join(" ")}`),
      element("p", { class: "hint" }, say("to {0}, by {1}", to, by)),
      element("ol", { class: "steps" }, ...steps),
      ...(reason === undefined ? [] : [element("p", { class: "hint" }, reason)]),
      element("p", { class: "hint" }, `${say("Bytes")} `, element("code", {}, hex)),
      ...(state === "queued" && ended === undefined ? [withdraw] : []),
    );
  }
}
