#!/usr/bin/env node
// What a shell starts. Two reads and a write of DuckDB take three of the four threads that there are by default in the pool for
// files, names and hashes; the journal needs one at once. The pool reads its size when it begins, with the first file that is read
// beside the main thread. A program that begins as a module has read its own text by then: this one has not.
"use strict";

process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || "8";
import("./structline.js");
