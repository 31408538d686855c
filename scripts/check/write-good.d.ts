declare module "write-good" {
  function writeGood(
    text: string,
    checks?: Readonly<Record<string, boolean>>,
  ): { readonly index: number; readonly offset: number; readonly reason: string }[];
  export = writeGood;
}
