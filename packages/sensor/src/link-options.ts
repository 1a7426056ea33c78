import type { BusOptions, ReportedBrowser } from '@wachta/bus'
import type { Guard } from '@wachta/checks'
import type { BucketShare } from '@wachta/domain'
import type { Log } from '@wachta/runtime'
import type { SelfCheck } from './self-check.ts'
import type { SensorCore } from './sensor.ts'
import type { SpooledResult } from './spool/records.ts'
import type { Spool } from './spool/spool.ts'

export interface LinkOptions {
  readonly sensor_id: number
  readonly sensor: SensorCore
  readonly share: BucketShare
  /** Saves the share that a heartbeat has confirmed, because it must survive a restart. */
  readonly saveShare: () => Promise<void>
  /** How much this host can do, relative to the other hosts of the sensor. */
  readonly capacity: number
  readonly spool: Spool
  readonly selfCheck: SelfCheck
  readonly guard: Guard
  readonly version: string
  /** Whether this host can run checks in a browser. */
  readonly browser: ReportedBrowser
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>
  readonly now: () => number
  readonly random: () => number
  readonly bus: Pick<BusOptions, 'url' | 'ca' | 'cell' | 'name' | 'credentials'>
  readonly onAcknowledged?: (results: readonly SpooledResult[], spool: Spool) => void
  /** Called when the broker did not accept a message with results. */
  readonly onRejected?: () => void
  readonly signal: AbortSignal
}
