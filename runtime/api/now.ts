/** The wall clock for reading: unlike times of receipt, it need not be strictly increasing. */

/** Nanoseconds since 1970 (UTC), to the millisecond. */
export function nowNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
