import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { formatFlagTable } from './flag-tables.ts'
import type { Kind } from './kind.ts'

/** Alert rules and their alerts belong to one account only, even if its services are shared. */
const unchangeableFlags = formatFlagTable('owner administrator', [
  ['read', 'read read'],
  ['own', 'read -'],
  ['update', '- -'],
  ['delete', '- -'],
])

/** Incidents and rule statuses can be changed, but not deleted. */
const changeableFlags = formatFlagTable('owner administrator', [
  ['read', 'read read'],
  ['own', 'read -'],
  ['update', 'write write'],
  ['delete', '- -'],
])

/** The newest incident of a service, as SQL. */
const selectNewestIncident = (service: unknown) =>
  sql`(select max(i.id) from incident i where i.service_id = ${service})`

/** The newest alert of a service, as SQL. */
const selectNewestAlert = (service: unknown) =>
  sql`(select max(o.id) from occurrence o where o.service_id = ${service})`

const createNotificationColumns = (word: string) => ({
  style: 'c',
  kind: 'start',
  language_id: 'en',
  status: 'sent',
  step: `start ${word}`,
})
const hideMessage = `channel_id = 'sms', address = '+48777777777', subject = 'changed', content = 'changed',
  status = 'failed', reason = 'refused', repeat_number = 7, attempts = '[]', occurrence_id = 7, service_id = 7`

/** Alerts, incidents and notifications. */
export const notificationKinds: Readonly<Record<string, Kind>> = {
  incident: {
    table: 'incident',
    parentResource: 'service',
    serves: 'list search read permissions',
    flags: changeableFlags,
    collections: ['service'],
    columns: (word, { owner }) => ({
      owner_id: owner,
      kind: 'failure',
      start_time: new Date(Date.now() - 600_000),
      acknowledged_at: new Date(Date.now() - 300_000),
      acknowledged_by: word,
    }),
    hide: `start_time = '2001-01-01', acknowledged_by = 'changed', error_type_id = 7, is_flapping = true`,
  },
  incident_entry: {
    table: 'incident_entry',
    parentResource: 'incident',
    plural: 'incident_entries',
    serves: '',
    unflagged: true,
    flags: unchangeableFlags,
    collections: ['incident'],
    columns: (word, { owner }) => ({ owner_id: owner, kind: 'note', author: word, text: word }),
    hide: `author = 'changed', text = 'changed', created_at = '2001-01-01'`,
  },
  occurrence: {
    table: 'occurrence',
    parentResource: 'service',
    serves: 'read',
    unflagged: true,
    flags: unchangeableFlags,
    columns: (word, { owner, parent, find }) => ({
      owner_id: owner,
      event_id: find('event', owner)[0],
      incident_id: selectNewestIncident(parent),
      start_time: new Date(Date.now() - 600_000),
      acknowledged_by: word,
      note: word,
    }),
    hide: `event_id = null, start_time = '2001-01-01', acknowledged_by = 'changed', note = 'changed', is_flapping = true`,
  },
  event_status: {
    table: 'event_status',
    parentResource: 'service',
    key: ['service_id', 'event_id'],
    plural: 'event_statuses',
    serves: 'list search',
    flags: changeableFlags,
    collections: ['service'],
    columns: (word, { owner, parent, find }) => ({
      event_id: find('event', owner)[0],
      owner_id: owner,
      status: 'active',
      since: '2026-01-01T00:00:00Z',
      signal: true,
      signal_since: '2026-01-01T00:00:00Z',
      note: word,
      occurrence_id: selectNewestAlert(parent),
    }),
    hide: `status = 'disabled', since = '2001-01-01', note = 'changed', is_flapping = true, analysis_time = '2001-01-01',
      occurrence_id = null`,
  },
  escalation_status: {
    table: 'escalation_status',
    parentResource: 'service',
    key: ['service_id', 'escalation_id'],
    plural: 'escalation_statuses',
    serves: 'list search',
    flags: unchangeableFlags,
    collections: ['service'],
    columns: (_word, { owner, parent, find }) => ({
      occurrence_id: selectNewestAlert(parent),
      escalation_id: find('escalation', owner)[0],
      event_id: find('event', owner)[0],
      owner_id: owner,
      status: 'sent',
      sent: 1,
    }),
    hide: `status = 'waiting', next_time = '2031-01-01', sent = 77`,
  },
  contact_notification: {
    table: 'notification',
    parentResource: 'account',
    column: 'account_id',
    key: ['account_id', 'id'],
    serves: 'read',
    flags: unchangeableFlags,
    columns: (word, { owner, find }) => ({
      ...createNotificationColumns(word),
      contact_id: find('contact', owner)[0],
      address_id: find('contact_address', owner)[0],
      service_id: find('service', owner)[0],
      event_id: find('event', owner)[0],
      escalation_id: find('escalation', owner)[0],
      channel_id: 'email',
      address: `${word}@example.com`,
      subject: word,
      content: word,
    }),
    hide: hideMessage,
  },
  notification: {
    table: 'notification',
    parentResource: 'account',
    column: 'account_id',
    key: ['account_id', 'id'],
    serves: 'read',
    flags: unchangeableFlags,
    columns: (word, { owner, find }) => ({
      ...createNotificationColumns(word),
      style: 'o',
      address_id: find('notification_address', owner)[0],
      service_id: find('service', owner)[0],
      channel_id: 'sms',
      address: word,
      content: word,
    }),
    hide: hideMessage,
  },
  // Administrators see it in the log but not on the device, so it has no text of its own.
  mobile_notification: {
    table: 'notification',
    parentResource: 'account',
    column: 'account_id',
    serves: 'read',
    unflagged: true,
    flags: formatFlagTable('owner', [['read', 'read']]),
    columns: (_word, { owner }) => ({
      ...createNotificationColumns(`push ${owner}`),
      contact_id: 1,
      address_id: 1,
      service_id: 1,
      event_id: 1,
      escalation_id: 1,
      channel_id: 'push',
      address: 'device',
    }),
  },
  mobile_device: {
    table: 'mobile_device',
    parentResource: 'account',
    column: 'account_id',
    serves: 'delete',
    unflagged: true,
    // The same name in another account means another device, also for administrators.
    flags: formatFlagTable('owner', [
      ['read', 'read'],
      ['delete', 'write'],
    ]),
    columns: (_word, { owner }) => ({ id: `device-${owner}`, endpoint: '', p256dh: '', auth: '' }),
  },
  signing_key: {
    table: 'signing_key',
    parentResource: 'account',
    column: 'account_id',
    key: ['account_id', 'id'],
    serves: 'delete',
    flags: formatFlagTable('owner administrator', [
      ['read', 'read read'],
      ['own', 'read -'],
      ['update', '- -'],
      ['delete', 'write write'],
    ]),
    collections: ['account'],
    columns: (word) => ({ sealed_key: word.replace('signingkey', 'secret') }),
    hide: `created_at = '2001-01-01'`,
  },
}

/** Marks most phone numbers as verified, and leaves some unverified. */
export async function seedVerifiedAddresses(db: Database): Promise<void> {
  await db.query(sql`insert into verified_address (account_id, channel_id, address, verified_at)
select owner_id, notification_channel_id, address, now() from notification_address
where notification_channel_id = 'sms' and id % 4 <> 0
union all select owner_id, channel_id, address, now() from contact_address where channel_id = 'sms' and id % 2 = 0 on conflict do nothing`)
}
