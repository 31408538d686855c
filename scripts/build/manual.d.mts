export function manualFiles(version: string): Readonly<Record<string, string>>;
