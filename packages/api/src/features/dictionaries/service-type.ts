import { defineResource, many, one } from '@wachta/resource'
import { flag, key, keyList, number, text } from '@wachta/resource/field'
import { always, never } from '@wachta/resource/permission'
import { defineLocalizedField } from './localised.ts'

/** A way of checking a service. */
export const serviceType = defineResource('service_type', {
  fields: {
    id: key(),
    name: text(),
    description: text(),
    category_id: key({ description: 'Decides which sensors can check it.' }),
    address_format: text({ description: 'What to enter as the address of a service.' }),
    default_interval: number({ min: 1, description: 'Seconds.' }),
    supports_steps: flag(),
    artifact_type_ids: keyList({ description: 'What its checks can keep as evidence.' }),
  },
  computed: {
    name: defineLocalizedField('name'),
    description: defineLocalizedField('description'),
    address_format: defineLocalizedField('address_format'),
  },
  relations: {
    category: one('service_type_category', 'category_id'),
    artifact_types: many('artifact_type', 'artifact_type_ids'),
  },
  query: ['id', 'name', 'description'],
  owner: null,
  groupLimit: 'none',
  permissions: { delete: never, own: never, read: always, update: never },
  serve: {
    path: '/service_types',
    tag: 'service_types',
    operations: ['list', 'search', 'read', 'permissions'],
    public: ['list', 'search', 'read', 'permissions'],
  },
})
