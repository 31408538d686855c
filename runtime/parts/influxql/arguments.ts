/** Arguments of functions behind the first one. */

import type { AggregateName, TransformationName } from "./statement.ts";
import { InfluxqlError, type Token } from "./tokens.ts";

const MOST_VALUES_OF_AN_AVERAGE = 1000;

/** A transformation's second argument. @throws InfluxqlError */
export function parameterOf(of: TransformationName, token: Token | undefined): number | bigint | undefined {
  if (of === "moving_average") {
    const values = token?.kind === "number" ? Number(token.text) : Number.NaN;
    if (Number.isInteger(values) && values >= 2 && values <= MOST_VALUES_OF_AN_AVERAGE) return values;
    throw new InfluxqlError(`moving_average() is over 2 to ${MOST_VALUES_OF_AN_AVERAGE} values`);
  }
  if (token === undefined) return undefined;
  const hasUnit = of === "elapsed" || of.endsWith("derivative");
  if (token.kind === "duration" && token.ns !== 0n && hasUnit) return token.ns;
  throw new InfluxqlError(`the second argument of ${of}() is not valid`);
}

export function aggregateParameter(of: AggregateName, token: Token | undefined): bigint | number {
  if (of === "integral" && token?.kind === "duration" && token.ns !== 0n) return token.ns;
  if (of === "percentile" && token?.kind === "number") return Number(token.text);
  const isOfRows = (of === "top" || of === "bottom") && token?.kind === "number" && /^[1-9]\d{0,5}$/.test(token.text);
  if (isOfRows) return Number(token.text);
  throw new InfluxqlError(`an argument of ${of}() is not valid`);
}

export function checkArguments(
  of: AggregateName,
  parameter: bigint | number | undefined,
  tags: readonly string[],
): void {
  const isOfRows = of === "top" || of === "bottom";
  if (tags.length > 0 && !isOfRows) throw new InfluxqlError(`${of}() takes one field`);
  if (isOfRows && parameter === undefined) throw new InfluxqlError(`${of}() needs a number of rows, like ${of}(f, 3)`);
  if (of === "percentile" && parameter === undefined)
    throw new InfluxqlError("percentile() needs a percentage, like percentile(f, 95)");
}
