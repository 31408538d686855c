/** The text of a decoding epoch among the facts that all nodes of a cluster have. */
export function epochFact(epoch: number): string {
  return `epoch/${epoch}`;
}
