/** Lets one process at a time set up a clone: two would delete each other's packages and programs. */

import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** @param lock a file that exists while `work` runs, and has the process's ID */
export async function oneAtATime(lock, work) {
  if (!(await take(lock))) return work();
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @returns false if it cannot be made, as in a folder that is only for reading */
async function take(lock) {
  const own = `${lock}.${process.pid}`;
  for (let told; ; await pause(200)) {
    try {
      mkdirSync(dirname(lock), { recursive: true });
      writeFileSync(own, String(process.pid));
      // A link appears with its text, or not at all.
      linkSync(own, lock);
      return true;
    } catch (error) {
      if (error.code !== "EEXIST") return false;
    } finally {
      if (existsSync(own)) rmSync(own);
    }
    const holder = holderOf(lock);
    if (!isAlive(holder)) rmSync(lock, { force: true });
    else if (told !== holder) {
      told = holder;
      console.error(
        `structline: process ${holder} sets this clone up; waiting for it (if it is not structline, delete ${lock})`,
      );
    }
  }
}

function holderOf(lock) {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch {
    return Number.NaN;
  }
}

function isAlive(pid) {
  try {
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
