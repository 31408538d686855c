export const EMBEDDED_NODE: number;
export const EXECUTABLES: readonly string[];
export function buildBinary(out: string): Promise<void>;
