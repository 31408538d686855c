export function objections(facts: {
  readonly version: string;
  readonly changelog: string;
  readonly tags: readonly string[];
  readonly status: string;
  readonly manifests: readonly {
    readonly name: string;
    readonly version: string;
    readonly repository?: { readonly url: string };
  }[];
}): string[];
