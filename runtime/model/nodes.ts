/** The nodes of a cluster that receive messages, as a part sees them. */

export interface Nodes {
  /** Identity of this node. */
  readonly self: string;
  /** The others, also those that were killed less than a minute ago. */
  list(): readonly string[];
  /** Whether the list has all of them: after a start, they become known within seconds. */
  readonly isComplete: boolean;
  /** What people call a node. */
  nameOf(node: string): string;
  /**
   * @returns its answer, as it is: it may be of another version
   * @throws RequestError the node's own refusal; Unreached if the node did not get the question; Error if that is unknown
   */
  ask(node: string, question: object, timeoutMs: number): Promise<unknown>;
  /** Answers other nodes' questions. A RequestError is passed on to the asker; after any other error nothing is answered. */
  answer(answerTo: (question: unknown) => Promise<unknown>): void;
  /** The node that has this key. @throws Error if the servers do not say */
  holderOf(key: string): Promise<string | undefined>;
  /**
   * Gives the key to a node, durably.
   * @param how `first`: unless another node has it; `newest`: instead of any earlier one
   * @returns the node that has it now
   */
  hold(key: string, node: string, how: "first" | "newest"): Promise<string>;
  /** Undefined until the servers gave this node a number. */
  numbering(): Numbering | undefined;
}

export interface Numbering {
  readonly number: number;
  /** How many nodes there may be. */
  readonly of: number;
}

/** The question certainly reached no node. */
export class Unreached extends Error {}
