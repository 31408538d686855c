/** Scripts for shells that get candidates for the next word from `PROGRAM complete -- WORDS`. */

export const SHELLS = ["bash", "zsh", "fish"] as const;

/** @returns undefined for another shell */
export function completionScript(shell: string | undefined, program: string): string | undefined {
  const name = `_${program.replaceAll("-", "_")}`;
  switch (shell as (typeof SHELLS)[number] | undefined) {
    case "bash":
      return `${name}() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(${program} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${name} ${program}`;
    case "zsh":
      return `#compdef ${program}
${name}() {
  local -a candidates
  candidates=("\${(@f)$(${program} complete -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  compadd -a candidates
}
compdef ${name} ${program}`;
    case "fish":
      return `complete -c ${program} -f -a '(${program} complete -- (commandline -opc)[2..-1] 2>/dev/null)'`;
    default:
      return undefined;
  }
}
