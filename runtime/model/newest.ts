/**
 * What "newest" means, for everybody who shows one value as the present one: up to now. A row with a time ahead, from a clock that is
 * set wrong, is stored and listed, but does not hide the rows that come after it until its time has come.
 */

/** Clocks of machines that set them by the network differ by less. */
const TOLERANCE_NS = 1_000_000_000n;

/** The end (exclusive) of the range in which the newest stored row is looked for. */
export function newestBefore(nowNs: bigint): bigint {
  return nowNs + TOLERANCE_NS;
}

/** When a received row counts: at its time, or at its receipt if that is earlier. Hot path. */
export function momentOf(timeNs: bigint, receivedNs: bigint): bigint {
  return receivedNs < timeNs ? receivedNs : timeNs;
}
