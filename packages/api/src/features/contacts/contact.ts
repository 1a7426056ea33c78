import { defineResource, one } from '@wachta/resource'
import { id, key, nullable, personal, text, unlisted } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { editor, keeper } from '../../platform/access.ts'

/** A person or team who is notified. */
export const contact = defineResource('contact', {
  fields: {
    id: id(),
    owner_id: id({ description: 'Owning account.' }),
    name: personal(text({ min: 1, max: 64 })),
    description: personal(text({ max: 10_000, default: '' })),
    language_id: key({ description: "Preferred language; default: that of the owner's account." }),
    external_id: unlisted(nullable(text({ description: 'Its identifier in a declarative configuration.' }))),
  },
  relations: {
    language: one('language', 'language_id'),
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of a contact.' },
      collection: { path: 'contacts', tag: 'contacts', summary: 'Contacts of an account.' },
    }),
  },
  paths: ['owner.name', 'owner.username'],
  query: ['name', 'description'],
  owner: 'owner_id',
  permissions: {
    create_addresses: editor,
    create_suspensions: editor,
    create_weekly_suspensions: editor,
    customize_templates: editor,
    delete: editor,
    own: own(),
    read: keeper,
    update: editor,
  },
  serve: {
    path: '/contacts',
    tag: 'contacts',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['name'],
    optional: ['description', 'language_id', 'owner_id'],
    under: ['owner', 'create_contacts'],
    defaults: (_data, { caller }) => ({ owner_id: caller.actsFor }),
    async prepare(data, { db }) {
      const [owner] = await db.query(
        sql<{ language_id: string }>`select language_id from account where id = ${data['owner_id']}`,
      )
      return { columns: { language_id: owner?.language_id, ...data } }
    },
  },
  update: { fields: ['name', 'description', 'language_id'] },
})
