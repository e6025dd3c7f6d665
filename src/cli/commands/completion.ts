import { Argument, type Command, Option } from 'commander'

import type { Io } from '../io.ts'
import { wordsAfter } from '../words-after.ts'

/** Scripts that ask the program itself for words. Without words, a shell offers files. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_cloudsec_fake() {
  local line="\${COMP_LINE:0:COMP_POINT}" IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" completion bash --line "$line" 2>/dev/null))
  # Bash replaces only what follows the last =.
  local word="\${line##*[[:space:]]}"
  COMPREPLY=("\${COMPREPLY[@]#"\${word%"\${word##*=}"}"}")
  [[ $COMPREPLY == *= ]] && compopt -o nospace 2>/dev/null
}
complete -o default -F _cloudsec_fake cloudsec-fake
`,
  zsh: `#compdef cloudsec-fake
_cloudsec_fake() {
  local -a found=("\${(@f)$("$words[1]" completion zsh --line "\${(j: :)words[1,CURRENT]}" 2>/dev/null)}")
  [[ -n $found ]] || { _files; return }
  compadd -S '' -- "\${(@M)found:#*=}"
  compadd -- "\${(@)found:#*=}"
}
compdef _cloudsec_fake cloudsec-fake
`,
  fish: `complete -c cloudsec-fake -a '(cloudsec-fake completion fish --line (commandline -cp | string collect))'
`,
}

/** How each shell reads its script at its start. */
const uses = `
Let the shell read the script when it starts:
  bash  source <(cloudsec-fake completion bash)   in ~/.bashrc
  zsh   source <(cloudsec-fake completion zsh)    in ~/.zshrc, after compinit
  fish  cloudsec-fake completion fish | source    in ~/.config/fish/config.fish`

export function addCompletion(program: Command, io: Io): void {
  program
    .command('completion')
    .description('print the script that lets a shell complete commands and flags')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addOption(new Option('--line <text>', 'the line to complete, up to the cursor').hideHelp())
    .addHelpText('after', uses)
    .action((shell: string, { line }: { readonly line?: string }) => {
      io.out(
        line === undefined
          ? (scripts[shell] ?? '')
          : wordsAfter(program, line)
              .map((word) => `${word}\n`)
              .join(''),
      )
    })
}
