/** The page: what one typed goes to the worker, and its answer is shown. Texts of headers are never markup. */

const ABIS = [
  ...["arm-eabi", "arm-eabi-clang", "avr", "xtensa", "riscv32", "riscv64", "msp430", "sdcc"],
  ...["x86-64", "i386", "aarch64", "msvc-x64", "mingw-x64"],
];
const EXAMPLE = `#include <stdint.h>

// What the tank's board sends.
struct struct_tank {
  uint8_t  length;
  uint8_t  ID;
  uint16_t level;   // @rule: expr=level / 10; unit=mm; warn=..900
  int32_t  energy;  // @rule: unit=J
} tank = {8, 1};
`;
const START = { header: EXAMPLE, abi: "arm-eabi", order: "little", messages: "", message: "08 01 e8 03 39 30 00 00" };
/** A header that takes longer is given up, in ms. */
const PATIENCE_MS = 20_000;
const SETTLE_MS = 150;

const element = (id) => document.getElementById(id);
const fields = ["header", "abi", "order", "messages", "message"];
let worker;
let asked = 0;
let timer;
let patience;
let answer;
let tab = "layout";

element("state").textContent = "Loading the compiler …";
element("abi").append(...ABIS.map((name) => new Option(name)));
fill(await fromFragment());
for (const name of fields) element(name).addEventListener("input", changed);
element("link").addEventListener("click", copyLink);
addEventListener("hashchange", async () => fill(await fromFragment()));
compile();

function fill(values) {
  for (const name of fields) element(name).value = values[name];
  if (worker !== undefined) compile();
}

function input() {
  return Object.fromEntries(fields.map((name) => [name, element(name).value]));
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(compile, SETTLE_MS);
}

function compile() {
  worker ??= startWorker();
  asked += 1;
  clearTimeout(patience);
  patience = setTimeout(giveUp, PATIENCE_MS);
  worker.postMessage({ number: asked, ...input() });
}

function startWorker() {
  const started = new Worker("worker.js", { type: "module" });
  started.addEventListener("message", ({ data }) => {
    if (data.number !== asked) return;
    clearTimeout(patience);
    answer = data;
    show();
  });
  return started;
}

function giveUp() {
  worker.terminate();
  worker = undefined;
  element("state").textContent = "The header takes too long to compile.";
}

const TABS = [
  ["layout", "Layout"],
  ["lua", "Wireshark"],
  ["ksy", "Kaitai"],
  ["py", "Python"],
  ["ts", "TypeScript"],
];

function show() {
  const { problem, report, structs = [], files = {} } = answer;
  const fine = problem === undefined && structs.length > 0;
  element("state").textContent =
    problem ?? (fine ? `${structs.length} message${structs.length === 1 ? "" : "s"}` : "The header has errors.");
  element("report").hidden = report === "";
  element("report").textContent = report;
  element("decoded").replaceChildren(...decodedRows());
  element("tabs").replaceChildren(...(fine ? TABS.map(tabButton) : []));
  const text = document.createElement("pre");
  text.textContent = files[tab] ?? "";
  element("shown").replaceChildren(...(fine ? (tab === "layout" ? structs.flatMap(layout) : [text]) : []));
}

function tabButton([name, title]) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = title;
  button.setAttribute("role", "tab");
  button.setAttribute("aria-selected", String(name === tab));
  button.addEventListener("click", () => {
    tab = name;
    show();
  });
  return button;
}

function decodedRows() {
  const { decoded } = answer;
  if (decoded === undefined) return [];
  if (decoded.reason !== undefined) return [textOf("p", `Not decoded: ${decoded.reason}`)];
  const rows = decoded.values.map(({ column, raw, value, unit }) => [column, raw, value, unit]);
  return [textOf("h2", decoded.name), table(["stored as", "raw", "value", "unit"], rows)];
}

function layout({ name, id, size, fields: all }) {
  const rows = all.map(({ path, ctype, place, column, unit, expr }) => [path, ctype, place, column, expr, unit]);
  return [
    textOf("h2", `${name}: ID ${id}, ${size} bytes`),
    table(["field", "type", "bytes", "stored as", "rule", "unit"], rows),
  ];
}

function table(head, rows) {
  const made = document.createElement("table");
  for (const [index, cells] of [head, ...rows].entries()) {
    const row = made.insertRow();
    for (const cell of cells) row.append(textOf(index === 0 ? "th" : "td", cell ?? ""));
  }
  return made;
}

function textOf(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** The link's fragment, which browsers do not send, holds all fields. */
async function copyLink() {
  const bytes = new Uint8Array(
    await new Response(through(JSON.stringify(input()), new CompressionStream("deflate-raw"))).arrayBuffer(),
  );
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  history.replaceState(null, "", `#${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`);
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  element("linked").textContent = copied ? "copied" : "it is in the address bar";
}

async function fromFragment() {
  try {
    const text = atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    if (text === "") return START;
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const given = JSON.parse(await new Response(through(bytes, new DecompressionStream("deflate-raw"))).text());
    return Object.fromEntries(
      fields.map((name) => [name, typeof given[name] === "string" ? given[name] : START[name]]),
    );
  } catch {
    element("state").textContent = "The link is damaged.";
    return START;
  }
}

function through(content, stream) {
  return new Blob([content]).stream().pipeThrough(stream);
}
