/** Files that drawing needs beside the programs: the page's colours, and the font of a PNG (Roboto, Apache-2.0). */
export const FILES = {
  "runtime/dashboards/page/browser/style.css": "picture/style.css",
  "node_modules/roboto-fontface/fonts/roboto/Roboto-Regular.woff2": "picture/Roboto-Regular.woff2",
  "node_modules/roboto-fontface/LICENSE": "picture/Roboto-LICENSE",
};
