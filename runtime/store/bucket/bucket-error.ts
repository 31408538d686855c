/** Errors of a bucket's server, as sentences that say what to do. */

/** Codes of S3 → explanation. [Amazon S3 API Reference, Error responses] */
const REASONS: Readonly<Record<string, string>> = {
  AccessDenied: "access is denied; the key needs to list the bucket, and to get, put and delete its objects",
  AuthorizationHeaderMalformed: "the region is wrong; see [store] region",
  IllegalLocationConstraintException: "the region is wrong; see [store] region",
  InvalidAccessKeyId: "the access key is not known; see AWS_ACCESS_KEY_ID, or [store] credentials",
  ExpiredToken: "the session's token has expired; see AWS_SESSION_TOKEN, or [store] credentials",
  NoSuchBucket: "there is no such bucket; make it, or name another one",
  PermanentRedirect: "the bucket is in another place; see [store] region and endpoint",
  RequestTimeTooSkewed: "this machine's clock is wrong",
  SignatureDoesNotMatch: "the secret key is wrong; see AWS_SECRET_ACCESS_KEY, or [store] credentials",
};

/** The bucket's server refuses; if it is away, the error is `DatabaseAway`. */
export class BucketError extends Error {
  override readonly name = "BucketError";
}

/** @param code from the server; nothing else of its answer is shown */
export function refusal(status: number, code: string | undefined): string {
  const known = code !== undefined && /^[A-Za-z]{1,60}$/.test(code) ? code : undefined;
  const reason = known === undefined ? undefined : REASONS[known];
  const answer = known === undefined ? `HTTP ${status}` : `${known}, HTTP ${status}`;
  if (reason !== undefined) return `${reason} (${answer})`;
  if (status >= 300 && status < 400) return `the server redirects, see [store] region and endpoint (${answer})`;
  return `the server refuses (${answer})`;
}
