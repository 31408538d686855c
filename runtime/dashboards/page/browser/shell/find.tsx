/** Finds a device, a field, a dashboard or an action by a few letters. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { say } from "../text/words.ts";
import { showDialog } from "../ui/dialog.tsx";
import type { MenuEntry } from "../ui/menu.tsx";
import { useQuery } from "../ui/use-query.ts";

export interface Findable extends MenuEntry {
  /** Further text that is searched and shown. */
  readonly hint?: string;
}

const MOST = 50;
const NONE = "Nothing has this name.";

/** Searches the service. */
type FindMore = (text: string) => Promise<readonly Findable[]>;

/** With fewer letters, everything matches. */
const LEAST_LETTERS = 2;
/** Delay while the user types, ms. */
const REST_MS = 200;

/** @param more absent if everything is listed */
export function openFind(title: string, all: () => readonly Findable[], more?: FindMore): void {
  showDialog((close) => <FindDialog title={title} all={all} more={more} onClose={close} />);
}

function FindDialog(props: {
  readonly title: string;
  readonly all: () => readonly Findable[];
  readonly more: FindMore | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  const { title, all, more, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [known] = useState(all);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const wanted = more !== undefined && text.trim().length >= LEAST_LETTERS ? text.trim() : undefined;
  const { answer, failure } = useQuery(wanted, () => more!(wanted!), { restMs: REST_MS });
  // Those found for fewer letters stay until it is known.
  const others = useRef<readonly Findable[]>([]);
  others.current = answer ?? (failure === undefined ? others.current : []);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const found =
    answer === undefined
      ? matching([...known, ...notAmong(known, others.current)], text)
      : [...matching(known, text), ...notAmong(known, answer)].slice(0, MOST);
  const none =
    failure !== undefined ? "The service does not answer" : wanted === undefined || answer ? NONE : "Loading…";
  const choose = (entry: Findable | undefined) => {
    if (entry === undefined) return;
    dialog.current?.close();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter") choose(found[at]);
    else if (step !== 0) setAt(Math.max(0, Math.min(found.length - 1, at + step)));
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} class="find-dialog" aria-label={title} onClose={onClose}>
      <input
        type="search"
        list={undefined}
        autofocus
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={found.length === 0 ? undefined : `found-${at}`}
        placeholder={title}
        aria-label={title}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="found" role="listbox" aria-label={title}>
        {found.map((entry, i) => (
          <li
            key={`${entry.label} ${entry.hint}`}
            id={`found-${i}`}
            role="option"
            aria-selected={i === at}
            onClick={() => choose(entry)}
          >
            {entry.label}
            <small>{entry.hint}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="none">{say(none)}</p>}
      {found.length === MOST && <p class="none">{say("These are the first {0}: more letters find others.", MOST)}</p>}
    </dialog>
  );
}

function notAmong(known: readonly Findable[], others: readonly Findable[]): readonly Findable[] {
  const keyOf = ({ label, hint }: Findable) => `${label}\n${hint}`;
  const there = new Set(known.map(keyOf));
  return others.filter((one) => !there.has(keyOf(one)));
}

/** All words have to be in it; what begins with the text stands first. */
export function matching(all: readonly Findable[], text: string): readonly Findable[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const fits = ({ label, hint = "" }: Findable) => {
    const whole = `${label} ${hint}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  };
  const found = all.filter(fits);
  const begins = ({ label }: Findable) => label.toLowerCase().startsWith(words[0] ?? "");
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, MOST);
}
