declare module "fft.js" {
  class FFT {
    /** @param size a power of two */
    constructor(size: number);
    createComplexArray(): number[];
    realTransform(output: number[], input: readonly number[]): void;
  }
  export = FFT;
}
