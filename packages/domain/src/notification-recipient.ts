import type { QuietTimes } from './quiet-times.ts'

/** An address to notify. */
export interface NotificationRecipient {
  readonly address_id: number
  readonly contact_id: number | null
  readonly channel_id: string
  readonly address: string
  readonly language_id: string
  readonly channel: { readonly isAvailable: boolean; readonly isDiscontinued: boolean }
  /** The quiet hours of the contact. */
  readonly quietTimes: QuietTimes
  /** Whether the recipient was notified of the start, but is no longer part of the escalation. */
  readonly isFormer: boolean
}

/** The recorded state of one address in one round. */
export interface Progress {
  readonly address_id: number
  readonly channel_id: string
  readonly address: string
  /** Whether a start is recorded, sent or suppressed. */
  readonly hasStart: boolean
  /** Why the first start was suppressed; null if it was sent. */
  readonly reason: string | null
  /** Whether a suppressed start is recorded again as a later one, sent or suppressed. */
  readonly hasLater: boolean
  /** Whether a start was suppressed because the alert was acknowledged. */
  readonly wasAcknowledged: boolean
  /** Whether that start is recorded again after the acknowledgement was undone. */
  readonly hasResumed: boolean
  readonly hasEnd: boolean
  /** When the first start that was not suppressed was created; null if there is none. */
  readonly addressed_at: number | null
  /** Whether a start was sent or is pending. */
  readonly isNotified: boolean
  /** The newest recorded repeat. */
  readonly repeat_number: number
}

/** One address with its recipients: it gets one message per step, even if several contacts or groups share it. */
export interface AddressState extends Omit<Progress, 'address_id' | 'channel_id' | 'address'> {
  readonly recipients: readonly NotificationRecipient[]
  /** The recipients, and those that are no longer part of the escalation. */
  readonly everyone: readonly NotificationRecipient[]
}

interface RecipientsAndProgress {
  readonly recipients: readonly NotificationRecipient[]
  readonly progress: readonly Progress[]
}

/**
 * Groups the recipients by address, each with its recorded progress: found by address, or by id if the address was
 * changed.
 */
export function groupByAddress({ recipients, progress }: RecipientsAndProgress): AddressState[] {
  const byAddress = Map.groupBy(progress, toKey)
  const byId = Map.groupBy(progress, ({ address_id }) => address_id)
  return [...Map.groupBy(recipients, toKey)].map(([key, sharing]) => {
    const everyone = [...new Map(sharing.map((each) => [each.address_id, each])).values()]
    const records = [...(byAddress.get(key) ?? []), ...everyone.flatMap(({ address_id }) => byId.get(address_id) ?? [])]
    return { recipients: everyone.filter(({ isFormer }) => !isFormer), everyone, ...combineProgress(records) }
  })
}

const toKey = ({ channel_id, address }: { readonly channel_id: string; readonly address: string }) =>
  `${channel_id} ${address}`

function combineProgress(records: readonly Progress[]): Omit<AddressState, 'recipients' | 'everyone'> {
  return {
    hasStart: records.some(({ hasStart }) => hasStart),
    reason: records.find(({ reason }) => reason !== null)?.reason ?? null,
    hasLater: records.some(({ hasLater }) => hasLater),
    wasAcknowledged: records.some(({ wasAcknowledged }) => wasAcknowledged),
    hasResumed: records.some(({ hasResumed }) => hasResumed),
    hasEnd: records.some(({ hasEnd }) => hasEnd),
    addressed_at: findEarliestTime(records.flatMap(({ addressed_at }) => addressed_at ?? [])),
    isNotified: records.some(({ isNotified }) => isNotified),
    repeat_number: Math.max(0, ...records.map(({ repeat_number }) => repeat_number)),
  }
}

const findEarliestTime = (times: readonly number[]): number | null => (times.length > 0 ? Math.min(...times) : null)
