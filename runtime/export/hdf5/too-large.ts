/** A table that the format has no room for: a message of a header holds 64 kB. [IV.A.1.b] */
export class TooLargeForHdf5 extends Error {
  override readonly name = "TooLargeForHdf5";
}
