import type { CheckContext, CheckSettings } from '../../src/index.ts'

/** A real failure, and its kind, which a check must detect. */
export interface Fault {
  readonly name: string
  readonly type_id: string
  readonly settings?: CheckSettings
  /** Long enough even on a busy machine, except in tests of timeouts. */
  readonly timeout_ms?: number
  readonly server: () => Promise<FaultyServer>
  readonly kind: string
}

export interface FaultyServer {
  /** The address of the service to check. */
  readonly address: string
  /** Settings in addition to those of the fault that are known only when the server runs, such as its port. */
  readonly settings?: CheckSettings
  /** The context of the check, in addition to a guard that allows everything. */
  readonly checkContext?: Partial<CheckContext>
  readonly close: () => void
}
