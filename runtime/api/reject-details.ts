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
  /** Address of the node that has it, where that is another one: there it is shown, tried again, and dropped. */
  readonly node?: string;
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
