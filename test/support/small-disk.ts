/** A file system of a few megabytes that can be made larger: to try what happens when it is full. Needs root. */

import { spawnSync } from "node:child_process";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** False where such a disk can be made, else the reason for skipping. */
export function needsSmallDisk(): false | string {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs root on Linux, to mount a small tmpfs";
  const tried = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"]);
  return tried.status === 0 ? false : "needs the permission to mount a tmpfs";
}

export interface SmallDisk {
  readonly directory: string;
  resize(mebibytes: number): void;
}

export function onSmallDisk<T>(mebibytes: number, body: (disk: SmallDisk) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (directory) => {
    mount(["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", directory]);
    try {
      return await body({ directory, resize: (size) => mount(["-o", `remount,size=${size}m`, directory]) });
    } finally {
      spawnSync("umount", [directory]);
    }
  });
}

function mount(args: readonly string[]): void {
  const { status, stderr } = spawnSync("mount", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}
