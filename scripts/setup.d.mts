/** Whether what is installed below `root` is what its lock file asks for, and whole. */
export function packagesFit(root?: string): boolean;
