/** `npm run demo [-- --config FILE]`: `npm start`, and a simulated rig beside it. */

await import("./start.mjs");
await import("../dist/demo.js");
