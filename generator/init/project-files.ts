/** Files of a firmware's project that name its board. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const NAMES = /^(?:platformio\.ini|sdkconfig(?:\.defaults)?|CMakeLists\.txt|boards\.txt)$|\.ioc$/i;
/** `include/`, `src/lib/name/`: the project's files are at most so many folders above its headers. */
const MOST_ABOVE = 4;
/** Longer ones are not written by hand; a `boards.txt` of a core has 300 KB. */
const MOST_BYTES = 1 << 20;

interface File {
  readonly name: string;
  readonly text: string;
}

/** Texts by name of the folder, then of each folder above it, up to the one of the version control. */
export function* projectFiles(folder: string): Generator<readonly File[]> {
  let here = folder;
  for (let above = 0; above <= MOST_ABOVE; above++) {
    const names = list(here);
    yield names
      .filter((one) => NAMES.test(one))
      .sort()
      .flatMap((name) => read(join(here, name), name));
    if (names.includes(".git") || here === dirname(here)) return;
    here = dirname(here);
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(path: string, name: string): readonly File[] {
  try {
    const about = statSync(path);
    return about.isFile() && about.size <= MOST_BYTES ? [{ name, text: readFileSync(path, "utf8") }] : [];
  } catch {
    return [];
  }
}
