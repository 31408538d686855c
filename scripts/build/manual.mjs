/**
 * Man pages and completion scripts for the Debian package. Both are generated from the tested `--help` output of the built programs, so
 * no option is documented twice.
 */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

/**
 * @param version of the program, for the page's footer
 * @returns paths below `/usr/share`, with the text of each file
 */
export function manualFiles(version) {
  const structline = {
    name: "structline",
    sections: sectionsOf("structline.cjs", /^ {2}([a-z]+) {2,}/gm, (name) => [name]),
  };
  const messages = {
    name: "channel-message",
    sections: sectionsOf("channel-message.cjs", /^ {2}channel-message (?:<channel> )?([a-z-]+)/gm, (name) => [name]),
  };
  return {
    ...Object.fromEntries([structline, messages].map((page) => [`man/man1/${page.name}.1`, manual(page, version)])),
    "bash-completion/completions/structline": bashCompletion(structline.sections),
    "bash-completion/completions/channel-message": `${help("channel-message.cjs", "completion", "bash")}\n`,
    "zsh/vendor-completions/_channel-message": `${help("channel-message.cjs", "completion", "zsh")}\n`,
    "fish/vendor_completions.d/channel-message.fish": `${help("channel-message.cjs", "completion", "fish")}\n`,
  };
}

/** A program's help, then that of each command: `[{ title, text }]`, the overview first. */
function sectionsOf(program, command, argsOf) {
  const overview = help(program, "--help");
  const names = [...overview.matchAll(command)].map(([, name]) => name);
  return [
    { title: undefined, text: overview },
    ...names.map((name) => ({ title: name, text: help(program, ...argsOf(name), "--help") })),
  ];
}

function help(program, ...args) {
  const { SVC_CONFIG: _config, ...env } = process.env;
  const options = { cwd: "/", encoding: "utf8", env: { ...env, NO_COLOR: "1" } };
  return execFileSync(process.execPath, [join(ROOT, "dist", program), ...args], options).trimEnd();
}

function manual({ name, sections }, version) {
  const [overview, ...commands] = sections;
  const summary = overview.text
    .split("\n")[0]
    .replace(/^structline [^:]*: /, "")
    .replace(/\.$/, "");
  return [
    `.TH ${roff(name.toUpperCase())} 1 "" "${roff(`structline ${version}`)}" "User Commands"`,
    ".SH NAME",
    `${roff(name)} \\- ${roff(summary)}`,
    ".SH DESCRIPTION",
    ...verbatim(overview.text),
    ...commands.flatMap(({ title, text }) => [`.SH ${roff(title.toUpperCase())}`, ...verbatim(text)]),
    ".SH FILES",
    ".I /etc/structline/channels.ini",
    "holds the configuration of the service.",
    "The pages below",
    ".I /usr/share/doc/structline",
    "describe its keys, and so does the service below",
    ".IR /docs .",
    "",
  ].join("\n");
}

/** Unformatted text. */
function verbatim(text) {
  return [".nf", ...text.split("\n").map((line) => roff(line.trimEnd()) || ".sp"), ".fi"];
}

/** @returns text escaped for roff [man-pages(7), groff_char(7)] */
function roff(text) {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replace(/^([.'])/, "\\&$1");
}

function bashCompletion([, ...commands]) {
  const cases = commands.map(({ title, text }) => {
    const options = [...new Set([...text.matchAll(/(?<=^\s*(?:-h, )?)--[a-z][a-z-]*/gm)].map(([option]) => option))];
    return `    ${title}) words='${options.join(" ")}' ;;`;
  });
  return `_structline() {
  local words
  case "$([ "$COMP_CWORD" -gt 1 ] && echo "\${COMP_WORDS[1]}")" in
    '') words='${commands.map(({ title }) => title).join(" ")} --help --version' ;;
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _structline structline
`;
}
