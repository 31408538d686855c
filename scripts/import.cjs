// Apart from run.cjs, since a Node that is too old cannot even parse `import()`.
"use strict";

const { pathToFileURL } = require("node:url");

module.exports = (file) => import(pathToFileURL(file));
