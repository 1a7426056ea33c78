import type { Installation } from './installation.ts'
import type { Random } from './random.ts'

/** What must recover after a fault, and how soon. */
export interface Recovery {
  readonly what: string
  readonly limitMs: number
  /** Returns whether it works again; called repeatedly from the end of the fault on. */
  hasRecovered(rig: Installation, since: number): Promise<boolean>
}

/** A fault to inject. It is over once the supervisor of the installation has restarted what ended. */
export interface Fault {
  /** Its number in the table of faults. */
  readonly id: string
  readonly name: string
  /** Whether it takes the broker away, and with it all messages in transit. */
  readonly affectsBroker?: boolean
  /** Whether it may last for a minute or longer. */
  readonly isLong?: boolean
  /** Whether other faults are injected while it lasts. */
  readonly isConcurrent?: boolean
  /** Whether it has to come last, because later faults would not find what they need. */
  readonly isLast?: boolean
  readonly needsDisks?: boolean
  readonly recovery?: Recovery
  /** Injects the fault. May return the milliseconds that recovery took, if that happens during the fault. */
  inject(rig: Installation, random: Random): Promise<unknown>
}

export function pickFrom<T>(choices: readonly T[], random: Random): T {
  const [first, ...rest] = choices
  if (first === undefined) throw new RangeError('nothing to choose from')
  return random.pick([first, ...rest])
}
