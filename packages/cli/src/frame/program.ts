import { CommanderError, Option as CommanderOption, Command as Program } from 'commander'
import { type ColorChoice, colorChoices, paint, wantsColor } from './color.ts'
import { type AnyCommand, CommandError, type ExitCode, exitCodes, type Operand, type Option } from './command.ts'
import { createCompletionCommand } from './completion.ts'
import { createInput } from './create-input.ts'
import { describeError, helpTitles, sharedTexts } from './describe-error.ts'
import type { TypedInput } from './input.ts'
import { type CliLanguage, getTerminalLanguage, type LocalizedText } from './localized-text.ts'
import { createOutput, escapeControlCharacters, type OutputFormat, type Streams } from './output.ts'

export interface ProgramParts {
  readonly name: string
  readonly version: string
  readonly summary: LocalizedText
  readonly commands: readonly AnyCommand[]
  /** The summary of each group of commands, by path, such as `admin`. */
  readonly groups?: Readonly<Record<string, LocalizedText>>
  /** Converts a thrown error to a user error, if it is one. */
  readonly explain?: (error: unknown) => CommandError | undefined
}

export interface ProgramContext extends Streams {
  readonly environment: NodeJS.ProcessEnv
  /** Without it there is no input, so the program cannot prompt. */
  readonly stdin?: TypedInput
  /** Aborted when the reader of standard output closes the pipe. */
  readonly outputClosed?: AbortSignal
}

/** The program context with the language and the colours of the output. */
interface Terminal extends ProgramContext {
  readonly language: CliLanguage
  readonly colors: { readonly stdout: boolean; readonly stderr: boolean }
}

/** Runs the command line and returns the exit code. */
export async function runCli(parts: ProgramParts, args: readonly string[], context: ProgramContext): Promise<ExitCode> {
  const language = chooseLanguage(args, context.environment)
  const terminal: Terminal = { ...context, language, colors: chooseColors(args, context) }
  const stop = new AbortController()
  let code: ExitCode = exitCodes.ok
  const program = buildProgram(parts, terminal, async (command, operands, options) => {
    const out = createOutput(context, { ...terminal, format: chooseFormat(options) })
    const stopNow = () => stop.abort()
    const signals = command.ownSignals ? [] : (['SIGINT', 'SIGTERM'] as const)
    for (const signal of signals) process.once(signal, stopNow)
    if (command.outputOnly) context.outputClosed?.addEventListener('abort', stopNow)
    const allOptions = { ...options, ...getAbsentDefaults(command, options) }
    const { environment } = context
    const input = createInput(context, language, stop.signal)
    const invocation = { options: allOptions, operands, out, input, environment, language, stopping: stop.signal }
    try {
      code = (await command.run(invocation)) ?? exitCodes.ok
    } finally {
      out.endProgress()
      for (const signal of signals) process.removeListener(signal, stopNow)
    }
  })
  try {
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    return reportError(error, parts, terminal)
  }
}

function reportError(error: unknown, { name, explain }: ProgramParts, terminal: Terminal): ExitCode {
  const { language, stderr, colors } = terminal
  const prefix = colors.stderr ? paint(`${name}:`, 'bad') : `${name}:`
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.ok
    stderr.write(`${prefix} ${escapeControlCharacters(describeError(error, language))}\n`)
    return exitCodes.usage
  }
  const commandError = error instanceof CommandError ? error : explain?.(error)
  const text = commandError
    ? commandError.text[language]
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)
  stderr.write(`${prefix} ${escapeControlCharacters(text)}\n`)
  return commandError?.exitCode ?? exitCodes.failed
}

type RunCommand = (command: AnyCommand, operands: string[], options: Record<string, unknown>) => Promise<void>

function buildProgram(parts: ProgramParts, terminal: Terminal, runCommand: RunCommand): Program {
  const { language } = terminal
  const program = configure(new Program(parts.name), terminal)
    .description(parts.summary[language])
    .version(parts.version, '-V, --version', sharedTexts.version[language])
  const createGroup = (path: readonly string[]) =>
    configure(new Program(path.at(-1)), terminal).description(parts.groups?.[path.join(' ')]?.[language] ?? '')
  const commands = [...parts.commands, createCompletionCommand(parts)]
  for (const command of commands) {
    const group = ensureGroup(program, command.path.split(' ').slice(0, -1), createGroup)
    group.addCommand(buildCommand(command, terminal, runCommand))
  }
  return program
}

/** Returns the group of commands at a path, or the program for the empty path; creates missing groups. */
function ensureGroup(
  program: Program,
  path: readonly string[],
  createGroup: (path: readonly string[]) => Program,
): Program {
  return path.reduce((parent, word, index) => {
    const found = parent.commands.find((each) => each.name() === word)
    if (found) return found
    const group = createGroup(path.slice(0, index + 1))
    parent.addCommand(group)
    return group
  }, program)
}

