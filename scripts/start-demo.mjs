/** `npm run demo [-- --config FILE]`: `npm start`, and a simulated rig beside it; what it sends goes to a folder of its own. */

process.env["SVC_DATA"] ||= "data/demo";
await import("./start.mjs");
await import("../dist/demo.js");
