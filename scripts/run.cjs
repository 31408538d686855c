// `node scripts/run.cjs FOLDER/SCRIPT [ARGUMENT …]`: runs scripts/FOLDER/SCRIPT.mjs, on a Node that is new enough for it.
// Plain ECMAScript 5, since a Node that is too old has to read as far as the sentence that says so.
"use strict";

var path = require("path");
// Older than those of `engines`, which are supported: Node 20 has ended, and still works.
var oldest = ["20", "19"];
var version = process.versions.node.split(".");

if (Number(version[0]) < Number(oldest[0]) || (version[0] === oldest[0] && Number(version[1]) < Number(oldest[1]))) {
  console.error(
    "structline: needs Node " + oldest[0] + "." + oldest[1] + " or newer; this is Node " + process.versions.node + " (https://nodejs.org)"
  );
  process.exit(1);
}
// Read with the first file that is read beside the main thread: programs that begin as modules have read theirs by then.
process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || "8";
var script = path.join(__dirname, process.argv[2] + ".mjs");
process.argv.splice(1, 2, script);
require("./import.cjs")(script);
