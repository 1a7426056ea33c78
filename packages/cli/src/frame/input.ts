import type { LocalizedText } from './localized-text.ts'

export type TypedInput = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/** Where a command learns what it was not told on the command line. Questions go to standard error. */
export interface CommandInput {
  /** Whether there is a person who can be asked. */
  readonly isTerminal: boolean
  /** A line that the person sees while typing it. */
  ask(question: LocalizedText): Promise<string>
  /** A line that nobody sees. */
  askSecretly(question: LocalizedText): Promise<string>
  /** Whether the person says yes; anything else is a no. */
  confirm(question: LocalizedText): Promise<boolean>
  /** Everything that is piped in. */
  all(): Promise<string>
}
