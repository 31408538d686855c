/** A table that exceeds the format: a header message holds at most 64 kB. [IV.A.1.b] */
export class TooLargeForHdf5 extends Error {
  override readonly name = "TooLargeForHdf5";
}
