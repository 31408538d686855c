/** The verbs of `channel-message users`, which edit the users file. */

import { existsSync } from "node:fs";
import { hashCredential, PASSWORD_COST } from "../../auth/credential-hash.ts";
import { makeToken } from "../../auth/token.ts";
import {
  changeUsersFile,
  isCommandGrant,
  isRealmName,
  isUserName,
  readUsersFile,
  type UserEntry,
} from "../../auth/users-file.ts";
import { type ActionContext, verbOf } from "../../cli/action.ts";
import { CommandError, UsageError } from "../../cli/command-error.ts";
import { readNewPassword } from "../../cli/read-secret.ts";
import { dictionary } from "../../lib/dictionary.ts";

const SHORTEST_PASSWORD = 10;
const LONGEST_PASSWORD = 1024;

type Verb = (context: ActionContext, path: string, words: readonly string[]) => Promise<void> | void;

const VERBS: Readonly<Record<string, Verb>> = dictionary({ list, add, token, revoke, remove });

/** @param words arguments after `users` */
export async function changeUsers(context: ActionContext, [name, ...words]: readonly string[]): Promise<void> {
  const verb = verbOf(VERBS, name, "users");
  const path = context.settings().auth.usersFile;
  if (path === undefined) throw new CommandError("the configuration names no file: set users_file in [auth]");
  await verb(context, path, words);
}

function list(context: ActionContext, path: string, words: readonly string[]): void {
  if (words.length > 0) throw new UsageError("users list takes no name");
  const shown = read(path).map(({ name, admin, read: reads, write, command = [], password, tokens }) => ({
    name,
    read: reads,
    write,
    command,
    admin,
    password: password !== undefined,
    tokens: tokens.map(({ id, created }) => ({ id, created })),
  }));
  context.list(shown, {
    columns: ["name", "read", "write", "command", "admin", "password", "tokens"],
    row: (user) => [
      user.name,
      user.read.join(", "),
      user.write.join(", "),
      user.command.join(", "),
      user.admin ? "yes" : "",
      user.password ? "yes" : "",
      user.tokens.map(({ id }) => id).join(", "),
    ],
    none: "There are no users.",
  });
}

/** Also changes an existing user: permissions and password are replaced, tokens are kept. */
async function add(context: ActionContext, path: string, words: readonly string[]): Promise<void> {
  const name = oneName(words, "add");
  if (!isUserName(name)) throw new UsageError(`'${name}' is not a name: up to 64 letters, digits and _ . @ -`);
  const admin = context.args["admin"] === true;
  const command = namesOf(context, "command", isCommandGrant, "like lab/rig, lab/rig:set_point, a realm or *");
  const rights = {
    read: realms(context, "read"),
    write: realms(context, "write"),
    ...(command.length > 0 && { command }),
    admin,
  };
  if (!admin && rights.read.length + rights.write.length + command.length === 0) {
    throw new UsageError("give the user a right: --read, --write, --command or --admin");
  }
  const password = context.args["no-password"] === true ? undefined : await newPassword(name);
  let isKnown = false;
  change(context, path, (known) => {
    const former = known.find((user) => user.name === name);
    isKnown = former !== undefined;
    const user: UserEntry = { name, ...rights, ...(password && { password }), tokens: former?.tokens ?? [] };
    return [...known.filter((other) => other !== former), user];
  });
  context.print(isKnown ? `user ${name} changed` : `user ${name} added`);
}

async function newPassword(name: string): Promise<string> {
  const password = await readNewPassword(name);
  // Characters as a person counts them; the length decides how strong a password is. [NIST SP 800-63B 3.1.1.2]
  if ([...password].length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
    throw new CommandError(`a password has at least ${SHORTEST_PASSWORD} and at most ${LONGEST_PASSWORD} characters`);
  }
  return hashCredential(password, PASSWORD_COST);
}

async function token(context: ActionContext, path: string, words: readonly string[]): Promise<void> {
  const name = oneName(words, "token");
  const made = await makeToken(new Date());
  change(context, path, (known) => {
    const user = existing(known, name);
    const changed = { ...user, tokens: [...user.tokens, made.entry] };
    return known.map((other) => (other === user ? changed : other));
  });
  context.print(made.text);
  context.warn("this is the only time the token is shown");
}

function revoke(context: ActionContext, path: string, words: readonly string[]): void {
  const id = oneName(words, "revoke");
  change(context, path, (known) => {
    if (!known.some(({ tokens }) => tokens.some((entry) => entry.id === id))) {
      throw new CommandError(`there is no token '${id}'`);
    }
    return known.map((user) => ({ ...user, tokens: user.tokens.filter((entry) => entry.id !== id) }));
  });
  context.print(`token ${id} revoked`);
}

function remove(context: ActionContext, path: string, words: readonly string[]): void {
  const name = oneName(words, "remove");
  change(context, path, (known) => {
    const user = existing(known, name);
    return known.filter((other) => other !== user);
  });
  context.print(`user ${name} removed`);
}

function existing(known: readonly UserEntry[], name: string): UserEntry {
  const user = known.find((candidate) => candidate.name === name);
  if (user !== undefined) return user;
  const names = known.map((candidate) => candidate.name);
  throw new CommandError(`there is no user '${name}'; known are ${names.join(", ") || "none"}`);
}

function realms(context: ActionContext, right: "read" | "write"): string[] {
  return namesOf(context, right, isRealmName, "the name of a realm");
}

/** @param what a name of this option is */
function namesOf({ texts }: ActionContext, option: string, isRight: (name: string) => boolean, what: string): string[] {
  const names = (texts(option)[option]?.split(",") ?? []).map((name) => name.trim());
  const wrong = names.find((name) => !isRight(name));
  if (wrong !== undefined) throw new UsageError(`--${option}: '${wrong}' is not ${what}`);
  return [...new Set(names)];
}

function oneName(words: readonly string[], verb: string): string {
  const [name, ...rest] = words;
  if (name === undefined || rest.length > 0) throw new UsageError(`users ${verb} takes one name`);
  return name;
}

function read(path: string): readonly UserEntry[] {
  return existsSync(path) ? withProblems(() => readUsersFile(path)) : [];
}

function change(
  context: ActionContext,
  path: string,
  next: (known: readonly UserEntry[]) => readonly UserEntry[],
): void {
  withProblems(() => changeUsersFile(path, (known = []) => next(known), context.settings().journal.directory));
}

function withProblems<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError((error as Error).message);
  }
}
