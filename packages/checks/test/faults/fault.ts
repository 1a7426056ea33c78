import type { CheckContext, CheckSettings } from '../../src/index.ts'

/** Something that goes wrong for real, and the kind of failure that a check must find in it. */
export interface Fault {
  readonly name: string
  readonly type_id: string
  readonly settings?: CheckSettings
  /** Milliseconds; enough for everything on a busy machine unless the time limit is what is tested. */
  readonly timeout_ms?: number
  readonly server: () => Promise<FaultyServer>
  readonly kind: string
}

export interface FaultyServer {
  /** The address of the service to check. */
  readonly address: string
  /** Beside those of the fault: what is known only when the server runs, such as its port. */
  readonly settings?: CheckSettings
  /** Where the check runs, beside a guard that lets everything pass. */
  readonly checkContext?: Partial<CheckContext>
  readonly close: () => void
}
