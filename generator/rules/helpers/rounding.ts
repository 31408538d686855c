/** Rounding as mathjs does it: within a relative 1e-12 of a whole number counts as that number. */

/** Equal within mathjs's tolerance: relative 1e-12, absolute 1e-15. */
export function ruleNear(a: number, b: number): boolean {
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= Math.max(1e-12 * Math.max(Math.abs(a), Math.abs(b)), 1e-15);
}

/** Rounds the shortest decimal form of x half away from zero; NaN unless places is a whole number from 0 to 15. */
export function rulePlaces(x: number, places: number): number {
  if (!Number.isInteger(places) || places < 0 || places > 15) return NaN;
  if (!Number.isFinite(x)) return x;
  const [mantissa = "", exponent = ""] = Math.abs(x).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const kept = Number(exponent) + 1 + places;
  let size = 0;
  if (kept >= digits.length) size = Math.abs(x);
  else if (kept >= 0) {
    const up = digits.charCodeAt(kept) >= 53 ? 1n : 0n;
    size = Number(`${BigInt(digits.slice(0, kept)) + up}e${-places}`);
  }
  return x < 0 ? -size : size;
}

/** Rounds half away from zero. */
export function ruleRound(x: number): number {
  const size = Math.abs(x);
  const below = Math.floor(size);
  const half = below + 0.5;
  const up = size >= half || (half - size < 1e-11 && rulePlaces(size, 12) === half && ruleNear(size, half));
  const rounded = up && below !== size ? below + 1 : below;
  return x < -1e-15 ? -rounded : rounded;
}

/** Rounds half away from zero to decimal places. */
export function ruleRoundTo(x: number, places: number): number {
  if (places >= 12) return rulePlaces(x, places);
  const near = rulePlaces(x, 12);
  return rulePlaces(ruleNear(x, near) ? near : x, places);
}

/** Largest whole number not above x. */
export function ruleFloor(x: number): number {
  const below = Math.floor(x);
  const above = Math.ceil(x) + 0;
  return below !== above && ruleNear(x, above) && !ruleNear(x, below) ? above : below;
}

/** Largest number of the given decimal places not above x. */
export function ruleFloorTo(x: number, places: number): number {
  if (!Number.isInteger(places) || places < 0 || places > 15) return NaN;
  const shift = 10 ** places;
  return ruleFloor(x * shift) / shift;
}

/** Smallest whole number not below x. */
export function ruleCeil(x: number): number {
  const below = Math.floor(x);
  const above = Math.ceil(x);
  return below !== above && ruleNear(x, below) && !ruleNear(x, above) ? below : above;
}

/** Smallest number of the given decimal places not below x. */
export function ruleCeilTo(x: number, places: number): number {
  if (!Number.isInteger(places) || places < 0 || places > 15) return NaN;
  const shift = 10 ** places;
  return ruleCeil(x * shift) / shift;
}

/** Rounds towards zero. */
export function ruleFix(x: number): number {
  return x > 0 ? ruleFloor(x) : ruleCeil(x);
}

/** Rounds towards zero to decimal places. */
export function ruleFixTo(x: number, places: number): number {
  return x > 0 ? ruleFloorTo(x, places) : ruleCeilTo(x, places);
}
