export function buildVsix(file: string): Promise<string>;
