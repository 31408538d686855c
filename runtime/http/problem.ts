/**
 * Errors as `application/problem+json` [RFC 9457] for clients that ask for JSON (`Accept`). All others, among them boards and `curl`, get
 * the same sentence as plain text.
 */

import { STATUS_CODES } from "node:http";
import { INTEGER, record, TEXT } from "./schema.ts";

export const PROBLEM_TYPE = "application/problem+json";

export const PROBLEM = record({ type: TEXT, title: TEXT, status: INTEGER, detail: TEXT });

interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The answer in the form that the client asked for. */
export function inAskedForm<Answer extends PlainAnswer>(accept: string | undefined, answer: Answer): Answer {
  const { status, headers, body } = answer;
  if (status < 400) return answer;
  const type = Object.keys(headers).find((name) => name.toLowerCase() === "content-type");
  if (body === null || type === undefined || !isPlainError(status, headers[type]) || !prefersJson(accept))
    return answer;
  return { ...answer, headers: { ...headers, [type]: PROBLEM_TYPE, Vary: "Accept" }, body: problemText(status, body) };
}

/** The same for a response of a route. */
export async function responseInAskedForm(accept: string | null, response: Response): Promise<Response> {
  const { status, headers } = response;
  if (!isPlainError(status, headers.get("Content-Type") ?? undefined) || !prefersJson(accept ?? undefined))
    return response;
  const own = new Headers(headers);
  own.delete("Content-Length");
  own.set("Content-Type", PROBLEM_TYPE);
  own.append("Vary", "Accept");
  return new Response(problemText(status, await response.text()), { status, headers: own });
}

function problemText(status: number, detail: string): string {
  return JSON.stringify({ type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, detail });
}

function isPlainError(status: number, type: string | undefined): boolean {
  return status >= 400 && type !== undefined && /^text\/plain\b/i.test(type);
}

const IS_JSON = /^application\/(?:[\w.+-]+\+)?json$/;

/** Whether the header names JSON, and no form of text that the client likes better. [RFC 9110, 12.5.1] */
function prefersJson(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes("json")) return false;
  const json = weightOf(accept, (name) => IS_JSON.test(name));
  return json > 0 && json >= weightOf(accept, (name) => name === "text/plain");
}

/** Whether an error may be a page: browsers name HTML. Others get a sentence, as text or as JSON. */
export function takesPage(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes("html")) return false;
  const page = weightOf(accept, (name) => name === "text/html" || name === "application/xhtml+xml");
  return page > 0 && page > weightOf(accept, (name) => IS_JSON.test(name));
}

/** How much the client wants these types, from 0 to 1. */
function weightOf(accept: string, is: (name: string) => boolean): number {
  const weights = accept.split(",").flatMap((range) => {
    const [name = "", ...parameters] = range.toLowerCase().split(";");
    const weight = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
    return is(name.trim()) ? [Number(weight ?? 1)] : [];
  });
  return Math.max(0, ...weights);
}
