import type { QuietTimes } from './quiet-times.ts'

/** An address that somebody is told at. */
export interface Recipient {
  readonly address_id: number
  readonly contact_id: number | null
  readonly channel_id: string
  readonly address: string
  readonly language_id: string
  readonly channel: { readonly isAvailable: boolean; readonly isDiscontinued: boolean }
  /** Of the contact. */
  readonly quietTimes: QuietTimes
  /** Was told of the start, but would be told of no other: the escalation was changed since. */
  readonly isFormer: boolean
}

/** What is on record of one address in one round. */
export interface Progress {
  readonly address_id: number
  readonly channel_id: string
  readonly address: string
  /** A start is on record, sent or not. */
  readonly hasStart: boolean
  /** Why the first one was not sent; null where it was. */
  readonly reason: string | null
  /** One that was held back is on record as told later, sent or not. */
  readonly hasLater: boolean
  readonly hasEnd: boolean
  /** When the first start that was to be sent was made, whatever became of it; null where there is none. */
  readonly addressed_at: number | null
  /** A start was sent, or is about to be. */
  readonly isNotified: boolean
  /** The newest repeat on record. */
  readonly repeat_number: number
}

/** One address, whoever has it: it gets one message a step, even if several people or groups lead to it. */
export interface AddressState extends Omit<Progress, 'address_id' | 'channel_id' | 'address'> {
  readonly recipients: readonly Recipient[]
  /** The same, with those who would not be told any more. */
  readonly former: readonly Recipient[]
}

interface RecipientsAndProgress {
  readonly recipients: readonly Recipient[]
  readonly progress: readonly Progress[]
}

/** The audience by address, with what is on record of each: under the same address, or under one that was changed since. */
export function groupByAddress({ recipients, progress }: RecipientsAndProgress): AddressState[] {
  const byAddress = Map.groupBy(progress, toKey)
  const byId = Map.groupBy(progress, ({ address_id }) => address_id)
  return [...Map.groupBy(recipients, toKey)].map(([key, sharing]) => {
    const former = [...new Map(sharing.map((each) => [each.address_id, each])).values()]
    const records = [...(byAddress.get(key) ?? []), ...former.flatMap(({ address_id }) => byId.get(address_id) ?? [])]
    return { recipients: former.filter(({ isFormer }) => !isFormer), former, ...combineProgress(records) }
  })
}

const toKey = ({ channel_id, address }: { readonly channel_id: string; readonly address: string }) =>
  `${channel_id} ${address}`

function combineProgress(records: readonly Progress[]): Omit<AddressState, 'recipients' | 'former'> {
  return {
    hasStart: records.some(({ hasStart }) => hasStart),
    reason: records.find(({ reason }) => reason !== null)?.reason ?? null,
    hasLater: records.some(({ hasLater }) => hasLater),
    hasEnd: records.some(({ hasEnd }) => hasEnd),
    addressed_at: earliest(records.flatMap(({ addressed_at }) => addressed_at ?? [])),
    isNotified: records.some(({ isNotified }) => isNotified),
    repeat_number: Math.max(0, ...records.map(({ repeat_number }) => repeat_number)),
  }
}

const earliest = (times: readonly number[]): number | null => (times.length > 0 ? Math.min(...times) : null)
