/** Converts errors to HTTP answers [D20]: plain text, one status for each reason. */

import type { DirectAnswer } from "../../http/direct.ts";
import { ACCESS_ERROR, type RejectionCode, TelemetryError } from "../../model/error-signal.ts";
import { plainErrorFirst } from "../../model/plain-error.ts";
import type { HttpAccess } from "./access.ts";
import { ALLOWED_METHODS } from "./cors.ts";
import type { Watch } from "./request-body.ts";

/** A request refused by access control. */
class Forbidden extends TelemetryError {
  readonly reason: "unauthenticated" | "forbidden";

  constructor(reason: "unauthenticated" | "forbidden", realm: string) {
    const message = reason === "forbidden" ? `Access to realm '${realm}' is denied` : "Credentials are required";
    super(message, { name: ACCESS_ERROR, code: "forbidden" });
    this.reason = reason;
  }
}

/** An error that intake has already signalled and kept. */
export class Signalled extends Error {
  readonly reason: TelemetryError;

  constructor(reason: TelemetryError) {
    super(reason.message, { cause: reason });
    this.name = "Signalled";
    this.reason = reason;
  }
}

/** Where a request writes. */
interface Place {
  readonly realm: string;
  readonly database: string;
}

/** @throws Forbidden if the request may not write there */
export function checkWriting(access: HttpAccess | undefined, request: object, { realm, database }: Place): void {
  const outcome = access?.mayWrite(request, realm, database) ?? "allowed";
  if (outcome !== "allowed") throw new Forbidden(outcome, realm);
}

/** Aborts a body with the reason once its sender may no longer write. */
export function watchWriting(access: HttpAccess | undefined, request: object, place: Place | undefined): Watch {
  if (access === undefined || place === undefined) return () => () => {};
  const { realm, database } = place;
  const outcome = () => access.mayWrite(request, realm, database);
  return (fail) => {
    const end = () => {
      const now = outcome();
      fail(new Forbidden(now === "allowed" ? "unauthenticated" : now, realm));
    };
    return access.follow(request, { isAllowed: () => outcome() === "allowed", end });
  };
}

export function failure(error: TelemetryError, more: Readonly<Record<string, string>> = {}): DirectAnswer {
  const status = statusOf(error);
  const headers: Record<string, string> = { ...more, "Content-Type": "text/plain; charset=utf-8" };
  if (status === 401) headers["WWW-Authenticate"] = 'Basic realm="structline", charset="UTF-8"';
  if (status === 405) headers["Allow"] = ALLOWED_METHODS;
  if (status === 503) headers["Retry-After"] = "5";
  // The rest of the body is not read, so the connection cannot be reused.
  if ([401, 403, 408, 413].includes(status)) headers["Connection"] = "close";
  return { status, headers, body: plainErrorFirst(error.message) };
}

export function responseOf({ status, headers, body }: DirectAnswer): Response {
  return new Response(body, { status, headers });
}

function statusOf(error: TelemetryError): number {
  if (error instanceof Forbidden) return error.reason === "forbidden" ? 403 : 401;
  return STATUS[error.code] ?? 400;
}

const STATUS: Readonly<Partial<Record<RejectionCode, number>>> = {
  "unknown-address": 404,
  "unknown-realm": 404,
  "wrong-method": 405,
  incomplete: 408,
  "too-large": 413,
  "no-content-type": 415,
  "unknown-content-type": 415,
  forbidden: 403,
  unavailable: 503,
};
