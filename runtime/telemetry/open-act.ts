/** What goes on for a while because somebody may: a connection, an upload, an answer that is read slowly. */
export interface OpenAct {
  /** Asked whenever credentials or permissions changed. */
  isAllowed(): boolean;
  /** Called once, when it is not allowed any more. */
  end(): void;
}

/** Ends the act as soon as its permission is withdrawn, at once if it is already. Returns a function that stops watching. */
export type Follow = (act: OpenAct) => () => void;

/** Where nobody is asked who they are. */
export const FOLLOW_NOTHING: Follow = () => () => {};
