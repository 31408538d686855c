declare module "nspell" {
  function nspell(dictionary: { readonly aff: Uint8Array; readonly dic: Uint8Array }): {
    correct(word: string): boolean;
    add(word: string): void;
  };
  export = nspell;
}
