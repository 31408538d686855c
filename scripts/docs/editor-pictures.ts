/**
 * `npm run docs -- --picture editor`: takes the pictures of docs/editor.md: VS Code, served to a browser, with the extension installed.
 * Of its native modules none is built: it goes without logs, a search and a terminal.
 */

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { ROOT } from "../../test/support/lab.ts";
import { freePort } from "../../test/support/ports.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { until } from "../../test/support/until.ts";
import { npmCommand } from "../build/npm.mjs";
import { buildVsix } from "../build/vsix.mjs";
import { EDITOR_PICTURES, editorVersion } from "./editor-version.ts";
import { withVersion } from "./page-version.ts";

/** Has VS Code 1.99's server and page. */
const CODE = "code-server@4.99.4";
const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 8888\nwamp_topic = lab.rig\ninclude_path = .\nheader_files = rig.h\nabi = arm-eabi\ncflags = -x c\n";
const RELEASED = `#include <stdint.h>

// What the tank's board sends.
struct struct_tank {
    uint8_t  length;
    uint8_t  ID;
    uint16_t level;     // @rule: name=level; expr=level / 10; unit=mm; warn=..900
    uint8_t  mode;      // @rule: states=0=idle, 1=filling, 2=error
    int32_t  energy;    // @rule: unit=J
} tank = {12, 1};
`;
const EDITED = RELEASED.replace("uint16_t level; ", "uint32_t level; ").replace("{12, 1}", "{16, 1}");
const WRONG = EDITED.replace("uint32_t level", "uint33_t level");

const SETTINGS = {
  "structline.command": [process.execPath, join(ROOT, "dist/structline.cjs")],
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Default Light Modern",
  "window.commandCenter": false,
  "editor.minimap.enabled": false,
  "editor.hover.above": false,
  "git.enabled": false,
};
/** The row with the field that the pictures are about. */
const FIELD = ".view-line:has-text('@rule: name=level')";

const [folder, lab] = [temporaryFolder(), join(temporaryFolder(), "tank")];
const [npm = "npm", ...first] = npmCommand();
const install = (cwd: string, ...packages: string[]) =>
  execFileSync(npm, [...first, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=dev", ...packages], {
    cwd,
    stdio: "inherit",
  });
write(join(folder, "package.json"), "{}");
install(folder, CODE);
const code = join(folder, "node_modules/code-server/lib/vscode");
install(code);

write(join(folder, "user/User/settings.json"), JSON.stringify(SETTINGS));
write(join(lab, "channels.ini"), INI);
write(join(lab, "rig.h"), RELEASED);
for (const args of [
  ["init", "--quiet"],
  ["add", "."],
  ["commit", "--quiet", "--message=v1"],
])
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.org", ...args], { cwd: lab });

const place = ["--user-data-dir", "user", "--extensions-dir", "extensions", "--server-data-dir", "server"];
const program = join(code, "out/server-main.js");
execFileSync(
  process.execPath,
  [program, ...place, "--install-extension", await buildVsix(join(folder, "structline.vsix"))],
  {
    cwd: folder,
  },
);
const port = await freePort();
const options = ["--host", "127.0.0.1", "--port", String(port), "--without-connection-token"];
const agreed = ["--accept-server-license-terms", "--telemetry-level", "off"];
const server = spawn(process.execPath, [program, ...place, ...options, ...agreed], { cwd: folder, stdio: "ignore" });
const url = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(lab)}`;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
try {
  await until(() =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const [hover = "", fix = ""] = EDITOR_PICTURES;
  write(join(lab, "rig.h"), EDITED);
  await picture(hover, async (page) => {
    await page.locator(".pane-body").getByText("struct_tank").click();
    await page.locator(".codelens-decoration a").first().waitFor();
    await page.locator(FIELD).getByText("level").first().click();
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Control+I");
    await page.locator(".monaco-hover .hover-contents").first().waitFor();
  });
  write(join(lab, "rig.h"), WRONG);
  await picture(fix, async (page) => {
    await page.locator(".squiggly-error").first().waitFor();
    await page.locator(FIELD).getByText("uint33_t").click();
    await page.keyboard.press("Control+.");
    await page.locator(".action-widget").waitFor();
  });
} finally {
  await browser.close();
  server.kill();
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function picture(file: string, show: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 420 } });
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await page.locator(".explorer-folders-view").getByText("rig.h", { exact: true }).click();
  const channels = page.locator(".pane-header:has-text('Channels')");
  // It stays open for the second picture.
  if ((await channels.getAttribute("aria-expanded")) === "false") await channels.click();
  await show(page);
  writeFileSync(file, withVersion(await page.screenshot({ animations: "disabled" }), editorVersion()));
  console.log(`${file}: written`);
  await page.close();
}
