/** Sends commands to a channel's boards or to a device, and shows their states. */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CommandEntry } from "../../../../model/command.ts";
import { commandPlaces, nowMs } from "../app/page.ts";
import { randomKey } from "../app/random-key.ts";
import { type CommandAnswer, fetchCommanded, sendCommand, withdrawCommand } from "../data/api.ts";
import { formatAgo, formatTime } from "../text/format.ts";
import { say } from "../text/words.ts";
import { Dialog, openDialog, showDialog } from "../ui/dialog.tsx";
import { Choice, Labelled } from "../ui/fields.tsx";
import { useQuery } from "../ui/use-query.ts";
import { CommandInputs, fieldValues } from "./command-fields.tsx";

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

/** @param place a channel or a device */
export async function openCommands(place: string, name: string): Promise<void> {
  const title = say("Commands for {0}", name);
  try {
    const first = await fetchCommanded(place);
    showDialog((close) => <CommandDialog place={place} title={title} first={first} close={close} />);
  } catch (error) {
    const problem = <p class="problem">{(error as Error).message}</p>;
    openDialog({ title, submit: say("Close"), children: problem });
  }
}

function CommandDialog(props: {
  readonly place: string;
  readonly title: string;
  readonly first: CommandAnswer;
  readonly close: () => void;
}): JSX.Element {
  const { place, title, first, close } = props;
  const [chosen, setChosen] = useState(first.commands[0]?.command ?? "");
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState("");
  /** A command without an answer, which may have been accepted, and its key: a repetition is the same command. */
  const unanswered = useRef<{ readonly order: string; readonly key: string } | undefined>(undefined);
  const [isUnderWay, setUnderWay] = useState(true);
  const fetch = () => fetchCommanded(place);
  const asked = useQuery(place, fetch, { everyMs: isUnderWay ? SOON_MS : REST_MS });
  const commanded = asked.answer ?? first;
  const { commands, peers } = commanded;
  const isPermitted = commands.length > 0;
  const history = commanded.history.slice(0, SHOWN);
  useEffect(() => setUnderWay(history.some(({ ended }) => ended === undefined)), [commanded]);
  useEffect(() => {
    if (!isPermitted) void commandPlaces.read();
  }, [isPermitted]);
  const send = async (form: FormData) => {
    const [command, to] = [String(form.get("command")), String(form.get("to"))];
    const order = JSON.stringify({ command, fields: fieldValues(form), to, confirm: form.get("confirm") === "on" });
    const key = unanswered.current?.order === order ? unanswered.current.key : randomKey();
    unanswered.current = { order, key };
    try {
      await sendCommand(place, order, key);
    } catch (error) {
      // Without an answer, the service may or may not have accepted the command.
      if ((error as Error).name === "AnswerError") unanswered.current = undefined;
      await asked.renew(place, fetch);
      throw error;
    }
    unanswered.current = undefined;
    // A confirmation applies once.
    setSent(sent + 1);
    await asked.renew(place, fetch);
    return "open";
  };
  const withdraw = async (id: number) => {
    await withdrawCommand(id).catch((error: Error) => setProblem(error.message));
    await asked.renew(place, fetch);
  };
  const description = commands.find(({ command }) => command === chosen);
  return (
    <Dialog
      title={title}
      submit={say("Send")}
      cancel={say("Close")}
      isIdle={!isPermitted || peers.length === 0}
      onSubmit={send}
      onClose={close}
    >
      {isPermitted && (
        <div class="group">
          <Labelled label={say("Command")}>
            <Choice
              name="command"
              choices={commands.map(({ command }) => [command, command])}
              value={chosen}
              onValue={setChosen}
            />
          </Labelled>
          <Labelled label={say("Target")}>
            {/* If there are several boards, the user must choose one. */}
            <Choice
              name="to"
              required
              value={peers.length > 1 ? "" : (peers[0]?.to ?? "")}
              choices={[...(peers.length > 1 ? [["", say("Choose one")] as const] : []), ...peers.map(targetOf)]}
            />
          </Labelled>
          {description !== undefined && <CommandInputs key={`${chosen} ${sent}`} {...description} />}
        </div>
      )}
      <p class="problem">{problem || objectionTo(commanded)}</p>
      <section>
        <h3>{say("Sent so far")}</h3>
        <ul class="command-list" aria-live="polite">
          {history.length === 0 && <li class="none">{say("Nothing yet.")}</li>}
          {history.map((entry) => (
            <Entry key={entry.id} entry={entry} withdraw={() => void withdraw(entry.id)} />
          ))}
        </ul>
      </section>
    </Dialog>
  );
}

function objectionTo({ commands, peers }: CommandAnswer): string {
  if (commands.length === 0) return say("You no longer have permission to send commands there.");
  if (peers.length > 0) return "";
  return say("No device can be reached there. The service sends to devices that sent something since it started.");
}

function targetOf({ to, seen }: CommandAnswer["peers"][0]): readonly [value: string, text: string] {
  return [to, say("{0}, last seen {1}", to, formatAgo(nowMs() - Date.parse(seen)))];
}

function Entry(props: { readonly entry: CommandEntry; readonly withdraw: () => void }): JSX.Element {
  const { entry, withdraw } = props;
  const { command, fields, to, by, state, reason, queued, sent, ended, hex } = entry;
  const isEnd = state !== "queued" && state !== "sent";
  const steps: (readonly [CommandEntry["state"], string])[] = [
    ["queued", queued],
    ...(sent === undefined ? [] : [["sent", sent] as const]),
    ...(isEnd ? [[state, ended ?? sent ?? queued] as const] : []),
  ];
  const given = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return (
    <li>
      <p>
        <strong>{command}</strong> {given.join(" ")}
      </p>
      <p class="hint">{say("to {0}, by {1}", to, by)}</p>
      <ol class="steps">
        {steps.map(([name, at]) => (
          <li key={name} data-command={name}>
            {say(STATES[name])} <time dateTime={at}>{formatTime(Date.parse(at), nowMs())}</time>
          </li>
        ))}
      </ol>
      {reason !== undefined && <p class="hint">{reason}</p>}
      <p class="hint">
        {say("Bytes")} <code>{hex}</code>
      </p>
      {state === "queued" && ended === undefined && (
        <button type="button" onClick={withdraw}>
          {say("Withdraw")}
        </button>
      )}
    </li>
  );
}
