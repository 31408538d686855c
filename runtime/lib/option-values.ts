/** All values of an option that may be repeated: `--set a.b=1 --set=c.d=2`. */
export function optionValues(argv: readonly string[], option: string): string[] {
  return argv.flatMap((word, index) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    return word === option ? (argv[index + 1] ?? []) : [];
  });
}
