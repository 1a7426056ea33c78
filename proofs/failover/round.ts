import type { Random } from '../faults/random.ts'
import type { Installation } from './installation.ts'

/** What a round takes away: one process, or a whole host. Each has its own limit. */
export type Loss = 'process' | 'host'

/** One kind of failure. */
export interface Kind {
  readonly id: string
  readonly name: string
  /** Which limit recovery is judged by; none if data is lost on purpose. */
  readonly loss?: Loss
  readonly isOfBroker?: boolean
  /** Whether the database loses commits on purpose, so that no one may change the configuration meanwhile. */
  readonly losesCommits?: boolean
  /** Causes the failure; returns what has to be done when the others have taken over. */
  cause(installation: Installation, random: Random): Promise<() => Promise<void>>
}
