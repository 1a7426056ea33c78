import type { Row, Table } from './table.ts'

const id = (name: string): Row => [name, 'integer', { min: 1 }]
const name: Row = ['name', 'string', { min: 1, max: 64 }]
const longDescription: Row = ['description', 'string', { max: 10_000, default: '' }]
const shortDescription: Row = ['description', 'string', { max: 255, default: '' }]
const language: Row = ['language_id', 'string', { key: true }]
const channel: Row = ['channel_id', 'string', { key: true }]
const address: Row = ['address', 'string', { min: 1, max: 512 }]
const contactIds: Row = ['contact_ids', 'array of id', { unique: true, swaggerMax: 1000, default: [] }]
/** The API names the type, but does not document it. */
const minute = (of: string): Row => [of, 'not shown', { such: { day_of_week: 1, hour: 22, minute: 30 } }]

const createResult = (schema: string): Table => ({ schema, closed: true, required: ['id'], rows: [id('id')] })

export const contact: Table = {
  schema: 'contact',
  closed: false,
  rows: [id('id'), id('owner_id'), name, longDescription, language],
  ours: ['external_id'],
}

export const contactCreateData: Table = {
  schema: 'contact_create_data',
  closed: true,
  required: ['name'],
  rows: [name, longDescription, language, id('owner_id')],
}

export const contactCreateResult = createResult('contact_create_result')

export const contactAddress: Table = {
  schema: 'contact_address',
  closed: false,
  rows: [id('id'), id('contact_id'), channel, address],
  ours: ['is_verified'],
}

/** A sent notification. */
export const contactNotification: Table = {
  schema: 'contact_notification',
  closed: false,
  rows: [
    ...['id', 'account_id', 'contact_id', 'address_id', 'service_id', 'event_id', 'escalation_id'].map(id),
    channel,
    ['address', 'string', { max: 512 }],
    ['subject', 'string'],
    ['content', 'string'],
    ['time', 'dateTime'],
  ],
  ours: ['status', 'reason', 'kind', 'repeat_number', 'attempts', 'digest_id', 'occurrence_id', 'created_at'],
}

export const contactAddressCreateData: Table = {
  schema: 'contact_address_create_data',
  closed: true,
  required: ['address', 'channel_id', 'contact_id'],
  rows: [address, channel, id('contact_id')],
}

export const contactAddressCreateResult = createResult('contact_address_create_result')

export const contactGroup: Table = {
  schema: 'contact_group',
  closed: false,
  rows: [id('id'), id('owner_id'), name, longDescription, contactIds],
}

export const contactGroupCreateData: Table = {
  schema: 'contact_group_create_data',
  closed: true,
  required: ['name'],
  rows: [name, contactIds, longDescription, id('owner_id')],
}

export const contactGroupCreateResult = createResult('contact_group_create_result')

export const contactSuspension: Table = {
  schema: 'contact_suspension',
  closed: false,
  rows: [id('id'), id('contact_id'), shortDescription, ['start_time', 'dateTime'], ['end_time', 'dateTime']],
}

export const contactSuspensionCreateData: Table = {
  schema: 'contact_suspension_create_data',
  closed: true,
  required: ['contact_id', 'end_time'],
  rows: [id('contact_id'), ['end_time', 'dateTime'], shortDescription, ['start_time', 'dateTime']],
}

export const contactSuspensionCreateResult = createResult('contact_suspension_create_result')

export const contactWeeklySuspension: Table = {
  schema: 'contact_weekly_suspension',
  closed: false,
  rows: [id('id'), id('contact_id'), shortDescription, minute('start_minute'), minute('end_minute')],
}

export const contactWeeklySuspensionCreateData: Table = {
  schema: 'contact_weekly_suspension_create_data',
  closed: true,
  required: ['contact_id', 'end_minute', 'start_minute'],
  rows: [id('contact_id'), minute('end_minute'), minute('start_minute'), shortDescription],
}

export const contactWeeklySuspensionCreateResult = createResult('contact_weekly_suspension_create_result')
