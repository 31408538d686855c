#!/usr/bin/env node
// What a shell starts, as structline and as channel-message. Two reads and a write of DuckDB take three of the four threads that there
// are by default in the pool for files, names and hashes; the journal needs one at once. The pool reads its size when it begins, with
// the first file that is read beside the main thread. A program that begins as a module has read its own text by then: this one has not.
"use strict";

// The file's own name, also where a link has another one.
var name = require("path").basename(__filename, ".cjs");
// Plain ECMAScript 5 as far as here: an older Node, such as Debian 12's 18, reads it and says what is wrong.
var version = process.versions.node.split(".");
if (Number(version[0]) < 20 || (version[0] === "20" && Number(version[1]) < 19)) {
  console.error(name + ": needs Node 20.19 or newer; this is Node " + process.versions.node + " (https://nodejs.org)");
  process.exit(1);
}
process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || "8";
// DuckDB's allocator on Linux: one place for freed memory instead of one for each thread of the pool that calls it.
process.env.DUCKDB_JE_MALLOC_CONF = process.env.DUCKDB_JE_MALLOC_CONF || "narenas:1";
// Node 22 and later keep what V8 compiled, here where the folder can be written: the next start takes three quarters of the processor.
// Codecs have another address with each change of their text, so that the folder begins anew when it has thousands of files: at most once
// a day, for services that have so many codecs.
var keepCompiled = require("module").enableCompileCache;
if (keepCompiled) {
  var compiled = require("path").join(__dirname, "compiled");
  try {
    var files = require("fs");
    // Its entries are below a folder of the version of Node, whose making was its last change.
    var isYoung = files.statSync(compiled).mtimeMs > Date.now() - 86400000;
    if (!isYoung && files.readdirSync(compiled, { recursive: true }).length > 5000) files.rmSync(compiled, { recursive: true });
  } catch (error) {
    // There is none yet, or it is not ours to change.
  }
  keepCompiled(compiled);
}
import("./" + name + "-program.js");
