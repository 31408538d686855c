/** Why a file or folder may not be used: whose it is, which user wants it, and what root can do about it. */

import { statSync } from "node:fs";
import { dirname, relative } from "node:path";

/**
 * `permission denied: /data belongs to user 0, and this program runs as user 1000; run 'chown 1000 /data' as root`.
 * @param path absolute
 * @param own a folder of the program's, all of which it needs
 */
export function permissionDenied(path: string, own?: string): string {
  const me = process.geteuid?.();
  if (me === undefined) return "permission denied";
  const { at, uid, code } = obstacle(path, me);
  const whose = `permission denied: ${at} belongs to user ${uid}, and this program runs as user ${me}`;
  if (uid === me) return `${whose}, which has no permission there; run 'chmod u+rwX ${at}'`;
  if (own !== undefined && !relative(own, at).startsWith("..")) return `${whose}; run 'chown -R ${me} ${own}' as root`;
  // Folders above, such as /, keep their owner.
  const remedy = { EACCES: `chmod go+rx ${at}`, ENOENT: `install -d -o ${me} ${path}`, "": `chown ${me} ${at}` }[code];
  return `${whose}; run '${remedy}' as root`;
}

/** The path itself, or else the folder above it that has no such name, lets nobody through, or cannot be written by whom the path is. */
function obstacle(
  path: string,
  me: number,
): {
  readonly at: string;
  readonly uid: number;
  readonly code: "" | "EACCES" | "ENOENT";
} {
  let code: "" | "EACCES" | "ENOENT" = "";
  for (let at = path; ; at = dirname(at)) {
    try {
      const status = statSync(at);
      const all = status.isDirectory() ? 0o700 : 0o600;
      if (status.uid !== me || (status.mode & all) !== all || code !== "" || dirname(at) === at)
        return { at, uid: status.uid, code };
    } catch (error) {
      code = (error as NodeJS.ErrnoException).code === "EACCES" ? "EACCES" : "ENOENT";
      if (dirname(at) === at) throw error;
    }
  }
}
