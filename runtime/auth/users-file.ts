/** The file of users and tokens: JSON, written by `channel-message users`, read again after each change. */

import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { parseHash } from "./credential-hash.ts";

const NAME = /^[\p{L}\p{N}_.@-]{1,64}$/u;
const HASH = z.string().refine((text) => parseHash(text) !== undefined, "is not a scrypt hash");
const REALM = z.string().refine(isRealmName, "is not the name of a realm");

/**
 * Where commands may be sent: `lab/rig`, `mqttkit-1/testdrive/area-42/node-1`, `lab`, `*`; with a colon, one command
 * only: `lab/rig:set_point`.
 */
const GRANT = z.string().refine(isCommandGrant, "is not a channel or device, with or without a command");

const TOKEN = z.strictObject({
  /** The token contains it, so that only one hash is computed. */
  id: z.string().regex(/^[a-z0-9]{8}$/),
  /** ISO 8601. */
  created: z.string(),
  hash: HASH,
});

const USER = z.strictObject({
  name: z.string().regex(NAME),
  /** Realms; `*` is every realm. */
  read: z.array(REALM),
  write: z.array(REALM),
  /** Permitted commands and their receivers; no other right includes this one. */
  command: z.array(GRANT).exactOptional(),
  admin: z.boolean(),
  password: HASH.optional(),
  tokens: z.array(TOKEN),
});

const FILE = z.strictObject({ version: z.literal(1), users: z.array(USER) });

export type UserEntry = z.infer<typeof USER>;
export type TokenEntry = z.infer<typeof TOKEN>;

export function isUserName(name: string): boolean {
  return NAME.test(name);
}

export function isRealmName(name: string): boolean {
  return name === "*" || /^[^\s/+#*$\u0000-\u001f\u007f-\u009f][^/+#*\u0000-\u001f\u007f-\u009f]{0,254}$/.test(name);
}

export function isCommandGrant(text: string): boolean {
  const [, place = "", command] = /^([^:]*)(?::(\w+))?$/.exec(text) ?? [];
  if (text.includes(":") && command === undefined) return false;
  return place === "*" || place.split("/").every((part) => part !== "*" && isRealmName(part));
}

/** @throws Error (one sentence, which quotes nothing of the file) */
export function readUsersFile(path: string): UserEntry[] {
  return parseUsers(readText(path), path);
}

/** @throws Error (one sentence) */
export function parseUsers(text: string, path: string): UserEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which holds hashes.
    throw new Error(`users file ${path} is not JSON`);
  }
  const { success, data, error } = FILE.safeParse(value);
  if (!success) {
    const issue = error.issues[0];
    throw new Error(`users file ${path}: ${issue?.path.join(".") || "the file"}: ${issue?.message ?? "is wrong"}`);
  }
  const names = data.users.map(({ name }) => name);
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double !== undefined) throw new Error(`users file ${path} has user '${double}' twice`);
  return data.users;
}

/** The file's text. */
export function usersText(users: readonly UserEntry[]): string {
  return `${JSON.stringify({ version: 1, users }, null, 2)}\n`;
}

/** Replaces the file in one step; readable by its owner only, unless it existed with other permissions. */
export function writeUsersFile(path: string, users: readonly UserEntry[]): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  const former = statSync(path, { throwIfNoEntry: false });
  try {
    writeFileSync(temporary, usersText(users), { mode: 0o600, flag: "wx" });
    if (former !== undefined) {
      chmodSync(temporary, former.mode & 0o777);
      keepOwner(temporary, former);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Error(`users file ${path} cannot be written: ${(error as Error).message}`);
  }
}

/** Whether other users of the machine can read or change the file. */
export function isOpenToAll(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0;
}

// Only root can keep another owner; for anybody else the new file is their own.
function keepOwner(path: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") {
      throw new Error(`users file ${path} does not exist; make it with 'channel-message users add NAME'`);
    }
    throw new Error(`users file ${path} cannot be read (${code})`);
  }
}
