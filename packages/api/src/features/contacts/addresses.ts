import { channel } from '@wachta/channels'
import { type Call, type RowChange, rejectAny, type Values, type Violation } from '@wachta/resource'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { countSmsNumbers, loadAccountLimits, rejectBeyondPackage } from '../packages/limits.ts'

/** An address that notifications are sent to, with the fields of the request that contain it. */
export interface Destination {
  readonly channelId: string
  readonly address: string
  readonly fields: { readonly channel: string; readonly address: string }
}

/** Returns violations if an address cannot be used: the channel is not available, or the address is malformed. */
export async function findDestinationViolations(
  { channelId, address, fields }: Destination,
  ownerId: number,
  { db }: Call,
): Promise<Violation[]> {
  const knownChannel = channel(channelId)
  if (!knownChannel) return [{ symbol: 'unknown_reference', field: fields.channel }]
  if (knownChannel.isDiscontinued) return [{ symbol: 'channel_discontinued', field: fields.channel }]
  const { available_notification_channel_ids: offered } = await loadAccountLimits(ownerId, { db })
  const isOffered = offered.includes(channelId)
  return [
    ...(isOffered ? [] : [{ symbol: 'channel_not_in_package', field: fields.channel, params: { what: channelId } }]),
    ...findAddressViolations(channelId, address, fields.address),
  ]
}

/** Returns a violation if the address does not have the format of the channel. */
export function findAddressViolations(channelId: string, address: string, field: string): Violation[] {
  const format = channel(channelId)?.address
  if (!format?.findProblem(address)) return []
  return [{ symbol: 'wrong_channel_address', field, params: { format: { ...format.format } } }]
}

/**
 * Rejects a phone number that was just written, if the account now has more numbers than its package allows. Writers of
 * one account wait for each other, so that each counts the numbers that the previous ones have committed.
 */
export async function rejectNumbersBeyondPackage(
  { channelId, fields }: Pick<Destination, 'channelId' | 'fields'>,
  ownerId: number,
  call: Call,
): Promise<void> {
  if (!channel(channelId)?.isPhoneNumber) return
  const usage = { sms_numbers: await countSmsNumbers(ownerId, call) }
  await rejectBeyondPackage(ownerId, { usage, fields: { maximum_sms_numbers: fields.address } }, call)
}

/** Queues the e-mail that asks a recipient for consent to notifications; it is not sent if no consent is needed. */
export async function queueConsentRequest(
  { channelId, address }: Pick<Destination, 'channelId' | 'address'>,
  accountId: number,
  { db }: Pick<Call, 'db'>,
): Promise<void> {
  if (channel(channelId)?.isEmailAddress) await enqueueMail(db, { kind: 'recipient', accountId, to: address })
}

/** The shared hooks of the resources of addresses; `column` contains the channel. */
export const createAddressHooks = (column: 'channel_id' | 'notification_channel_id') => {
  const fields = { channel: `data.${column}`, address: 'data.address' }
  const toDestination = (values: Values) => ({
    channelId: String(values[column]),
    address: String(values['address']),
    fields,
  })
  const changesAddress = (changes: Values) => 'address' in changes || column in changes
  return {
    async rejectInvalid(values: Values, ownerId: number, call: Call): Promise<void> {
      rejectAny(await findDestinationViolations(toDestination(values), ownerId, call))
    },
    /** Validates channel and address together, because an address that fits one channel may not fit another. */
    async rejectInvalidChange(changes: Values, before: Values, call: Call): Promise<void> {
      if (!changesAddress(changes)) return
      const values = { ...before, ...changes }
      rejectAny(await findDestinationViolations(toDestination(values), Number(before['owner_id']), call))
    },
    async created(_id: number, { owner_id, ...values }: Values, call: Call): Promise<void> {
      await rejectNumbersBeyondPackage(toDestination(values), Number(owner_id), call)
      await queueConsentRequest(toDestination(values), Number(owner_id), call)
    },
    async changed({ changes, before }: RowChange, call: Call): Promise<void> {
      if (!changesAddress(changes)) return
      const [after, ownerId] = [toDestination({ ...before, ...changes }), Number(before['owner_id'])]
      await rejectNumbersBeyondPackage(after, ownerId, call)
      await queueConsentRequest(after, ownerId, call)
    },
  }
}
