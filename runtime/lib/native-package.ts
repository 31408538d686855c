/** Packages with a part that is compiled for each system, and that some systems lack. */

/** @throws Error, one sentence, if the package or its compiled part is not here */
export async function nativePackage<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(doesNotLoad(name, cause), { cause });
  }
}

/** The sentence, with the loader's own reason. */
export function doesNotLoad(name: string, cause: unknown): string {
  const [reason = ""] = String(cause instanceof Error ? cause.message : cause).split("\n");
  const place = `${process.platform}-${process.arch}${musl()}`;
  return `the package ${name} does not load on ${place} (${reason}): docs/systems.md lists what runs where`;
}

/** Some compiled parts need glibc, whose version Node reports where there is one. */
function musl(): string {
  if (process.platform !== "linux") return "";
  const { header } = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? " without glibc (musl)" : "";
}
