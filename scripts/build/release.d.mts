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
  readonly head: string;
  readonly tagAt: (url: string) => Tag;
}): string[];

/** Without a commit, the repository has no such tag. */
export interface Tag {
  readonly commit?: string | undefined;
  readonly error?: string;
}

export function tagOf(url: string, tag: string): Tag;

/** A bill of materials (CycloneDX) without tools; `beside` are packages beside the programs. */
export function shippedBill(text: string, beside: readonly string[]): string;
