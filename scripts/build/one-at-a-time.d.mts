/** Runs `work` while no other process runs something with the same lock. */
export function oneAtATime<Result>(lock: string, work: () => Promise<Result>): Promise<Result>;
