import type { Random } from '../faults/random.ts'
import type { Installation } from './installation.ts'

/** What fails in a round: one process, or a whole host. Each type has its own limit for recovery. */
export type Loss = 'process' | 'host'

/** One kind of failure. */
export interface Kind {
  readonly id: string
  readonly name: string
  /** Determines the limit for recovery; undefined if data is lost on purpose. */
  readonly loss?: Loss
  readonly affectsBroker?: boolean
  /** Whether the database loses commits on purpose, so that no one may change the configuration meanwhile. */
  readonly losesCommits?: boolean
  /** Causes the failure. Returns a function that repairs it, to call once the others have taken over. */
  cause(installation: Installation, random: Random): Promise<() => Promise<void>>
}
