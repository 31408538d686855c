/** What a person chose, kept in the browser: columns shown or hidden. */

const KEY = "structline.columns";

type Choice = "shown" | "hidden";

/** Kept choices; the oldest go first, since devices come and go. */
const MAX_CHOICES = 5000;

let choices: Map<string, Choice> | undefined;

function load(): Map<string, Choice> {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Map(Array.isArray(entries) ? (entries as [string, Choice][]) : []);
  } catch {
    // Storage is off or holds something else: the page works without it.
    return new Map();
  }
}

export function columnChoice(database: string, measurement: string, column: string): Choice | undefined {
  choices ??= load();
  return choices.get(JSON.stringify([database, measurement, column]));
}

export function chooseColumn(database: string, measurement: string, column: string, choice: Choice): void {
  choices ??= load();
  choices.set(JSON.stringify([database, measurement, column]), choice);
  const [oldest] = choices.keys();
  if (choices.size > MAX_CHOICES && oldest !== undefined) choices.delete(oldest);
  try {
    localStorage.setItem(KEY, JSON.stringify([...choices]));
  } catch {
    // The choice holds until the page is closed.
  }
}
