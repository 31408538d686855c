/** A text that all nodes of a cluster have, each with its own copy. */
export interface SharedText {
  /** `hear` is called with what it is, at first and when it changes; undefined: nobody has written any. Once only. */
  follow(hear: (text: string | undefined) => void): void;
  /**
   * Calls `next` with what it is, and again where another node was first; resolves when the servers have it.
   * @throws Error when they do not answer
   */
  change(next: (text: string | undefined) => string): Promise<void>;
}
