import type { Fault } from './fault.ts'
import { diskFaults, powerFaults } from './kinds-disks.ts'
import { emptyNats, freezeFaults, killFaults, killNats, killOneOfThree, killPostgres } from './kinds-processes.ts'
import { analystOutages, partitions, providerFaults, restoreElsewhere, slowDatabase } from './kinds-slow.ts'
import type { Random } from './random.ts'

/** All kinds, by their number in the table of faults. */
export const kinds: ReadonlyMap<string, readonly Fault[]> = new Map(
  Object.entries({
    F1: killFaults,
    F2: [killNats],
    F3: [killOneOfThree],
    F4: killPostgres,
    F5: powerFaults,
    F6: [emptyNats],
    F7: partitions,
    F10: freezeFaults,
    F11: analystOutages,
    F12: diskFaults,
    F13: slowDatabase,
    F17: providerFaults,
    F19: [restoreElsewhere],
  }),
)

/** How many of 100 rounds each kind has. */
const roundsPerHundred: Readonly<Record<string, number>> = {
  ...{ F1: 40, F2: 10, F4: 10, F10: 10, F3: 5, F5: 5, F7: 5 },
  ...{ F12: 4, F13: 3, F17: 3, F6: 2, F11: 2, F19: 1 },
}

/** From this number of rounds on, long faults are drawn too. */
const minRoundsForLongFaults = 20

interface DrawOptions {
  /** Kinds to choose from; all unless given. */
  readonly only?: readonly string[] | undefined
  readonly hasDisks: boolean
}

/**
 * Draws faults in random order, in the proportions of the mix. Each form of a kind comes once before any comes again.
 */
export function drawFaults(rounds: number, random: Random, { only, hasDisks }: DrawOptions): Fault[] {
  const isSuitable = ({ isLong = false, needsDisks = false }: Fault) =>
    (rounds >= minRoundsForLongFaults || only !== undefined || !isLong) && (hasDisks || !needsDisks)
  const forms = [...kinds]
    .filter(([id]) => only === undefined || only.includes(id))
    .map(([id, all]) => [id, all.filter(isSuitable)] as const)
    .filter(([, all]) => all.length > 0)
  const numbers = distributeRounds(
    forms.map(([id]) => [id, roundsPerHundred[id] ?? 0] as const),
    rounds,
  )
  const drawn = forms.flatMap(([id, all]) => {
    const cycle = random.shuffle(all)
    const selected = Array.from({ length: numbers.get(id) ?? 0 }, (_, index) => cycle[index % cycle.length])
    return selected.filter((fault) => fault !== undefined)
  })
  return moveLongestFirst(random.shuffle(drawn))
}

/** Moves faults that last for many rounds to the beginning. */
const moveLongestFirst = (faults: readonly Fault[]): Fault[] =>
  faults.toSorted((one, other) => getOrder(one) - getOrder(other))

const getOrder = ({ isConcurrent = false, isLast = false }: Fault): number => (isConcurrent ? 0 : isLast ? 2 : 1)

/** Distributes the rounds over the kinds by their shares; the remainder goes first to kinds that would get none. */
function distributeRounds(wanted: readonly (readonly [string, number])[], rounds: number): Map<string, number> {
  const total = wanted.reduce((sum, [, share]) => sum + share, 0)
  const exact = wanted.map(([id, share]) => ({ id, exact: (share * rounds) / total }))
  const numbers = new Map(exact.map(({ id, exact: count }) => [id, Math.floor(count)]))
  const order = exact.toSorted((one, other) => rank(other.exact) - rank(one.exact))
  const remainder = rounds - [...numbers.values()].reduce((sum, count) => sum + count, 0)
  for (const { id } of order.slice(0, remainder)) numbers.set(id, (numbers.get(id) ?? 0) + 1)
  return numbers
}

const rank = (exact: number): number => (exact < 1 ? 1 + exact : exact % 1)
