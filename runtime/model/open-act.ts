/** A long-running action that needs a permission: a connection, an upload, a slow download. */
export interface OpenAct {
  /** Called whenever credentials or permissions changed. */
  isAllowed(): boolean;
  /** Called once when the action is no longer allowed. */
  end(): void;
}

/**
 * Ends the action as soon as its permission is withdrawn, or at once if it is already. Returns a function that stops
 * watching.
 */
export type Follow = (act: OpenAct) => () => void;

/** For a service without access control. */
export const FOLLOW_NOTHING: Follow = () => () => {};
