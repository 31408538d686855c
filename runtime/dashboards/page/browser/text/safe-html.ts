/** Converts simple HTML to elements and leaves out everything else. */

import DOMPurify from "dompurify";

const ALLOWED_TAGS = ["a", "b", "i", "em", "strong", "code", "br", "p", "ul", "ol", "li"];

/** Links go to other web applications, never into this page. */
function openLinksElsewhere(node: Element): void {
  if (node.tagName !== "A") return;
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer");
}

DOMPurify.addHook("afterSanitizeAttributes", openLinksElsewhere);

export function safeHtml(text: string): DocumentFragment {
  return DOMPurify.sanitize(text, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ["href"],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    RETURN_DOM_FRAGMENT: true,
  });
}
