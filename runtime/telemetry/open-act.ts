/** What goes on for a while because somebody may: a connection, an upload, an answer that is read slowly. */
export interface OpenAct {
  /** Asked whenever credentials or permissions changed. */
  isAllowed(): boolean;
  /** Called once, when it is not allowed any more. */
  end(): void;
}

/** Ends the act as soon as whoever does it may not any more, and at once where that is so already. Gives what stops watching. */
export type Follow = (act: OpenAct) => () => void;

/** Where nobody is asked who they are. */
export const FOLLOW_NOTHING: Follow = () => () => {};
