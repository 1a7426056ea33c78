import { CommanderError, Option as CommanderOption, Command as Program } from 'commander'
import { type AnyCommand, CommandError, type ExitCode, exitCodes, type Option } from './command.ts'
import { completionCommand } from './completion.ts'
import { createInput } from './create-input.ts'
import { describeError, helpTitles, said } from './describe-error.ts'
import type { TypedInput } from './input.ts'
import { type CliLanguage, type LocalizedText, terminalLanguage } from './localized-text.ts'
import { createOutput, type Streams, visible } from './output.ts'

export interface ProgramParts {
  readonly name: string
  readonly version: string
  readonly summary: LocalizedText
  readonly commands: readonly AnyCommand[]
  /** What each group of commands is for, by its words: `admin`. */
  readonly groups?: Readonly<Record<string, LocalizedText>>
  /** Turns what was thrown into something that can be put right, if it is. */
  readonly explain?: (error: unknown) => CommandError | undefined
}

export interface ProgramContext extends Streams {
  readonly environment: NodeJS.ProcessEnv
  /** Nothing to read from and nobody to ask, unless given. */
  readonly stdin?: TypedInput
  /** Aborted when nobody reads what is printed any more. */
  readonly unread?: AbortSignal
}

/** Where the program runs, and the language that it speaks there. */
interface Terminal extends ProgramContext {
  readonly language: CliLanguage
}

/** Does what the words on the command line say, and answers with the code to exit with. */
export async function runCli(parts: ProgramParts, words: readonly string[], around: ProgramContext): Promise<ExitCode> {
  const language = languageOf(words, around.environment)
  const terminal: Terminal = { ...around, language }
  const stop = new AbortController()
  let code: ExitCode = exitCodes.ok
  const program = build(parts, terminal, async (command, operands, options) => {
    const out = createOutput(around, language, options['json'] === true)
    const stopNow = () => stop.abort()
    const signals = command.ownSignals ? [] : (['SIGINT', 'SIGTERM'] as const)
    for (const signal of signals) process.once(signal, stopNow)
    if (command.onlyTells) around.unread?.addEventListener('abort', stopNow)
    const given = { ...options, ...absentOf(command, options) }
    const { environment } = around
    const input = createInput(around, language, stop.signal)
    const invocation = { options: given, operands, out, input, environment, language, stopping: stop.signal }
    try {
      code = (await command.run(invocation)) ?? exitCodes.ok
    } finally {
      for (const signal of signals) process.removeListener(signal, stopNow)
    }
  })
  try {
    if (words.length === 0) program.outputHelp()
    else await program.parseAsync([...words], { from: 'user' })
    return code
  } catch (error) {
    return complain(error, parts, terminal)
  }
}

function complain(error: unknown, { name, explain }: ProgramParts, { language, stderr }: Terminal): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.ok
    stderr.write(`${name}: ${visible(describeError(error, language))}\n`)
    return exitCodes.usage
  }
  const known = error instanceof CommandError ? error : explain?.(error)
  const told = known ? known.words[language] : error instanceof Error ? (error.stack ?? error.message) : String(error)
  stderr.write(`${name}: ${visible(told)}\n`)
  return known?.exitCode ?? exitCodes.failed
}

type Act = (command: AnyCommand, operands: string[], options: Record<string, unknown>) => Promise<void>

function build(parts: ProgramParts, terminal: Terminal, act: Act): Program {
  const { language } = terminal
  const program = dressed(new Program(parts.name), terminal)
    .description(parts.summary[language])
    .version(parts.version, '-V, --version', said.version[language])
  const makeGroup = (path: readonly string[]) =>
    dressed(new Program(path.at(-1)), terminal).description(parts.groups?.[path.join(' ')]?.[language] ?? '')
  const commands = [...parts.commands, completionCommand(parts)]
  for (const command of commands) {
    const into = ensureGroup(program, command.path.split(' ').slice(0, -1), makeGroup)
    into.addCommand(leaf(command, terminal, act))
  }
  return program
}

/** The program, or the group of commands that the words name; made where it is not there yet. */
function ensureGroup(
  program: Program,
  path: readonly string[],
  makeGroup: (path: readonly string[]) => Program,
): Program {
  return path.reduce((into, word, place) => {
    const found = into.commands.find((each) => each.name() === word)
    if (found) return found
    const group = makeGroup(path.slice(0, place + 1))
    into.addCommand(group)
    return group
  }, program)
}

function leaf(command: AnyCommand, terminal: Terminal, act: Act): Program {
  const { language } = terminal
  const made = dressed(new Program(command.path.split(' ').at(-1)), terminal)
  made.summary(command.summary[language]).description((command.details ?? command.summary)[language])
  for (const { name, summary, need = 'one' } of command.operands ?? [])
    made.argument(need === 'one' ? `<${name}>` : need === 'many' ? `<${name}...>` : `[${name}]`, summary[language])
  for (const [name, option] of Object.entries<Option>(command.options ?? {}))
    made.addOption(optionOf(name, option, language))
  made.option('--json', said.json[language])
  made.addOption(new CommanderOption('--language <en|pl>', said.language[language]).choices(['en', 'pl']))
  return made.action(() => act(command, made.args, valuesOf(made)))
}

/** By the names that were declared, not by those that the parser makes of them. */
const valuesOf = (made: Program): Record<string, unknown> =>
  Object.fromEntries(made.options.map((option) => [option.name(), made.getOptionValue(option.attributeName())]))

function optionOf(name: string, option: Option, language: CliLanguage): CommanderOption {
  const value = option.value ?? name.toUpperCase()
  const many = option.kind === 'texts' ? '...' : ''
  const short = option.short === undefined ? '' : `-${option.short}, `
  const made = new CommanderOption(
    option.kind === 'flag' ? `${short}--${name}` : `${short}--${name} <${value}${many}>`,
    option.summary[language],
  )
  if (option.kind === 'choice') made.choices([...option.choices])
  if (option.kind === 'number') made.argParser(numberFor(name))
  if ('default' in option && option.default !== undefined) made.default(option.default)
  if ('required' in option) made.makeOptionMandatory()
  return made
}

const numberFor = (name: string) => (text: string) => {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new CommandError(said.notANumber(name, text), { exitCode: exitCodes.usage })
}

/** Flags that were not given are false, lists empty. */
const absentOf = ({ options = {} }: AnyCommand, given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries<Option>(options)
      .filter(([name, { kind }]) => given[name] === undefined && (kind === 'flag' || kind === 'texts'))
      .map(([name, { kind }]) => [name, kind === 'flag' ? false : []]),
  )

function languageOf(words: readonly string[], environment: NodeJS.ProcessEnv): CliLanguage {
  const place = words.indexOf('--language')
  const chosen = place < 0 ? words.find((word) => word.startsWith('--language='))?.slice(11) : words[place + 1]
  return chosen === 'pl' || chosen === 'en' ? chosen : terminalLanguage(environment)
}

/** In our language, to our streams, and never ending the process by itself. */
function dressed(program: Program, { language, stdout, stderr }: Terminal): Program {
  return program
    .exitOverride()
    .helpOption('-h, --help', said.help[language])
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // Of the stream that is written to, so that a page of help is the same wherever it is made.
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stdout.columns ?? 80,
      outputError: () => undefined,
    })
    .configureHelp({ styleTitle: (title) => helpTitles[language][title] ?? title })
}
