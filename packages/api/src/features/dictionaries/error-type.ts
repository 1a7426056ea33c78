import { defineResource, many } from '@wachta/resource'
import { id, keyList, text } from '@wachta/resource/field'
import { always, never } from '@wachta/resource/permission'
import { defineLocalizedField } from './localised.ts'

/** A kind of error that a check can end with. */
export const errorType = defineResource('error_type', {
  fields: {
    id: id({ description: 'Error code.' }),
    name: text({ min: 1, max: 255 }),
    description: text({ min: 0, max: 100_000 }),
    diagnosis: text({ min: 0, max: 100_000 }),
    extra_info: text({ min: 0, max: 100_000 }),
    category_ids: keyList({ default: [] }),
  },
  computed: {
    name: defineLocalizedField('name'),
    description: defineLocalizedField('description'),
    diagnosis: defineLocalizedField('diagnosis'),
    extra_info: defineLocalizedField('extra_info'),
  },
  relations: {
    categories: many('error_type_category', 'category_ids', {
      collection: { path: 'error_types', tag: 'error_types', summary: 'Error types of a category.' },
    }),
  },
  query: ['name', 'description', 'diagnosis', 'extra_info'],
  owner: null,
  groupLimit: 'none',
  permissions: { delete: never, own: never, read: always, update: never },
  serve: {
    path: '/error_types',
    tag: 'error_types',
    operations: ['list', 'search', 'read', 'permissions'],
    public: ['list', 'search', 'read', 'permissions'],
  },
})
