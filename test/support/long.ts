/** What `npm test` leaves to `npm run test:long`, which CI runs beside it. A whole file of that kind is named `*.long.test.ts`. */

const isLong = process.env["STRUCTLINE_TESTS"] === "long";

/** For `skip` of a test that takes many seconds of processor, where another test shows the same in fewer. */
export const onlyLong: false | string = isLong ? false : "takes long; 'npm run test:long' runs it";

/** The rounds of a random test. */
export function rounds(few: number, many: number): number {
  return isLong ? many : few;
}
