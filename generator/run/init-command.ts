/** `structline init`: its arguments, its one question, and what it says. */

import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import packageJson from "../../package.json" with { type: "json" };
import { ConfigError } from "../../runtime/config/settings.ts";
import { type InitOptions, type InitResult, init } from "./init.ts";

const USAGE = `Usage: structline init [options]

Begins in this folder: writes channels.ini with a channel, an example header, scripts into package.json, and .gitignore.
Nothing that is there is overwritten.

  --header FILE    make the channel of this header instead; where channels.ini is there, add the channel to it.
                   A header inside this folder stays where it is, another one is copied to headers/
  --channel NAME   the channel's name; else from the header's file name
  --messages LIST  which struct is which message, where the header does not say it: '7 gps_t, 8 imu_t'; else it is asked
  -h, --help       show this
`;

const OPTIONS = {
  header: { type: "string" },
  channel: { type: "string" },
  messages: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

process.exitCode = await main(process.argv.slice(2));

/** The exit code. */
async function main(argv: string[]): Promise<number> {
  try {
    const { values } = parseArgs({ args: argv, options: OPTIONS });
    if (values.help === true) {
      process.stdout.write(USAGE);
      return 0;
    }
    const { header, channel, messages } = values;
    if (channel !== undefined && !/^[a-z0-9][a-z0-9_-]*$/i.test(channel)) {
      return refuse("a channel's name has letters, digits, '-' and '_'\n", 2);
    }
    return await begin({ cwd: process.cwd(), header, channel, messages, version: packageJson.version });
  } catch (error) {
    if (error instanceof ConfigError) return refuse(`${error.message}\n`, 1);
    if (error instanceof TypeError && "code" in error) {
      return refuse(`${error.message.split(/\.\s/)[0]}; 'structline init --help' lists the options\n`, 2);
    }
    throw error;
  }
}

async function begin(options: InitOptions): Promise<number> {
  const result = init(options);
  if (result.kind === "asked" && process.stdin.isTTY) return begin({ ...options, messages: await ask(result.structs) });
  return tell(result);
}

/** The only question there is. */
async function ask(structs: readonly string[]): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  process.stdout.write(`No message is declared in the header. Its structs: ${structs.join(", ")}\n`);
  const answer = await terminal.question(`Which are messages, by which IDs? (7 ${structs[0]}, 8 …) `);
  terminal.close();
  return answer.trim();
}

function tell(result: InitResult): number {
  switch (result.kind) {
    case "refused":
      return refuse(result.text, 1);
    case "asked": {
      const [first] = result.structs;
      const advice = `say which struct is which message: --messages '7 ${first}, …'; there are ${result.structs.join(", ")}`;
      return refuse(`${result.text}nothing was written; ${advice}\n`, 1);
    }
    case "done":
      process.stdout.write(`${result.lines.join("\n")}\n\n`);
      process.stdout.write("next: 'npx structline gen' makes the codecs, 'npx structline' takes data\n");
      return 0;
  }
}

function refuse(text: string, exitCode: number): number {
  process.stderr.write(/^\S+: |\n.*\n/.test(text) ? text : `structline init: ${text}`);
  return exitCode;
}
