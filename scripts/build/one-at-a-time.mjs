/** Lets one process at a time set up a clone: two would delete each other's packages and programs. */

import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * @param lock beginning of a file's name. Its number is one more than that of the process before; the file has the process's ID while
 * `work` runs, and stays empty behind it
 */
export async function oneAtATime(lock, work) {
  const taken = await take(lock);
  if (taken === undefined) return work();
  try {
    return await work();
  } finally {
    writeFileSync(taken, "");
  }
}

/**
 * The newest number is never deleted, and only one process can make the next one: so of two that find its process gone, one goes on. To
 * delete that file and make it again would not do: the second would delete what the first has made.
 * @returns undefined if it cannot be made, as in a folder that is only for reading
 */
async function take(lock) {
  for (let told; ; await pause(200)) {
    const [newest = 0] = numbersOf(lock);
    const holder = holderOf(`${lock}.${newest}`);
    // In a container, the process before may have had this number.
    if (holder === process.pid || !isAlive(holder)) {
      const made = make(lock, newest + 1);
      if (made !== "late") return made;
    } else if (told !== holder) {
      told = holder;
      console.error(
        `structline: process ${holder} sets this clone up; waiting for it (if it is not structline, delete ${lock}.${newest})`,
      );
    }
  }
}

/** @returns the file; `late` if another process was first */
function make(lock, number) {
  const file = `${lock}.${number}`;
  const own = `${lock}.of-${process.pid}`;
  try {
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(own, String(process.pid));
    // A link appears with its text, or not at all.
    linkSync(own, file);
  } catch (error) {
    return error.code === "EEXIST" ? "late" : undefined;
  } finally {
    if (existsSync(own)) rmSync(own);
  }
  const [newest, ...older] = numbersOf(lock);
  // Others may have come and gone since this one looked.
  const gone = newest === number ? older : [number];
  for (const each of gone) rmSync(`${lock}.${each}`, { force: true });
  return newest === number ? file : "late";
}

/** The newest one first. */
function numbersOf(lock) {
  const start = `${basename(lock)}.`;
  try {
    const numbers = readdirSync(dirname(lock))
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice(start.length));
    return numbers
      .filter((text) => /^\d+$/.test(text))
      .map(Number)
      .sort((one, other) => other - one);
  } catch {
    return [];
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, "utf8"));
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
