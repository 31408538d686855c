/** True if the packages below `root` match the lock file and are complete. */
export function packagesFit(where?: { readonly root?: string; readonly tests?: boolean }): boolean;
/** A sentence if the answer of `npm ping --json` says that the registry cannot be reached. */
export function registryObjection(said: string, status: number | null, wasLate: boolean): string | undefined;
/** Why files of packages were not written, by what npm said; undefined if they were. */
export function notWritten(said: string): string | undefined;
