import { defineResource, many, one, reject, rejectAny } from '@wachta/resource'
import { decimal, flag, id, keyList, nullable, text, textList } from '@wachta/resource/field'
import { administrator, any, own, where } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { editor } from '../../platform/access.ts'
import { findNetworkViolations } from '../../platform/authentication/allow-list.ts'
import { prepareCategories, rejectUsedSensor, reviseServicesOfChangedCategories } from './rules.ts'

/** The number of private sensors per account. */
const maxPrivateSensors = 100

const isPublic = where((row) => sql`${row('owner_id')} is null`)

const settings = [
  'location',
  'country_code',
  'latitude',
  'longitude',
  'color',
  'ip_addresses',
  'category_ids',
  'is_active',
] as const

/** A sensor; public ones belong to the installation, private ones check only services of their account. */
export const sensor = defineResource('sensor', {
  fields: {
    id: id(),
    name: text({ min: 1, max: 64 }),
    location: text({ max: 255, default: '' }),
    country_code: nullable(text({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two letters.' })),
    latitude: nullable(decimal({ min: -90, max: 90 })),
    longitude: nullable(decimal({ min: -180, max: 180 })),
    color: text({ pattern: '^#[0-9a-f]{6}$', default: '#3366cc', description: 'Its color in charts.' }),
    ip_addresses: textList({ max: 100, maxLength: 64, description: 'Where its checks come from, for your firewall.' }),
    category_ids: keyList({
      min: 1,
      max: 50,
      default: ['default', 'mail'],
      description:
        'The categories that it can check. `browser` follows from the reports of the sensor: it cannot be added, and it stays if a request omits it.',
    }),
    is_active: flag({ default: true }),
    owner_id: nullable(id({ description: 'The account whose private sensor it is; null for a public one.' })),
  },
  relations: {
    categories: many('service_type_category', 'category_ids', {
      collection: { path: 'sensors', tag: 'sensors', summary: 'Sensors able to check services of the category.' },
    }),
    owner: one('account', 'owner_id'),
  },
  query: ['name', 'location'],
  owner: 'owner_id',
  groupLimit: 'none',
  permissions: {
    delete: editor,
    enrol: editor,
    own: own(),
    read: any(isPublic, own(), administrator),
    update: editor,
  },
  serve: {
    path: '/sensors',
    tag: 'sensors',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
    public: ['list', 'search', 'read'],
  },
  create: {
    required: ['name'],
    optional: [...settings, 'owner_id'],
    mayCreate: ({ scope, readOnly }) => scope !== 'anonymous' && !readOnly,
    defaults: (_data, { caller }) => ({ owner_id: caller.scope === 'administrator' ? null : caller.actsFor }),
    async prepare(data, { caller, db }) {
      const owner = data['owner_id'] as number | null
      if (caller.scope !== 'administrator' && owner !== caller.actsFor) reject('forbidden_field', 'data.owner_id')
      rejectAny(findNetworkViolations((data['ip_addresses'] ?? []) as string[], 'data.ip_addresses'))
      prepareCategories(data)
      if (owner !== null) {
        // Locked, so that concurrent requests cannot exceed the limit. Additional users cannot own sensors.
        const [holder] = await db.query(
          sql`select from account where id = ${owner} and parent_account_id is null for no key update`,
        )
        if (!holder) reject('unknown_reference', 'data.owner_id')
        const [owned] = await db.query(sql<{ count: number }>`select count(*) from sensor where owner_id = ${owner}`)
        if (Number(owned?.count) >= maxPrivateSensors)
          reject('too_many_objects', 'data.owner_id', { limit: maxPrivateSensors })
      }
      return { columns: data }
    },
  },
  update: {
    fields: ['name', ...settings],
    async prepare(changes, before) {
      rejectAny(findNetworkViolations((changes['ip_addresses'] ?? []) as string[], 'data.ip_addresses'))
      return prepareCategories(changes, before)
    },
    changed: reviseServicesOfChangedCategories,
  },
  delete: { prepare: rejectUsedSensor },
})
