/**
 * `channel-message completion bash|zsh|fish`: prints a shell script that gets candidates from `channel-message
 * complete`.
 */

import type { Action, ActionContext } from "../action.ts";
import { UsageError } from "../command-error.ts";
import { completionScript, SHELLS } from "../completion-scripts.ts";

export const completion: Action = {
  name: "completion",
  channel: false,
  summary: "Print a completion script for bash, zsh or fish",
  example: 'eval "$(channel-message completion bash)"',
  args: { shell: { type: "positional", required: true, description: "bash, zsh or fish" } },
  async run({ positionals, print }) {
    const script = completionScript(positionals[0], "channel-message");
    if (script === undefined || positionals.length > 1) {
      throw new UsageError(`completion takes a shell: ${SHELLS.join(", ")}`);
    }
    print(script);
  },
};

/** Prints candidates for the word after `positionals`, one per line; prints nothing on any error. */
export function completeAction(actions: () => readonly Action[]): Action {
  return {
    name: "complete",
    channel: false,
    hidden: true,
    summary: "Print candidates for the next word",
    example: "channel-message complete -- h2m",
    args: {},
    async run({ positionals, settings, codecsOf, print }) {
      const words = positionals.filter((word) => !word.startsWith("-"));
      const shown = actions().filter(({ hidden }) => hidden !== true);
      for (const candidate of await candidates(words, shown, { settings, codecsOf }).catch(() => [])) print(candidate);
    },
  };
}

async function candidates(
  words: readonly string[],
  shown: readonly Action[],
  { settings, codecsOf }: Pick<ActionContext, "settings" | "codecsOf">,
): Promise<string[]> {
  const [first, second, third] = words;
  if (first === undefined) {
    const alone = shown.filter(({ channel }) => !channel).map(({ name }) => name);
    return [...settings().channels.map(({ name }) => name), ...alone];
  }
  if (first === "completion") return [...SHELLS];
  if (second === undefined) return shown.filter(({ channel }) => channel).map(({ name }) => name);
  if (!["info", "encode"].includes(second)) return options(shown, second);
  if (third === undefined) return (await codecsOf(first)).structs.map(({ name }) => name);
  if (second === "info") return options(shown, second);
  const codec = (await codecsOf(first)).structs.find(({ name }) => name === third);
  return [...(codec?.fields ?? []).map(({ path }) => `${path}=`), ...options(shown, second)];
}

function options(actions: readonly Action[], name: string): string[] {
  const action = actions.find((candidate) => candidate.name === name);
  const own = Object.entries(action?.args ?? {}).filter(([, { type }]) => type !== "positional");
  return [...own.map(([option]) => `--${option}`), "--config", "--debug", "--help"];
}
