import { type AnyCommand, type CliCommand, CommandError, command, exitCodes } from './command.ts'
import type { LocalizedText } from './localized-text.ts'

const commonOptions = ['--color', '--help', '--json', '--language']

interface CompletedProgram {
  readonly name: string
  readonly commands: readonly AnyCommand[]
}

const shells = { bash, zsh, fish } as const
const names = ['bash', 'zsh', 'fish'] as const

/** Creates the command that prints a shell completion script. */
export function createCompletionCommand(program: CompletedProgram): CliCommand {
  const summary: LocalizedText = {
    en: 'print a completion script for a shell',
    pl: 'wypisz skrypt uzupełniania dla powłoki',
  }
  const completionCommand = command({
    path: 'completion',
    summary,
    details: {
      en: `Print a completion script. For bash: source <(${program.name} completion bash)`,
      pl: `Wypisz skrypt uzupełniania. Dla bash: source <(${program.name} completion bash)`,
    },
    operands: [{ name: 'shell', summary: { en: 'bash, zsh or fish', pl: 'bash, zsh lub fish' }, choices: names }],
    async run({ operands: [shell = ''], out }) {
      const write = Object.hasOwn(shells, shell) ? shells[shell as keyof typeof shells] : undefined
      if (!write)
        throw new CommandError(
          { en: 'The shell must be bash, zsh or fish.', pl: 'Powłoka to bash, zsh lub fish.' },
          { exitCode: exitCodes.usage },
        )
      out.line(write(program.name, buildCompletions([...program.commands, completionCommand])))
    },
  })
  return completionCommand
}

/** Maps each part of a command line to the words that can follow: `admin` → `create sensors --help`. */
function buildCompletions(commands: readonly AnyCommand[]): ReadonlyMap<string, readonly string[]> {
  const completions = new Map<string, Set<string>>([['', new Set(['--help', '--version'])]])
  const addCompletion = (after: string, word: string) =>
    completions.set(after, (completions.get(after) ?? new Set(['--help'])).add(word))
  for (const { path, options = {}, operands = [], printsRecords } of commands) {
    const words = path.split(' ')
    for (const [index, word] of words.entries()) addCompletion(words.slice(0, index).join(' '), word)
    for (const word of [...Object.keys(options).map((name) => `--${name}`), ...commonOptions]) addCompletion(path, word)
    if (printsRecords) addCompletion(path, '--csv')
    for (const { choices = [] } of operands) for (const word of choices) addCompletion(path, word)
  }
  return new Map([...completions].map(([after, all]) => [after, [...all].sort()]))
}

type Completions = ReadonlyMap<string, readonly string[]>

const formatCases = (completions: Completions, write: (after: string, words: string) => string): string =>
  [...completions].map(([after, words]) => write(after, words.join(' '))).join('\n')

/**
 * The script takes the words before the cursor without options as the path, and shortens it until it is a known path.
 */
function bash(name: string, all: Completions): string {
  return `_${name}() {
  local word path=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || path+="\${path:+ }$word"; done
  local offered=''
  while :; do
    case "$path" in
${formatCases(all, (after, words) => `      '${after}') offered='${words}'; break ;;`)}
      *) [[ $path == *' '* ]] && path="\${path% *}" || break ;;
    esac
  done
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}`
}

function zsh(name: string, all: Completions): string {
  return `#compdef ${name}
autoload -U +X bashcompinit && bashcompinit
${bash(name, all)}`
}

function fish(name: string, all: Completions): string {
  const condition = (after: string) =>
    after === ''
      ? '__fish_use_subcommand'
      : after
          .split(' ')
          .map((word) => `__fish_seen_subcommand_from ${word}`)
          .join('; and ')
  return formatCases(all, (after, words) => `complete -c ${name} -n '${condition(after)}' -a '${words}'`)
}
