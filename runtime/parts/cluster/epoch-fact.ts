/** The key of a decoding epoch's text among the facts of the cluster. */
export function epochFact(epoch: number): string {
  return `epoch/${epoch}`;
}
