export function buildPlayground(folder?: string): string;
