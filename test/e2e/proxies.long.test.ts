/** The configurations for nginx and Caddy in docs/production.md, unchanged: log-in, live values and posts through the real programs. */

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { test } from "node:test";
import { hashCredential, TOKEN_COST } from "../../runtime/auth/credential-hash.ts";
import { writeUsersFile } from "../../runtime/auth/users-file.ts";
import { openPage } from "../support/browser.ts";
import { Lab, ROOT } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

const PASSWORD = "correct horse battery";
const PAGE = readFileSync(join(ROOT, "docs/production.md"), "utf8");
const BASE = "/telemetry";

interface Proxy {
  readonly program: "nginx" | "caddy";
  /** Path of the page at the proxy, equal to `base_path`. */
  readonly base: string;
  /** @returns its configuration, with this test's addresses instead of those of the documentation */
  configuration(lab: Lab, service: string, port: number): string;
}

const block = (pattern: RegExp) => pattern.exec(PAGE)?.[1] ?? assert.fail(`docs/production.md has no ${pattern}`);
const nginxBlock = block(/```nginx\n([\s\S]*?)```/);
/** The page says which line to change. */
const [, pathLocation = "", rootLocation = ""] =
  /In nginx, write `([^`]+)` instead of `([^`]+)`/.exec(PAGE) ??
  assert.fail("docs/production.md has no path for nginx");
const nginxPathBlock = nginxBlock.replace(rootLocation, () => pathLocation);
const caddyBlock = block(/Caddy gets its certificate itself:\n\n```\n([\s\S]*?)```/);
const caddyPathBlock = block(/In Caddy:\n\n```\n([\s\S]*?)```/);

function nginx(shown: string, target: string) {
  return (lab: Lab, service: string, port: number) => {
    const text = shown
      .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
      .replaceAll("/etc/ssl/lab", `${lab.directory}/lab`)
      .replace("http://127.0.0.1:24642", `${service}${target}`);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${lab.directory}/${name};`)
      .join(" ");
    return `daemon off; pid ${lab.directory}/nginx.pid; error_log stderr; user root;
events {}
http { access_log off; ${temporary}
${text}}`;
  };
}

function caddy(text: string) {
  return (lab: Lab, service: string, port: number) =>
    `{\n  admin off\n  auto_https disable_redirects\n  skip_install_trust\n  log {\n    level ERROR\n  }\n}\n${text
      .replace(
        "lab.example.org {",
        `https://127.0.0.1:${port} {\n  bind 127.0.0.1\n  tls ${lab.directory}/lab.pem ${lab.directory}/lab.key`,
      )
      .replace("127.0.0.1:24642", service.replace("http://", ""))}`;
}

const PROXIES: readonly (Proxy & { readonly title: string })[] = [
  { title: "nginx", program: "nginx", base: "", configuration: nginx(nginxBlock, "") },
  { title: "nginx under a path", program: "nginx", base: BASE, configuration: nginx(nginxPathBlock, "") },
  { title: "nginx that removes the path", program: "nginx", base: BASE, configuration: nginx(nginxPathBlock, "/") },
  { title: "Caddy", program: "caddy", base: "", configuration: caddy(caddyBlock) },
  { title: "Caddy under a path", program: "caddy", base: BASE, configuration: caddy(caddyPathBlock) },
  {
    title: "Caddy that removes the path",
    program: "caddy",
    base: BASE,
    configuration: caddy(caddyPathBlock.replace("handle /", "handle_path /")),
  },
];

for (const { title, program, base, configuration } of PROXIES) {
  const missing = spawnSync(program, ["-v"]).error !== undefined && `needs ${program} (Debian package ${program})`;
  test(title, { skip: missing || requires("chromium-headless-shell", "openssl") }, async () => {
    const port = await freePort();
    const origin = `https://127.0.0.1:${port}`;
    const path = base === "" ? "" : `base_path = ${base}\n`;
    const lab = new Lab({
      ini: `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n${path}[auth]\nusers_file = users.json\n`,
    });
    let proxy: ChildProcess | undefined;
    try {
      assert.equal(lab.generate().status, 0);
      const password = await hashCredential(PASSWORD, TOKEN_COST);
      const ida = { name: "ida", read: ["lab"], write: ["lab"], admin: false, password, tokens: [] };
      writeUsersFile(join(lab.directory, "users.json"), [ida]);
      makeCertificate(lab.directory);
      const service = await lab.start();
      const file = join(lab.directory, "proxy.conf");
      writeFileSync(file, configuration(lab, new URL(service.url).origin, port));
      proxy = startProxy(program, file, lab.directory);
      await until(() =>
        post(origin, base, 1).then(
          (status) => status === 200,
          () => false,
        ),
      );

      const { page, problems, close } = await openPage(`${origin}${base}/`, { ignoreHTTPSErrors: true });
      await page.getByLabel("Name").fill("ida");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.locator(".connection[data-state=connected]").waitFor();
      assert.equal(await post(origin, base, 4711), 200);
      await page.locator("body", { hasText: "4711" }).waitFor();
      await page.reload();
      await page.locator("body", { hasText: "4711" }).waitFor();
      assert.equal(new URL(page.url()).pathname, `${base}/`);
      await page.goto(`${origin}${base}/docs/`);
      await page.getByRole("heading").first().waitFor();
      const foreign = problems.filter((problem) => !problem.includes("status of 401"));
      assert.deepEqual(foreign, []);
      await close();
    } finally {
      proxy?.kill();
      if (proxy !== undefined && proxy.exitCode === null) await once(proxy, "exit");
      await lab.remove();
    }
  });
}

function makeCertificate(folder: string): void {
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", join(folder, "lab.key"), "-out", join(folder, "lab.pem")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, ...files], {
    stdio: "ignore",
  });
}

function startProxy(program: Proxy["program"], file: string, folder: string): ChildProcess {
  mkdirSync(join(folder, "home"), { recursive: true });
  const args = program === "nginx" ? ["-p", folder, "-c", file] : ["run", "--config", file, "--adapter", "caddyfile"];
  const env = { ...process.env, HOME: join(folder, "home"), XDG_DATA_HOME: join(folder, "home") };
  return spawn(program, args, { env, stdio: ["ignore", "ignore", "inherit"] });
}

/**
 * Posts a device's reading through the proxy.
 * @returns the answer's status
 */
function post(origin: string, base: string, temperature: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const message = request(
      `${origin}${base}/api/lab/testdrive/area-42/node-1/data`,
      {
        method: "POST",
        rejectUnauthorized: false,
        headers: { Authorization: `Basic ${btoa(`ida:${PASSWORD}`)}`, "Content-Type": "application/json" },
      },
      (answer) => resolve(answer.resume().statusCode ?? 0),
    );
    message.on("error", reject);
    message.end(JSON.stringify({ temperature }));
  });
}
