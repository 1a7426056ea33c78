import type { Words } from './words.ts'

export type Typed = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/** Where a command learns what it was not told on the command line. Questions go to standard error. */
export interface Input {
  /** Whether there is a person who can be asked. */
  readonly isTerminal: boolean
  /** A line that the person sees while typing it. */
  ask(question: Words): Promise<string>
  /** A line that nobody sees. */
  askSecretly(question: Words): Promise<string>
  /** Whether the person says yes; anything else is a no. */
  confirm(question: Words): Promise<boolean>
  /** Everything that is piped in. */
  all(): Promise<string>
}
