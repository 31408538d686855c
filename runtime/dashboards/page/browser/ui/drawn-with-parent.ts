/**
 * What draws a component with state draws it, too. The signals' own rule leaves it undrawn while its properties are the same objects, and
 * much that is shown is in objects that change. No DOM.
 */

import { Component } from "preact";
import "@preact/signals";

const ruleOfSignals = Component.prototype.shouldComponentUpdate!;

Component.prototype.shouldComponentUpdate = function (this: Component, ...next): boolean {
  // Preact's name for a component's hooks.
  return "__H" in this || ruleOfSignals.apply(this, next);
};
