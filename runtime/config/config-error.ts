/** What is wrong with a configuration. */

import type { ConfigProblem } from "./ini.ts";

/** `message` is ready to print: `channels.ini:12: …`, one line for each problem. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(message: string, problems: readonly ConfigProblem[]) {
    super(message);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

export function configError(shown: string, problems: ConfigProblem[]): ConfigError {
  const ordered = [...problems].sort((a, b) => a.line - b.line);
  const lines = ordered.map(
    ({ line, message, from }) => `${from ?? `${shown}${line === 0 ? "" : `:${line}`}`}: ${message}`,
  );
  return new ConfigError(lines.join("\n"), ordered);
}
