/** `npm run demo [-- --config FILE]`: `npm start` with a simulated rig. Its data is stored in a separate folder. */

process.env["SVC_DATA"] ||= "data/demo";
await import("./start.mjs");
await import("../../dist/demo.js");
