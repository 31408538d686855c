/** Errors that end a command [D35]. */

/** Exit code 1; `message` is one sentence. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  readonly exitCode: number = 1;
}

/** Exit code 2: the command line itself is wrong. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
  override readonly exitCode = 2;
}
