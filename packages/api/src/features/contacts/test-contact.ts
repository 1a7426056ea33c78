import { lockRow, type Operation, parseKey, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { sendDirectMessages } from '../../platform/notifications/direct-messages.ts'
import { loadAccountLimits } from '../packages/limits.ts'
import { contactAddress } from './contact-address.ts'

/** The operation that sends a test notification to an address of a contact, on any channel. */
export const testContactOperation: Operation = {
  id: 'send_test_to_contact_address',
  method: 'POST',
  path: '/contact_addresses/{_id}/send_test_notification',
  tag: 'contact_addresses',
  summary: 'Send a test to an address of a contact; the notification log shows the result.',
  access: 'customer',
  on: { resource: 'contact_address', flag: 'update' },
  status: 204,
  async handle(call) {
    const id = Number(parseKey(contactAddress, call))
    const record = await lockRow({ resource: contactAddress, key: id }, 'update', call)
    const accountId = Number(record['owner_id'])
    const channel_id = String(record['channel_id'])
    const { available_notification_channel_ids: offered } = await loadAccountLimits(accountId, call)
    if (!offered.includes(channel_id)) reject('channel_not_in_package', undefined, { what: channel_id })
    if (record['is_verified'] !== true) reject('address_not_verified')
    const contact_id = Number(record['contact_id'])
    const [contact] = await call.db.query(
      sql<{ language_id: string }>`select language_id from contact where id = ${contact_id}`,
    )
    const message = {
      kind: 'test' as const,
      address_id: id,
      contact_id,
      service_id: null,
      channel_id,
      address: String(record['address']),
      language_id: contact?.language_id ?? 'en',
      content: '',
    }
    const [notificationId = 0] = await sendDirectMessages(accountId, [message], call)
    const after = { kind: 'test', channel_id }
    await call.record({ resource: 'notification', id: notificationId, accountId, before: null, after })
    return undefined
  },
}
