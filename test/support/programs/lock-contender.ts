/** Tries for the lock of a folder and, when it gets it, keeps it until its input ends. Argument: the folder. */

import { lockDirectory } from "../../../runtime/journal/lock.ts";

try {
  await lockDirectory(process.argv[2] ?? "");
  console.log("held");
} catch (error) {
  console.log((error as Error).message);
}
process.stdin.resume();
