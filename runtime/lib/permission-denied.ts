/** Why a file or folder may not be used: whose it is, which user wants it, and what root can do about it. */

import { statSync } from "node:fs";
import { dirname } from "node:path";

/** `permission denied: /data belongs to user 0, and this program runs as user 1000; run 'chown 1000 /data' as root`. @param path absolute */
export function permissionDenied(path: string): string {
  const me = process.geteuid?.();
  if (me === undefined) return "permission denied";
  const { at, uid, code } = obstacle(path);
  const whose = `permission denied: ${at} belongs to user ${uid}, and this program runs as user ${me}`;
  if (uid === me) return `${whose}, which has no permission there; run 'chmod u+rwX ${at}'`;
  // Folders above, such as /, keep their owner.
  const remedy = { EACCES: `chmod go+rx ${at}`, ENOENT: `install -d -o ${me} ${path}`, "": `chown ${me} ${path}` }[
    code
  ];
  return `${whose}; run '${remedy}' as root`;
}

/** The path itself, or else the folder above it that has no such name, or lets nobody through. */
function obstacle(path: string): {
  readonly at: string;
  readonly uid: number;
  readonly code: "" | "EACCES" | "ENOENT";
} {
  let code: "" | "EACCES" | "ENOENT" = "";
  for (let at = path; ; at = dirname(at)) {
    try {
      return { at, uid: statSync(at).uid, code };
    } catch (error) {
      code = (error as NodeJS.ErrnoException).code === "EACCES" ? "EACCES" : "ENOENT";
      if (dirname(at) === at) throw error;
    }
  }
}
