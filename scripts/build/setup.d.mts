/** True if the packages below `root` match the lock file and are complete. */
export function packagesFit(root?: string): boolean;
