/** The form of rejected messages in answers of `/rejects`. */

/** Maximum number of letters in one request, or answer. */
export const MOST_LETTERS = 100_000;

/** A letter in `GET /rejects`. */
export interface RejectSummary {
  readonly id: number;
  /** Time of receipt, ISO 8601. */
  readonly time: string;
  readonly source: string;
  readonly address: string;
  readonly sender: string;
  readonly code: string;
  /** In our own words. */
  readonly message: string;
  readonly bytes: number;
  /** The store that could not accept it, if there are several; absent if it never reached a store. */
  readonly output?: string;
}

/** The answer of `GET /rejects`. */
export interface RejectList {
  /** Newest last. */
  readonly rejects: readonly RejectSummary[];
  /** Why the list may be incomplete: one sentence. */
  readonly missing?: string;
}

export interface RejectFilter {
  readonly limit: number;
  readonly address?: string;
  readonly code?: string;
}

/** The answer of `GET /rejects/<id>`. */
export interface RejectDetails extends RejectSummary {
  readonly contentType: string;
  /** The `message` of the error signal, in the words of the database or the parser. */
  readonly signal: string;
  readonly type: string;
  readonly description: string;
  /** UTF-8 text, or hexadecimal digits after `0x`. */
  readonly payload: string;
  /** For frames of channels: the meaning of the bytes, and guesses why they do not decode. */
  readonly explanation?: string;
}
