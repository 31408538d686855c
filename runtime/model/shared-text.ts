/** A text that all nodes of a cluster share; each keeps a copy. */
export interface SharedText {
  /**
   * Calls `hear` with the current text and with every change; undefined: no node has written it yet. May be called only
   * once.
   */
  follow(hear: (text: string | undefined) => void): void;
  /**
   * Writes `next(current)`, and calls `next` again if another node was first. Resolves when the servers have it.
   * @throws Error if the servers do not answer
   */
  change(next: (text: string | undefined) => string): Promise<void>;
}
