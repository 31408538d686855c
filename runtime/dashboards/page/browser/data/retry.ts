/** When a request that failed is made again. No DOM. */

const FIRST_MS = 2000;
const LONGEST_MS = 30_000;

/** Twice as long after each failure, ms. @param failures in a row, from 1 */
export function retryMs(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
}
