/** Finds a device, a field, a dashboard or an action by a few letters. */

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { retryMs } from "../data/query.ts";
import { say } from "../text/words.ts";
import { showDialog } from "../ui/dialog.tsx";
import type { MenuEntry } from "../ui/menu.tsx";

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
  const [others, setOthers] = useState<Others>({ text: "", found: [] });
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (more === undefined || text.trim().length < LEAST_LETTERS) return;
    let isOld = false;
    const ask = async (failures: number) => {
      try {
        const found = await more(text.trim());
        if (!isOld) setOthers({ text, found });
      } catch {
        if (isOld) return;
        setOthers({ text, found: [], isFailed: true });
        timer = setTimeout(() => void ask(failures + 1), retryMs(failures + 1));
      }
    };
    let timer = setTimeout(() => void ask(0), REST_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [text, more]);
  const found = foundOf(known, others, text);
  const isAsked = more !== undefined && text.trim().length >= LEAST_LETTERS;
  const none = isAsked && others.text !== text ? "Loading…" : others.isFailed ? "The service does not answer" : NONE;
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

interface Others {
  /** What was asked for. */
  readonly text: string;
  readonly found: readonly Findable[];
  /** It is asked again. */
  readonly isFailed?: boolean;
}

/** Matches must contain all words; those that begin with the text come first. */
function foundOf(known: readonly Findable[], { text: searched, found }: Others, text: string): readonly Findable[] {
  const others = notAmong(known, found);
  if (searched !== text) return matching([...known, ...others], text);
  return [...matching(known, text), ...others].slice(0, MOST);
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
