/** Refuses a request: over HTTP, the answer is the status and the sentence. */
export class RequestError<Status extends RequestStatus = RequestStatus> extends Error {
  readonly status: Status;

  constructor(message: string, status: Status, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

type RequestStatus = 400 | 403 | 404 | 409 | 501 | 503;
