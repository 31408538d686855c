/** `structline init`: its arguments, and what it says. */

import { parseArgs } from "node:util";
import packageJson from "../package.json" with { type: "json" };
import { ConfigError } from "../runtime/config/settings.ts";
import { init } from "./init.ts";

const USAGE = `Usage: structline init [options]

Begins in this folder: writes channels.ini with a channel, an example header, scripts into package.json, and .gitignore.
Nothing that is there is overwritten.

  --header FILE   make the channel of this header instead; where channels.ini is there, add the channel to it.
                  A header inside this folder stays where it is, another one is copied to headers/
  --channel NAME  the channel's name; else from the header's file name
  -h, --help      show this
`;

process.exitCode = main(process.argv.slice(2));

/** The exit code. */
function main(argv: string[]): number {
  try {
    const { values } = parseArgs({
      args: argv,
      options: { header: { type: "string" }, channel: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help === true) {
      process.stdout.write(USAGE);
      return 0;
    }
    return run(values);
  } catch (error) {
    if (error instanceof ConfigError) return refuse(`${error.message}\n`, 1);
    if (error instanceof TypeError && "code" in error) {
      return refuse(`${error.message.split(/\.\s/)[0]}; 'structline init --help' lists the options\n`, 2);
    }
    throw error;
  }
}

function run({ header, channel }: { header?: string | undefined; channel?: string | undefined }): number {
  if (channel !== undefined && !/^[a-z0-9][a-z0-9_-]*$/i.test(channel)) {
    return refuse("a channel's name has letters, digits, '-' and '_'\n", 2);
  }
  const result = init({ cwd: process.cwd(), header, channel, version: packageJson.version });
  if (result.kind === "refused") return refuse(result.text, 1);
  process.stdout.write(
    `${result.lines.join("\n")}\n\nnext: 'npx structline gen' makes the codecs, 'npx structline' takes data\n`,
  );
  return 0;
}

function refuse(text: string, exitCode: number): number {
  process.stderr.write(/^\S+: |\n.*\n/.test(text) ? text : `structline init: ${text}`);
  return exitCode;
}
