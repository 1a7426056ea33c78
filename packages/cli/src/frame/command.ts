import type { CommandInput } from './input.ts'
import type { CliLanguage, LocalizedText } from './localized-text.ts'
import type { Output } from './output.ts'

/** The exit codes of all commands. */
export const exitCodes = {
  /** Done, without findings. */
  ok: 0,
  /** The command failed. */
  failed: 1,
  /** Invalid usage, such as an unknown option. */
  usage: 2,
  /** Done, and the command found a problem, such as a failed check or a changed record. */
  found: 3,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A user error; printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly text: LocalizedText
  readonly exitCode: ExitCode

  constructor(
    text: LocalizedText,
    { exitCode = exitCodes.failed, ...options }: { exitCode?: ExitCode; cause?: unknown } = {},
  ) {
    super(text.en, options)
    this.text = text
    this.exitCode = exitCode
  }
}

interface OptionBase {
  readonly summary: LocalizedText
  /** The placeholder of the value in the help: NAME in `--username NAME`. */
  readonly value?: string
  /** The letter of the short form: `f` for `-f`. */
  readonly short?: string
}

export type Option =
  | (OptionBase & { readonly kind: 'flag' })
  /** A flag that can have a number: `--prune` or `--prune=3`. */
  | (OptionBase & { readonly kind: 'flag-or-number' })
  | (OptionBase & { readonly kind: 'text'; readonly default?: string; readonly required?: true })
  | (OptionBase & { readonly kind: 'texts' })
  | (OptionBase & { readonly kind: 'number'; readonly default?: number; readonly required?: true })
  | (OptionBase & {
      readonly kind: 'choice'
      readonly choices: readonly string[]
      readonly default?: string
      readonly required?: true
    })

export type Options = Readonly<Record<string, Option>>

/** `undefined` for an option without a default that is not required. */
type UndefinedIfOptional<O> = O extends { readonly default: unknown } | { readonly required: true } ? never : undefined
type ValueOf<O extends Option> = O extends { readonly kind: 'flag' }
  ? boolean
  : O extends { readonly kind: 'flag-or-number' }
    ? boolean | number
    : O extends { readonly kind: 'texts' }
      ? readonly string[]
      : O extends { readonly kind: 'number' }
        ? number | UndefinedIfOptional<O>
        : O extends { readonly kind: 'choice'; readonly choices: readonly (infer Choice)[] }
          ? Choice | UndefinedIfOptional<O>
          : string | UndefinedIfOptional<O>

/** A positional argument; the last one can be repeated. */
export interface Operand {
  readonly name: string
  readonly summary: LocalizedText
  /** How many values it takes: one (the default), at most one, at least one, or any number. */
  readonly need?: 'one' | 'optional' | 'many' | 'any'
  /** The values that shell completion offers. */
  readonly choices?: readonly string[]
}

export interface Invocation<O extends Options = Options> {
  readonly options: { readonly [Name in keyof O]: ValueOf<O[Name]> }
  readonly operands: readonly string[]
  readonly out: Output
  /** Standard input: a terminal or a pipe. */
  readonly input: CommandInput
  readonly language: CliLanguage
  /** The environment variables of the process. */
  readonly environment: NodeJS.ProcessEnv
  /** Aborted on SIGINT (Ctrl-C) and SIGTERM. */
  readonly stopping: AbortSignal
}

/** A command of the CLI. It must print through `out`, which handles `--json` and `--csv`. */
export interface CliCommand<O extends Options = Options> {
  /** The command line without options, such as `admin create`. */
  readonly path: string
  readonly summary: LocalizedText
  readonly details?: LocalizedText
  readonly operands?: readonly Operand[]
  readonly options?: O
  /** The result is a list of records, or one record, so `--csv` is offered too. */
  readonly printsRecords?: true
  /** The command only produces output, perhaps without end, so it stops when the reader closes the pipe. */
  readonly outputOnly?: true
  /** The command handles signals itself, as servers do. */
  readonly ownSignals?: true
  run(invocation: Invocation<O>): Promise<ExitCode | undefined>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of commands holds commands of any options.
export type AnyCommand = CliCommand<any>

/** Returns the definition unchanged; the call infers the types of the options that `run` receives. */
export const command = <const O extends Options>(definition: CliCommand<O>): CliCommand<O> => definition