const operandFormats: Readonly<Record<NonNullable<Operand['need']>, (name: string) => string>> = {
  one: (name) => `<${name}>`,
  optional: (name) => `[${name}]`,
  many: (name) => `<${name}...>`,
  any: (name) => `[${name}...]`,
}

function buildCommand(command: AnyCommand, terminal: Terminal, runCommand: RunCommand): Program {
  const { language } = terminal
  const parser = configure(new Program(command.path.split(' ').at(-1)), terminal)
  parser
    .summary(command.summary[language])
    .description(command.details?.[language] ?? toSentence(command.summary[language]))
  for (const { name, summary, need = 'one' } of command.operands ?? [])
    parser.argument(operandFormats[need](name), summary[language])
  for (const [name, option] of Object.entries<Option>(command.options ?? {}))
    parser.addOption(createOption(name, option, language))
  parser.option('--json', sharedTexts.json[language])
  if (command.printsRecords) parser.option('--csv', sharedTexts.csv[language])
  parser.addOption(new CommanderOption('--color <when>', sharedTexts.color[language]).choices([...colorChoices]))
  parser.addOption(new CommanderOption('--language <en|pl>', sharedTexts.language[language]).choices(['en', 'pl']))
  return parser.action(() => runCommand(command, parser.args, readOptionValues(parser)))
}

/** A summary is a phrase for lists of commands; the help of the command itself shows it as a sentence. */
const toSentence = (summary: string): string => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`

/** Returns the option values by their declared names; the parser converts names to camel case. */
const readOptionValues = (parser: Program): Record<string, unknown> =>
  Object.fromEntries(parser.options.map((option) => [option.name(), parser.getOptionValue(option.attributeName())]))

function createOption(name: string, option: Option, language: CliLanguage): CommanderOption {
  const value = option.value ?? name.toUpperCase()
  const many = option.kind === 'texts' ? '...' : ''
  const short = option.short === undefined ? '' : `-${option.short}, `
  const commanderOption = new CommanderOption(
    option.kind === 'flag'
      ? `${short}--${name}`
      : option.kind === 'flag-or-number'
        ? `${short}--${name} [${value}]`
        : `${short}--${name} <${value}${many}>`,
    option.summary[language],
  )
  if (option.kind === 'choice') commanderOption.choices([...option.choices])
  if (option.kind === 'number' || option.kind === 'flag-or-number') commanderOption.argParser(createNumberParser(name))
  if ('default' in option && option.default !== undefined) commanderOption.default(option.default)
  if ('required' in option) commanderOption.makeOptionMandatory()
  return commanderOption
}

const createNumberParser = (name: string) => (text: string) => {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new CommandError(sharedTexts.invalidNumber(name, text), { exitCode: exitCodes.usage })
}

/** Returns values for absent options: false for flags, an empty list for lists. */
const getAbsentDefaults = ({ options = {} }: AnyCommand, given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries<Option>(options)
      .filter(([name, { kind }]) => given[name] === undefined && (kind.startsWith('flag') || kind === 'texts'))
      .map(([name, { kind }]) => [name, kind === 'texts' ? [] : false]),
  )

/** Reads an option before the command line is parsed, because it also applies to errors of the parser. */
function findOptionValue(args: readonly string[], option: string): string | undefined {
  const index = args.indexOf(option)
  return index < 0 ? args.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1) : args[index + 1]
}

function chooseLanguage(args: readonly string[], environment: NodeJS.ProcessEnv): CliLanguage {
  const chosen = findOptionValue(args, '--language')
  return chosen === 'pl' || chosen === 'en' ? chosen : getTerminalLanguage(environment)
}

function chooseColors(args: readonly string[], { environment, stdout, stderr }: ProgramContext): Terminal['colors'] {
  const colorOption = findOptionValue(args, '--color') as ColorChoice | undefined
  const choice = colorOption !== undefined && colorChoices.includes(colorOption) ? colorOption : 'auto'
  return { stdout: wantsColor(choice, environment, stdout), stderr: wantsColor(choice, environment, stderr) }
}

function chooseFormat({ json, csv }: Readonly<Record<string, unknown>>): OutputFormat {
  if (json === true && csv === true)
    throw new CommandError(sharedTexts.conflictingFormats, { exitCode: exitCodes.usage })
  return json === true ? 'json' : csv === true ? 'csv' : 'text'
}

/** Configures the parser: our language, our streams, and an exception instead of process.exit. */
function configure(program: Program, { language, stdout, stderr }: Terminal): Program {
  return program
    .exitOverride()
    .helpOption('-h, --help', sharedTexts.help[language])
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // Use the width of the given stream, so that help pages do not depend on the real terminal.
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stdout.columns ?? 80,
      outputError: () => undefined,
    })
    .configureHelp({ styleTitle: (title) => helpTitles[language][title] ?? title })
}
