// What the executables hand over to: the bundled program of their name, or one that such a program starts beside itself.
"use strict";

const { basename, dirname } = require("node:path");
const { pathToFileURL } = require("node:url");

// A link has its own name in argv0 only; anyone who starts a program may give it any other.
const names = [process.argv0, process.execPath].map((path) => basename(path, ".exe"));
const program = names.find((name) => name === "channel-message") ?? "structline";
const started = process.argv[2];
const isOurs = started !== undefined && started.endsWith(".js") && dirname(started) === __dirname;
const file = isOurs ? started : `${__dirname}/${program}.cjs`;
// As `node FILE ARGUMENT …` has it.
process.argv.splice(1, isOurs ? 2 : 1, file);
import(pathToFileURL(file)).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
