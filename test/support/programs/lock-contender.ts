/** Waits for a folder's lock and holds it until standard input ends. Argument: the folder. */

import { lockDirectory } from "../../../runtime/lib/lock.ts";

try {
  await lockDirectory(process.argv[2] ?? "");
  console.log("held");
} catch (error) {
  console.log((error as Error).message);
}
process.stdin.resume();
