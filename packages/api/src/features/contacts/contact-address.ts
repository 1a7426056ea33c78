import { defineResource, one } from '@wachta/resource'
import { id, key, personal, text } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { editor, keeper } from '../../platform/access.ts'
import { isVerified, selectVerification } from '../../platform/mail/verified-address.ts'
import { loadOwnerOfContact } from '../../platform/ownership.ts'
import { createAddressHooks } from './addresses.ts'

const rules = createAddressHooks('channel_id')

/** An address of a contact on one channel. */
export const contactAddress = defineResource('contact_address', {
  title: 'contact address',
  fields: {
    id: id(),
    contact_id: id(),
    channel_id: key({ description: 'A contact channel that the package of the account has.' }),
    address: personal(
      text({ min: 1, max: 512, description: 'E-mail address, telephone number etc., in the format of the channel.' }),
    ),
    is_verified: isVerified,
  },
  computed: { is_verified: selectVerification('channel_id') },
  relations: {
    channel: one('contact_channel', 'channel_id', {
      route: { tag: 'contact_addresses', summary: 'Channel of a contact address.' },
    }),
    contact: one('contact', 'contact_id', {
      route: { tag: 'contacts', summary: 'Contact that an address belongs to.' },
      collection: { path: 'addresses', tag: 'contact_addresses', summary: 'Addresses of a contact.' },
    }),
  },
  paths: ['contact.name'],
  query: ['address'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/contact_addresses',
    tag: 'contact_addresses',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['address', 'channel_id', 'contact_id'],
    under: ['contact', 'create_addresses'],
    async prepare(data, call) {
      const owner_id = await loadOwnerOfContact(data, call)
      await rules.rejectInvalid(data, owner_id, call)
      return { columns: data, forCreated: { ...data, owner_id } }
    },
    created: rules.created,
  },
  update: {
    fields: ['address', 'channel_id'],
    async prepare(changes, before, call) {
      await rules.rejectInvalidChange(changes, before, call)
      return changes
    },
    changed: rules.changed,
  },
})
