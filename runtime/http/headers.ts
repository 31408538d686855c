import type { IncomingMessage } from "node:http";

/** A header's value by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

export function headerOf(request: IncomingMessage): HeaderOf {
  return (name) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
}
