import { type AnyResource, type Call, lockRow, type Operation, parseKey, reject } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import { sendDirectMessages, stripPhoneNumber } from '../../platform/notifications/direct-messages.ts'
import { group } from '../groups/group.ts'
import { loadAccountLimits } from '../packages/limits.ts'
import { service } from '../services/service.ts'
import { notificationAddress } from './notification-address.ts'

interface TestedNumber {
  readonly id: number
  readonly address: string
  readonly language_id: string
  readonly is_verified: boolean
}

/** A resource with a test SMS operation, and the phone numbers that the test is sent to. */
interface TestTarget {
  readonly resource: AnyResource
  readonly path: string
  readonly tag: string
  readonly summary: string
  selectNumbers(id: number): RawBuilder<unknown>
}

const targets: readonly TestTarget[] = [
  {
    resource: notificationAddress,
    path: '/notification_addresses',
    tag: 'notification_addresses',
    summary: 'Send a test SMS to a notification address.',
    selectNumbers: (id) => sql`n.id = ${id}`,
  },
  {
    resource: group,
    path: '/groups',
    tag: 'groups',
    summary: 'Send a test SMS to the phone numbers assigned to a group.',
    selectNumbers: (id) => sql`n.group_id = ${id}`,
  },
  {
    resource: service,
    path: '/services',
    tag: 'services',
    summary: 'Send a test SMS to the phone numbers assigned to a service.',
    selectNumbers: (id) => sql`exists (select from service v
where v.id = ${id} and v.group_id = n.group_id and 'sms' = any(v.notification_channel_ids))`,
  },
]

/** The operations that send a test SMS, so that users know that messages arrive before an alert. */
export const testSmsOperations: readonly Operation[] = targets.map((target) => ({
  id: `send_test_sms_to_${target.resource.name}`,
  method: 'POST',
  path: `${target.path}/{_id}/send_test_sms_notification`,
  tag: target.tag,
  summary: target.summary,
  access: 'customer',
  on: { resource: target.resource.name, flag: 'update' },
  status: 204,
  async handle(call) {
    const id = Number(parseKey(target.resource, call))
    const { owner_id } = await lockRow({ resource: target.resource, key: id }, 'update', call)
    const test = { condition: target.selectNumbers(id), service_id: target.resource === service ? id : null }
    await sendTests(Number(owner_id), test, call)
    return undefined
  },
}))

/** The condition that selects the tested numbers, and the service that the test is for. */
interface NumberTest {
  readonly condition: RawBuilder<unknown>
  readonly service_id: number | null
}

async function sendTests(accountId: number, { condition, service_id }: NumberTest, call: Call): Promise<void> {
  const { available_notification_channel_ids: offered } = await loadAccountLimits(accountId, call)
  if (!offered.includes('sms')) reject('channel_not_in_package', undefined, { what: 'sms' })
  const found = await call.db.query(sql<TestedNumber>`select n.id, n.address, a.language_id,
  exists (select from verified_address p where p.account_id = n.owner_id and p.channel_id = 'sms' and p.address = n.address
    and p.verified_at is not null) as is_verified
from notification_address n join account a on a.id = n.owner_id
where ${condition} and n.owner_id = ${accountId} and n.notification_channel_id = 'sms' order by n.id`)
  if (found.length === 0) reject('no_sms_number')
  const verified = found.filter(({ is_verified }) => is_verified)
  if (verified.length === 0) reject('address_not_verified')
  // Each number gets one message, even if several addresses contain it.
  const distinct = new Map(verified.map((one) => [stripPhoneNumber(one.address), one]))
  const messages = [...distinct.values()].map(({ id: address_id, address, language_id }) => ({
    kind: 'test' as const,
    address_id,
    contact_id: null,
    service_id,
    channel_id: 'sms',
    address,
    language_id,
    content: '',
  }))
  const ids = await sendDirectMessages(accountId, messages, call)
  await call.record(
    ...ids.map((notificationId) => ({
      resource: 'notification',
      id: notificationId,
      accountId,
      before: null,
      after: { kind: 'test', channel_id: 'sms' },
    })),
  )
}
