// biome-ignore-all lint/correctness/noPrecisionLoss: digits as published
// biome-ignore-all lint/style/useExponentiationOperator: it is what mathjs calls
/** Special functions, by mathjs's approximations and in its order of operations. */

import { ruleProduct } from "./integers.ts";
import { ruleNear } from "./rounding.ts";

/** Gamma function: a product for whole numbers, Lanczos's approximation, above 85 Stirling's. */
export function ruleGamma(n: number): number {
  if (Number.isInteger(n)) {
    if (n <= 0 || n > 171) return Infinity;
    return ruleProduct(1, n - 1);
  }
  if (n < 0.5) return Math.PI / (Math.sin(Math.PI * n) * ruleGamma(1 - n));
  if (n >= 171.35) return Infinity;
  if (n > 85) {
    const n2 = n * n;
    const n3 = n2 * n;
    const n4 = n3 * n;
    const n5 = n4 * n;
    const series =
      1 +
      1 / (12 * n) +
      1 / (288 * n2) -
      139 / (51840 * n3) -
      571 / (2488320 * n4) +
      163879 / (209018880 * n5) +
      5246819 / (75246796800 * n5 * n);
    return Math.sqrt((2 * Math.PI) / n) * Math.pow(n / Math.E, n) * series;
  }
  const z = n - 1;
  let sum = 0.9999999999999971;
  let index = 0;
  for (const term of [
    57.15623566586292, -59.59796035547549, 14.136097974741746, -0.4919138160976202, 0.00003399464998481189,
    0.00004652362892704858, -0.00009837447530487956, 0.0001580887032249125, -0.00021026444172410488,
    0.0002174396181152126, -0.0001643181065367639, 0.00008441822398385275, -0.000026190838401581408,
    0.0000036899182659531625,
  ]) {
    index += 1;
    sum += term / (z + index);
  }
  const t = z + 4.7421875 + 0.5;
  return Math.sqrt(2 * Math.PI) * Math.pow(t, z + 0.5) * Math.exp(-t) * sum;
}

/** Factorial, by the gamma function between whole numbers; NaN for a negative number. */
export function ruleFactorial(n: number): number {
  return n < 0 ? NaN : ruleGamma(n + 1);
}

/** Logarithm of the gamma function by Lanczos's approximation; NaN for a negative number. */
export function ruleLgamma(n: number): number {
  if (n < 0) return NaN;
  if (n === 0) return Infinity;
  if (!Number.isFinite(n)) return n;
  if (n < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * n)) - ruleLgamma(1 - n);
  const z = n - 1;
  const base = z + 5 + 0.5;
  let sum = 1.000000000190015;
  sum += -0.5395239384953e-5 / (z + 6);
  sum += 0.1208650973866179e-2 / (z + 5);
  sum += -1.231739572450155 / (z + 4);
  sum += 24.01409824083091 / (z + 3);
  sum += -86.50532032941677 / (z + 2);
  sum += 76.18009172947146 / (z + 1);
  return 0.9189385332046728 + (z + 0.5) * Math.log(base) - base + Math.log(sum);
}

/** Error function by Cody's rational approximations. */
export function ruleErf(x: number): number {
  const y = Math.abs(x);
  if (y >= 9007199254740992) return Math.sign(x);
  if (y <= 0.46875) return Math.sign(x) * ruleErfSmall(y);
  return Math.sign(x) * (1 - (y <= 4 ? ruleErfcMiddle(y) : ruleErfcLarge(y)));
}

function ruleErfSmall(y: number): number {
  const square = y * y;
  let over = 0.18577770618460315 * square;
  let under = square;
  for (const [p, q] of [
    [3.1611237438705655, 23.601290952344122],
    [113.86415415105016, 244.02463793444417],
    [377.485237685302, 1282.6165260773723],
  ] as const) {
    over = (over + p) * square;
    under = (under + q) * square;
  }
  return (y * (over + 3209.3775891384694)) / (under + 2844.236833439171);
}

function ruleErfcMiddle(y: number): number {
  let over = 2.1531153547440385e-8 * y;
  let under = y;
  for (const [p, q] of [
    [0.5641884969886701, 15.744926110709835],
    [8.883149794388377, 117.6939508913125],
    [66.11919063714163, 537.1811018620099],
    [298.6351381974001, 1621.3895745666903],
    [881.952221241769, 3290.7992357334597],
    [1712.0476126340707, 4362.619090143247],
    [2051.0783778260716, 3439.3676741437216],
  ] as const) {
    over = (over + p) * y;
    under = (under + q) * y;
  }
  return ruleErfcScale(y) * ((over + 1230.3393547979972) / (under + 1230.3393548037495));
}

function ruleErfcLarge(y: number): number {
  const square = 1 / (y * y);
  let over = 0.016315387137302097 * square;
  let under = square;
  for (const [p, q] of [
    [0.30532663496123236, 2.568520192289822],
    [0.36034489994980445, 1.8729528499234604],
    [0.12578172611122926, 0.5279051029514285],
    [0.016083785148742275, 0.06051834131244132],
  ] as const) {
    over = (over + p) * square;
    under = (under + q) * square;
  }
  const result = (square * (over + 0.0006587491615298378)) / (under + 0.0023352049762686918);
  return ruleErfcScale(y) * ((0.5641895835477563 - result) / y);
}

function ruleErfcScale(y: number): number {
  const rough = Math.trunc(y * 16) / 16;
  return Math.exp(-rough * rough) * Math.exp(-((y - rough) * (y + rough)));
}

/** Riemann's zeta function by Borwein's algorithm with 20 terms; NaN at 1. */
export function ruleZeta(s: number): number {
  if (ruleNear(s, 0)) return -0.5;
  if (ruleNear(s, 1)) return NaN;
  if (!Number.isFinite(s)) return s < 0 ? NaN : 1;
  if (s > -9.5) return ruleZetaSum(s);
  const factor = Math.pow(2, s) * Math.pow(Math.PI, s - 1) * Math.sin((Math.PI / 2) * s) * ruleGamma(1 - s);
  return factor * ruleZetaSum(1 - s);
}

function ruleZetaSum(s: number): number {
  let sum = 0;
  let k = 0;
  let sign = -1;
  for (const weight of [
    1023286908188756, 1023286908187976, 1023286908081596, 1023286902463696, 1023286745563236, 1023284067795063.9,
    1023253638611083.9, 1023010205139103.9, 1021586119327923.9, 1015331311059143.9, 994328323293403.9,
    939775108317423.9, 829482738909443.9, 655729836949784, 443365178999083.9, 244181775679808, 103628970918228,
    31473520345448.004, 6047313953148, 549755814288,
  ]) {
    k += 1;
    sign = -sign;
    sum += (sign * weight) / Math.pow(k, s);
  }
  return (1 / (1023286908188736.9 * (1 - Math.pow(2, 1 - s)))) * sum;
}
