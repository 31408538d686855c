/** Programs in Go that use a module of somebody else, for tests. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

export interface GoModule {
  readonly path: string;
  readonly version: string;
}

/** False if it can be used, else why not. */
export function needsGoModule({ path, version }: GoModule): false | string {
  if (spawnSync("go", ["version"]).status !== 0) return "needs go";
  const found = spawnSync("go", ["mod", "download", `${path}@${version}`], { cwd: temporaryFolder() });
  return found.status === 0 ? false : `needs ${path} from the Go module proxy`;
}

/** Runs the program in the folder, whose module is `peer`. @throws Error with what Go prints */
export function runGo(folder: string, { path, version }: GoModule, input: string): string {
  writeFileSync(join(folder, "go.mod"), `module peer\ngo 1.23\nrequire ${path} ${version}\n`);
  const env = { ...process.env, GONOSUMDB: path };
  const options = { cwd: folder, input, encoding: "utf8", maxBuffer: 2 ** 30, env } as const;
  const { status, stdout, stderr } = spawnSync("go", ["run", "-mod=mod", "."], options);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
