/** What draws the page's components, without its declarations: these would bring those of a browser into all of the program. */

export { signal } from "@preact/signals";
export { createElement, render } from "preact";
export { useState } from "preact/hooks";
export * from "../../runtime/dashboards/page/browser/ui/drawn-with-parent.ts";
