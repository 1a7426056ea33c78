import { type Call, defineResource, many, one, rejectAny, type Values } from '@wachta/resource'
import { id, idList, personal, text } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { editor, keeper } from '../../platform/access.ts'
import { findBelongingViolations } from '../../platform/belonging.ts'

/** A list of contacts that escalation steps can use. */
export const contactGroup = defineResource('contact_group', {
  title: 'contact group',
  fields: {
    id: id(),
    owner_id: id(),
    name: personal(text({ min: 1, max: 64 })),
    description: personal(text({ max: 10_000, default: '' })),
    contact_ids: idList({ default: [], description: 'Contacts of the same account.' }),
  },
  relations: {
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of a contact group.' },
      collection: { path: 'contact_groups', tag: 'contacts', summary: 'Contact groups of an account.' },
    }),
    contacts: many('contact', 'contact_ids', { route: { tag: 'contacts', summary: 'Contacts in a group.' } }),
  },
  paths: ['owner.name', 'owner.username'],
  query: ['name', 'description'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/contact_groups',
    tag: 'contact_groups',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['name'],
    optional: ['contact_ids', 'description', 'owner_id'],
    under: ['owner', 'create_contact_groups'],
    defaults: (_data, { caller }) => ({ owner_id: caller.actsFor }),
    async prepare(data, call) {
      await rejectForeignContacts(data, Number(data['owner_id']), call)
      return { columns: data }
    },
  },
  update: {
    fields: ['name', 'description', 'contact_ids'],
    async prepare(changes, before, call) {
      await rejectForeignContacts(changes, Number(before['owner_id']), call)
      return changes
    },
  },
})

/** Every contact must belong to the same account as the group. */
async function rejectForeignContacts({ contact_ids }: Values, ownerId: number, call: Call): Promise<void> {
  const contacts = { resource: 'contact', table: 'contact', field: 'data.contact_ids' }
  rejectAny(await findBelongingViolations({ ...contacts, ids: contact_ids }, ownerId, call))
}
