/** Rejected messages as `/rejects` tells of them. */

/** What `GET /rejects` tells of a letter. */
export interface RejectSummary {
  readonly id: number;
  /** Time of receipt, ISO 8601. */
  readonly time: string;
  readonly source: string;
  readonly address: string;
  readonly sender: string;
  readonly code: string;
  readonly message: string;
  readonly bytes: number;
  /** Which of several stores could not take it; absent where it came to none. */
  readonly output?: string;
}

/** What `GET /rejects` tells. */
export interface RejectList {
  /** Newest last. */
  readonly rejects: readonly RejectSummary[];
  /** Why there may be more: one sentence. */
  readonly missing?: string;
}

export interface RejectFilter {
  readonly limit: number;
  readonly address?: string;
  readonly code?: string;
}

/** What `GET /rejects/<id>` tells. */
export interface RejectDetails extends RejectSummary {
  readonly contentType: string;
  readonly type: string;
  readonly description: string;
  /** UTF-8 text, or hexadecimal digits behind `0x`. */
  readonly payload: string;
  /** Frames of channels only: what the bytes are, and guesses why they do not decode. */
  readonly explanation?: string;
}
