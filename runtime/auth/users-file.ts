/** The file of users and tokens: JSON, written by `channel-message users`, read again after each change. */

import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { lockDescriptor } from "../lib/lock.ts";
import { permissionDenied } from "../lib/permission-denied.ts";
import { schemaProblem } from "../lib/schema-problem.ts";
import { parseHash } from "./credential-hash.ts";

/** Far longer than a change takes. */
const LONGEST_WAIT_MS = 2000;
const NEVER = new Int32Array(new SharedArrayBuffer(4));

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
    throw new Error(`users file ${path}: ${schemaProblem(error.issues[0], "the file")}`);
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

/**
 * Reads the file, and replaces it by what `change` makes of it. Only one process at a time does so: a change made between
 * another one's reading and writing would be undone without a word, and a revoked token would be valid again.
 * @param data the service's data: a new file that root makes gets their owner
 * @param change gets `undefined` if there is no file; its errors leave the file as it is
 * @throws Error (one sentence)
 */
export function changeUsersFile(
  path: string,
  change: (users: readonly UserEntry[] | undefined) => readonly UserEntry[],
  data?: string,
): readonly UserEntry[] {
  return replace(path, (isThere) => change(isThere ? readUsersFile(path) : undefined), data);
}

export function writeUsersFile(path: string, users: readonly UserEntry[]): void {
  replace(path, () => users);
}

/** In one step, durably. The file is readable by its owner only, unless it existed with other permissions. */
function replace(
  path: string,
  usersOf: (isThere: boolean) => readonly UserEntry[],
  data?: string,
): readonly UserEntry[] {
  const users = renamed(path, usersOf, data);
  writing(path, () => syncFolder(dirname(path)));
  return users;
}

function renamed(
  path: string,
  usersOf: (isThere: boolean) => readonly UserEntry[],
  data: string | undefined,
): readonly UserEntry[] {
  const next = `${path}.new`;
  const file = writing(path, () => openAlone(next));
  try {
    const former = statSync(path, { throwIfNoEntry: false });
    const users = usersOf(former !== undefined);
    writing(path, () => {
      ftruncateSync(file); // A process that was killed left its beginning.
      writeFileSync(file, usersText(users));
      if (former === undefined) giveToService(file, path, data);
      else keepRights(file, former);
      fsyncSync(file);
      renameSync(next, path);
    });
    return users;
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Opens the new file and locks it. The lock ends with the process, or when the file has taken the former one's place. */
function openAlone(path: string): number {
  const untilMs = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    if (lockDescriptor(file, path) && isAt(file, path)) return file;
    closeSync(file);
    if (performance.now() > untilMs) throw new Error("another process is changing it");
    Atomics.wait(NEVER, 0, 0, 5);
  }
}

function isAt(file: number, path: string): boolean {
  const [open, named] = [fstatSync(file), statSync(path, { throwIfNoEntry: false })];
  return named !== undefined && named.ino === open.ino && named.dev === open.dev;
}

function writing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Error(`users file ${path} cannot be written: ${(error as Error).message}`);
  }
}

/** Whether other users of the machine can read or change the file. */
export function isOpenToAll(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0;
}

/**
 * A new file is its owner's only. Root makes it for the service, whose account owns its data; before there are any, the owner of the
 * file's folder gets it.
 */
function giveToService(file: number, path: string, data: string | undefined): void {
  fchmodSync(file, 0o600);
  if (process.getuid?.() !== 0) return;
  const { uid, gid } =
    (data === undefined ? undefined : statSync(data, { throwIfNoEntry: false })) ?? statSync(dirname(path));
  fchownSync(file, uid, gid);
}

function keepRights(file: number, { mode, uid, gid }: Stats): void {
  fchmodSync(file, mode & 0o777);
  // Only root can keep another owner; for anybody else the new file is their own.
  if (process.getuid?.() === 0) fchownSync(file, uid, gid);
}

function syncFolder(path: string): void {
  if (process.platform === "win32") return; // Windows cannot sync directories.
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") {
      throw new Error(`users file ${path} does not exist; make it with 'channel-message users add NAME'`);
    }
    throw new Error(
      `users file ${path} cannot be read${code === "EACCES" ? `, ${permissionDenied(path)}` : ` (${code})`}`,
    );
  }
}
