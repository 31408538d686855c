/** Asks for a password on the terminal without showing it, or reads it from standard input. */

import { createInterface } from "node:readline";
import { CommandError } from "./command-error.ts";

const BACKSPACE = ["\u007f", "\b"];
const END = ["\r", "\n", "\u0004"];
const INTERRUPT = "\u0003";

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

function typed(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  // Before the prompt, so that early input is not shown.
  stdin.setRawMode(true);
  stderr.write(prompt);
  stdin.setEncoding("utf8");
  stdin.resume();
  return new Promise((resolve, reject) => {
    let text = "";
    const finish = (end: () => void) => {
      stdin.off("data", take);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
      end();
    };
    const take = (keys: string) => {
      for (const key of keys) {
        if (END.includes(key)) return finish(() => resolve(text));
        if (key === INTERRUPT) return finish(() => reject(new CommandError("interrupted")));
        text = BACKSPACE.includes(key) ? text.slice(0, -1) : text + key;
      }
    };
    stdin.on("data", take);
  });
}
