/** Asks for a password on the terminal without showing it, or reads it from standard input. */

import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CommandError } from "./command-error.ts";

/** One line. @throws CommandError if there is no input, or if the two passwords differ */
export async function readNewPassword(name: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const password = await typed(`Password for ${name}: `);
  if (password !== (await typed("Again: "))) throw new CommandError("the passwords differ");
  return password;
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new CommandError("there is no password on standard input");
}

/** The terminal's own line editing, without its echo. */
async function typed(prompt: string): Promise<string> {
  const output = new Writable({ write: (_text, _encoding, done) => done() });
  // Before the prompt, so that early input is not shown.
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  process.stderr.write(prompt);
  try {
    return await new Promise((resolve, reject) => {
      lines.once("line", resolve).once("close", () => resolve(""));
      lines.once("SIGINT", () => reject(new CommandError("interrupted")));
    });
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
