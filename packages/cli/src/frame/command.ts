import type { CommandInput } from './input.ts'
import type { CliLanguage, LocalizedText } from './localized-text.ts'
import type { Output } from './output.ts'

/** How a command ended, for whoever started it. */
export const exitCodes = {
  /** Done, and all is well. */
  ok: 0,
  /** It could not be done. */
  failed: 1,
  /** The words on the command line make no sense. */
  usage: 2,
  /** It was done, and found something that is not as it should be. */
  found: 3,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Something that whoever typed the command can put right; its message alone is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly words: LocalizedText
  readonly exitCode: ExitCode

  constructor(
    words: LocalizedText,
    { exitCode = exitCodes.failed, ...options }: { exitCode?: ExitCode; cause?: unknown } = {},
  ) {
    super(words.en, options)
    this.words = words
    this.exitCode = exitCode
  }
}

interface Common {
  readonly summary: LocalizedText
  /** What stands for the value in the help: `--username NAME`. */
  readonly value?: string
  /** One letter that stands for it: `-f`. */
  readonly short?: string
}

export type Option =
  | (Common & { readonly kind: 'flag' })
  | (Common & { readonly kind: 'text'; readonly default?: string; readonly required?: true })
  | (Common & { readonly kind: 'texts' })
  | (Common & { readonly kind: 'number'; readonly default?: number; readonly required?: true })
  | (Common & {
      readonly kind: 'choice'
      readonly choices: readonly string[]
      readonly default?: string
      readonly required?: true
    })

export type Options = Readonly<Record<string, Option>>

type Given<O> = O extends { readonly default: unknown } | { readonly required: true } ? never : undefined
type ValueOf<O extends Option> = O extends { readonly kind: 'flag' }
  ? boolean
  : O extends { readonly kind: 'texts' }
    ? readonly string[]
    : O extends { readonly kind: 'number' }
      ? number | Given<O>
      : O extends { readonly kind: 'choice'; readonly choices: readonly (infer Choice)[] }
        ? Choice | Given<O>
        : string | Given<O>

/** A word that stands by itself; the last one may be many. */
export interface Operand {
  readonly name: string
  readonly summary: LocalizedText
  readonly need?: 'one' | 'optional' | 'many'
  /** Words that a shell offers here. */
  readonly choices?: readonly string[]
}

export interface Invocation<O extends Options = Options> {
  readonly options: { readonly [Name in keyof O]: ValueOf<O[Name]> }
  readonly operands: readonly string[]
  readonly out: Output
  /** What the person types, or what is piped in. */
  readonly input: CommandInput
  readonly language: CliLanguage
  /** The variables that are set where the command runs. */
  readonly environment: NodeJS.ProcessEnv
  /** Aborted when the person presses Ctrl-C or the system asks to stop. */
  readonly stopping: AbortSignal
}

/** A command: one value in one file, and one line in a list. Whatever it prints goes to `out`, which knows about `--json`. */
export interface CliCommand<O extends Options = Options> {
  /** The words that call it: `admin create`. */
  readonly path: string
  readonly summary: LocalizedText
  readonly details?: LocalizedText
  readonly operands?: readonly Operand[]
  readonly options?: O
  /** It does nothing but tell, perhaps without an end: it stops when nobody reads any more. */
  readonly onlyTells?: true
  /** It looks after signals itself, as a process that serves does. */
  readonly ownSignals?: true
  run(invocation: Invocation<O>): Promise<ExitCode | undefined>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of commands holds commands of any options.
export type AnyCommand = CliCommand<any>

/** A definition as it is; being given to this function makes its options known to its `run`. */
export const command = <const O extends Options>(definition: CliCommand<O>): CliCommand<O> => definition
