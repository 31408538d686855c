/** `channel-message migrate kotori.ini …`: converts Kotori's configuration to a `channels.ini`. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Action } from "../../cli/action.ts";
import { CommandError } from "../../cli/command-error.ts";
import { namesIn } from "../../lib/names-in.ts";
import { includesOf, type KotoriFile, migrateKotori } from "./migrate-kotori.ts";

export const migrate: Action = {
  name: "migrate",
  channel: false,
  after: "delete",
  summary: "Convert Kotori's configuration files to a channels.ini",
  example: "channel-message migrate /etc/kotori/kotori.ini --out channels.ini",
  args: {
    file: { type: "positional", required: true, description: "Kotori's kotori.ini; further files after it" },
    out: {
      type: "string",
      description: "File to write, which must not exist yet; by default standard output",
      valueHint: "file",
    },
  },
  async run({ positionals, args, print, warn }) {
    const files = positionals.flatMap(read);
    const { text, without } = migrateKotori(files);
    const out = args["out"];
    if (typeof out !== "string" || out === "") return print(text.trimEnd());
    write(out, text);
    const things = without === 1 ? "1 thing has" : `${without} things have`;
    warn(`${out} written from ${files.length} files; ${things} no counterpart: see its comments`);
  },
};

/** The file and the files that it includes, relative to the current folder, as Kotori reads them, or to the file. */
function read(path: string): readonly KotoriFile[] {
  const text = textOf(path);
  const included = includesOf(text).flatMap((pattern) => {
    const found = matching(pattern);
    return found.length > 0 ? found : matching(join(dirname(resolve(path)), pattern));
  });
  const others = [...new Set(included)].filter((other) => resolve(other) !== resolve(path));
  return [{ name: path, text }, ...others.map((name) => ({ name, text: textOf(name) }))];
}

/** Files that match a pattern with `*` in its parts. */
function matching(pattern: string): string[] {
  const [first = "", ...parts] = pattern.split("/");
  const begin = first === "" ? "/" : first.includes("*") ? "." : first;
  let found = [begin];
  for (const part of first.includes("*") ? [first, ...parts] : parts) {
    const wanted = new RegExp(`^${part.replace(/[^\w*]/g, "\\$&").replaceAll("*", "[^.][^/]*")}$`);
    found = found.flatMap((folder) =>
      part.includes("*")
        ? namesIn(folder)
            .filter((name) => wanted.test(name))
            .map((name) => join(folder, name))
        : [join(folder, part)],
    );
  }
  return found.filter((file) => existsSync(file)).sort();
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new CommandError(`'${path}' cannot be read: ${(error as Error).message}`);
  }
}

/** Only the owner may read the file, since it may hold passwords. */
function write(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
    throw new CommandError(
      isThere ? `'${path}' exists already; choose another name with --out` : (error as Error).message,
    );
  }
}
