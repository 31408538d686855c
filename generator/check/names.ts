/** Checks that no header declares two message structs of one name. */

import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { MessageDeclaration } from "../messages/message.ts";

/** Different headers may declare structs of the same name [D2]: they have different IDs. */
export function checkNames(messages: readonly MessageDeclaration[]): Diagnostic[] {
  const first = new Map<string, MessageDeclaration>();
  const found: Diagnostic[] = [...differingByCase(messages)];
  for (const message of messages) {
    const key = `${message.span.file}\n${message.name}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, message);
    else if (other.record !== message.record)
      found.push(
        report(MESSAGES, "E409", message.span, { name: message.name }, [
          { span: other.span, message: "first declared here" },
        ]),
      );
  }
  return found;
}

function* differingByCase(messages: readonly MessageDeclaration[]): Generator<Diagnostic> {
  const first = new Map<string, MessageDeclaration>();
  for (const message of messages) {
    const key = message.name.toLowerCase();
    const other = first.get(key);
    if (other === undefined) first.set(key, message);
    else if (other.name !== message.name)
      yield report(MESSAGES, "W420", message.span, { name: message.name, other: other.name }, [
        { span: other.span, message: "declared here" },
      ]);
  }
}
