import type { Installation } from './installation.ts'
import type { Random } from './random.ts'

/** What must recover after a fault, and how soon. */
export interface Recovery {
  readonly what: string
  readonly limitMs: number
  /** Tells whether it works again, asked from the end of the fault on. */
  isBack(rig: Installation, since: number): Promise<boolean>
}

/** A fault. It is over when the supervisor of the installation has done its part. */
export interface Fault {
  /** Its number in the table of faults. */
  readonly id: string
  readonly name: string
  /** Whether it takes the broker away, and with it what is on its way. */
  readonly isOfBroker?: boolean
  /** Whether it may last for a minute or longer. */
  readonly isLong?: boolean
  /** Whether other faults go on beside it. */
  readonly isBeside?: boolean
  /** Whether nothing that comes after it would meet what it is meant for. */
  readonly isLast?: boolean
  readonly needsDisks?: boolean
  readonly recovery?: Recovery
  /** May give the milliseconds that recovery took, where that happens during the fault. */
  inflict(rig: Installation, random: Random): Promise<unknown>
}

export function pickOf<T>(choices: readonly T[], random: Random): T {
  const [first, ...rest] = choices
  if (first === undefined) throw new RangeError('nothing to choose from')
  return random.pick([first, ...rest])
}
