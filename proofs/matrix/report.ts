import type { Verdict } from './oracle.ts'

/** The outcome of a call: a verdict, or a status that matches none. */
export type Outcome = Verdict | `status ${number}`

/** One cell of the matrix, with everything that is wrong about it. */
export interface Cell {
  readonly operation: string
  readonly role: string
  readonly target: string
  readonly expected: string
  /** The flag as the record shows it; null if the operation has none. */
  readonly flag: boolean | null
  readonly outcome: string
  /** Whether the call had an effect. */
  readonly done: boolean
  /** Data that the caller saw or changed without the right to. */
  readonly leaks: readonly string[]
  readonly mismatches: readonly string[]
}

export interface Tally {
  readonly cells: number
  readonly leaks: number
  readonly mismatches: number
}

const maxLines = 200

export const countCells = (cells: readonly Cell[]): Tally => ({
  cells: cells.length,
  leaks: cells.filter(({ leaks }) => leaks.length > 0).length,
  mismatches: cells.filter(({ mismatches }) => mismatches.length > 0).length,
})

const isFailing = ({ leaks, mismatches }: Cell): boolean => leaks.length + mismatches.length > 0

/** Returns the failing cells, one per line, up to a maximum. */
export function describeFailures(cells: readonly Cell[]): string[] {
  const failing = cells.filter(isFailing)
  const lines = failing.slice(0, maxLines).map(describeCell)
  return failing.length > maxLines ? [...lines, `… and ${failing.length - maxLines} more`] : lines
}

export const formatSummary = ({ cells, leaks, mismatches }: Tally): string =>
  `matrix: ${cells} cells, ${leaks} leaks, ${mismatches} mismatches`

function describeCell(cell: Cell): string {
  const { operation, role, target, expected, flag, outcome, leaks, mismatches } = cell
  const word = leaks.length > 0 ? 'LEAK' : 'MISMATCH'
  const flagged = flag === null ? '-' : String(flag)
  const why = [...leaks, ...mismatches].join('; ')
  return `${word}  ${operation} | ${role} | ${target} | expected ${expected} | flag ${flagged} | ${outcome} | ${why}`
}
