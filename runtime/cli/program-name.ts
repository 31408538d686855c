/** Whether a user typed `channel-message`, or one of its actions as a command of `structline`, which is a bundle of its own. */

const NAME = Symbol.for("structline.program");
const shared = globalThis as { [NAME]?: string };

/** What the user typed; called before the program is loaded. */
export function startedBy(name: string): void {
  shared[NAME] = name;
}

export function programName(): string {
  return shared[NAME] ?? "channel-message";
}

/** A command line of `channel-message` as this user types it: `channel-message rig command on` is `structline command rig on`. */
export function asTyped(line: string, { name, channel }: { readonly name: string; readonly channel: boolean }): string {
  const program = programName();
  if (program === "channel-message") return line;
  return channel ? line.replace(/^channel-message (\S+) \S+/, `${program} ${name} $1`) : line.replace(/^\S+/, program);
}
