import type { Carriers, Channel } from '@wachta/channels'
import type { Database } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import type { SlotTrace } from '@wachta/runtime'
import type { Signer } from '@wachta/runtime/signer'
import type { Vault } from '@wachta/runtime/vault'
import type { Claims } from './claims.ts'
import type { Destinations } from './destinations.ts'
import type { DailyMailLimits } from './mail-limits.ts'
import type { PendingMessage } from './pending.ts'
import type { PhoneRules } from './phone-rules.ts'

export interface DeliverLog {
  info(data: object, message: string): void
  warn(data: object, message: string): void
  error(data: object, message: string): void
}

/** The result of an attempt to deliver a message, or of settling it without an attempt; process metrics count both. */
export interface CountedOutcome {
  readonly channel_id: string
  readonly outcome: 'sent' | 'temporary' | 'permanent' | 'deferred' | 'suppressed' | 'gave_up'
  readonly reason?: string
  readonly units?: number
  /** The time since the message was created. */
  readonly ageMs: number
}

export interface DeliverOptions {
  readonly database: Pick<Database, 'query' | 'transaction' | 'compile' | 'run'>
  readonly carriers: Carriers
  readonly channel?: (id: string) => Channel | undefined
  readonly objects: Pick<ObjectStore, 'get'>
  /** The public URL of this installation. */
  readonly publicUrl: string
  /** Signs acknowledgement links. */
  readonly signer: Signer
  readonly vault: Pick<Vault, 'open'>
  readonly cell: string
  readonly now: () => Date
  readonly random?: () => number
  readonly log?: DeliverLog
  readonly phoneRules?: PhoneRules
  readonly mailLimits?: DailyMailLimits
  readonly onOutcome?: (counted: CountedOutcome) => void
  readonly timeoutMs?: number
  /** Adds each delivery to the trace of the slot that caused it. */
  readonly trace?: SlotTrace | undefined
}

/** The dependencies that all parts of a delivery share. */
export type DeliveryContext = DeliverOptions &
  Required<Pick<DeliverOptions, 'phoneRules' | 'mailLimits' | 'channel'>> & {
    readonly destinations: Destinations
    readonly claims: Claims
  }

export function countOutcome(
  { channel_id, created_at }: PendingMessage,
  result: Pick<CountedOutcome, 'outcome' | 'reason' | 'units'>,
  { onOutcome, now }: DeliveryContext,
): void {
  onOutcome?.({ channel_id, ageMs: now().getTime() - created_at.getTime(), ...result })
}
