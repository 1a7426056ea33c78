import type { IconName } from '../../ui/icon.tsx'
import { beginsWith, matches } from '../../ui/matches.ts'

/** One entry of the command palette. */
export interface Command {
  /** Unique among all commands. */
  readonly id: string
  readonly label: string
  /** The kind of the entry, shown next to it: an action, a page, a service. */
  readonly kind: string
  readonly icon: IconName
  /** Other words that people search for, in every language, because people mix them: `ack`, `wycisz`. */
  readonly keywords?: readonly string[]
  /** Whether the command is listed before others that match equally well. */
  readonly isFrequent?: true
  /** The keyboard shortcut for the command. */
  readonly shortcut?: string
  readonly act: () => void
}

/** How many records of one kind the palette lists. */
export const maxRecordsPerKind = 10

/** Returns the matching commands: first those whose label begins with the text, last those found only by a keyword. */
export function findCommands(typed: string, commands: readonly Command[]): readonly Command[] {
  const found = commands.filter(({ label, keywords = [] }) => matches(typed, label, ...keywords))
  return found.toSorted((one, other) => rank(typed, one) - rank(typed, other))
}

function rank(typed: string, { label, isFrequent }: Command): number {
  const match = beginsWith(typed, label) ? 0 : matches(typed, label) ? 1 : 2
  return 2 * match + (isFrequent ? 0 : 1)
}
