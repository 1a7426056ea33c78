import type { LocalizedText } from './localized-text.ts'

export type TypedInput = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/** Input besides the command line: answers to questions and piped data. Questions are printed to standard error. */
export interface CommandInput {
  /** Whether questions can be asked. */
  readonly isTerminal: boolean
  /** Asks for a line that is visible while typed. */
  ask(question: LocalizedText): Promise<string>
  /** Asks for a line without echo. */
  askSecretly(question: LocalizedText): Promise<string>
  /** Asks a yes-or-no question; every answer except yes means no. */
  confirm(question: LocalizedText): Promise<boolean>
  /** Reads standard input to its end. */
  readAll(): Promise<string>
}
