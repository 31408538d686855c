/** Leap seconds: TAI, GPS and the clocks of spacecraft count on, UTC does not. [IERS Bulletin C; none since 2017] */

const DATES = [
  ...["1972-01-01", "1972-07-01", "1973-01-01", "1974-01-01", "1975-01-01", "1976-01-01", "1977-01-01", "1978-01-01"],
  ...["1979-01-01", "1980-01-01", "1981-07-01", "1982-07-01", "1983-07-01", "1985-07-01", "1988-01-01", "1990-01-01"],
  ...["1991-01-01", "1992-07-01", "1993-07-01", "1994-07-01", "1996-01-01", "1997-07-01", "1999-01-01", "2006-01-01"],
  ...["2009-01-01", "2012-07-01", "2015-07-01", "2017-01-01"],
];
const NS = 1_000_000_000n;
/** From this UTC on, TAI is this much ahead, ns; the newest first. */
const STEPS = DATES.map((date, index) => ({
  fromNs: (BigInt(Date.parse(date)) / 1000n) * NS,
  aheadNs: BigInt(10 + index) * NS,
})).reverse();

/** How far TAI is ahead of this UTC, ns; 0 before 1972. */
export function taiAheadNs(utcNs: bigint): bigint {
  return STEPS.find(({ fromNs }) => utcNs >= fromNs)?.aheadNs ?? 0n;
}

/** @param taiNs since 1970-01-01 of TAI @returns ns since 1970 (UTC) */
export function utcOfTai(taiNs: bigint): bigint {
  return taiNs - (STEPS.find(({ fromNs, aheadNs }) => taiNs - aheadNs >= fromNs)?.aheadNs ?? 0n);
}
