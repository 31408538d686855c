/** What a container compares. [OMG XTCE 1.2] */

import { childAt, childrenOf, type Element } from "../shared/xml.ts";

export interface Comparison {
  readonly ref: string;
  readonly operator: string;
  readonly text: string;
  readonly isCalibrated: boolean;
}

/** All of them hold; or the name of an element that says something else. */
export function comparisonsIn(element: Element): (Comparison | string)[] {
  const { name, attributes, children } = element;
  if (["ComparisonList", "BooleanExpression", "ANDedConditions"].includes(name)) return children.flatMap(comparisonsIn);
  if (name === "Comparison") {
    const [ref = "", operator = "==", text = ""] = ["parameterRef", "comparisonOperator", "value"].map((each) =>
      attributes.get(each),
    );
    return [{ ref, operator, text, isCalibrated: isCalibrated(element) }];
  }
  const [parameter, second] = childrenOf(element, "ParameterInstanceRef");
  if (name === "Condition" && parameter !== undefined && second === undefined) {
    const ref = parameter.attributes.get("parameterRef") ?? "";
    const [operator = "==", text = ""] = ["ComparisonOperator", "Value"].map((each) =>
      childAt(element, each)?.text.trim(),
    );
    return [{ ref, operator, text, isCalibrated: isCalibrated(parameter) }];
  }
  // It says how to find containers, and compares nothing.
  return name === "NextContainer" ? [] : [name];
}

function isCalibrated({ attributes }: Element): boolean {
  return attributes.get("useCalibratedValue") !== "false";
}
