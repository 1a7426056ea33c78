import { defineResource } from '@wachta/resource'
import { key, nullable, text } from '@wachta/resource/field'
import { always, never } from '@wachta/resource/permission'
import { sql } from 'kysely'
import type { Dictionary } from './define-dictionary.ts'
import { defineLocalizedField } from './localised.ts'

/** The resource that serves one dictionary, in the caller's language. */
export const defineDictionaryResource = ({ name, collection }: Dictionary) =>
  defineResource(name, {
    table: 'dictionary_entry',
    fields: { id: key(), name: text(), description: nullable(text()) },
    computed: { name: defineLocalizedField('name'), description: defineLocalizedField('description') },
    rows: (row) => sql`${row('dictionary')} = ${sql.lit(collection)}`,
    query: ['name', 'description'],
    owner: null,
    groupLimit: 'none',
    permissions: { own: never, read: always },
    serve: {
      path: `/dictionaries/${collection}`,
      tag: 'dictionaries',
      operations: ['list', 'read'],
      public: ['list', 'read'],
    },
  })
