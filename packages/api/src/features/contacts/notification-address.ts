import { defineResource, one } from '@wachta/resource'
import { id, key, personal, text } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { canEditGroup, canReadGroup } from '../../platform/access.ts'
import { isVerified, selectVerification } from '../../platform/mail/verified-address.ts'
import { findGroupOfNewRow, loadOwnerOfGroup, requireMovePermission } from '../../platform/ownership.ts'
import { createAddressHooks } from './addresses.ts'

const rules = createAddressHooks('notification_channel_id')
const editor = canEditGroup('group_id', 'can_modify_group')

/** An address that gets the legacy notifications of the services of a group. */
export const notificationAddress = defineResource('notification_address', {
  title: 'notification address',
  fields: {
    id: id(),
    address: personal(text({ min: 1, max: 512, description: 'In the format of the channel.' })),
    notification_channel_id: key({ description: 'A channel that the package of the account has.' }),
    group_id: id({ description: 'Default: the default group of the owner.' }),
    description: personal(text({ max: 255, default: '' })),
    owner_id: id({ description: 'The account that the group belongs to.' }),
    is_verified: isVerified,
  },
  computed: { is_verified: selectVerification('notification_channel_id') },
  relations: {
    group: one('group', 'group_id', {
      route: { tag: 'groups', summary: 'Group of a notification address.' },
      collection: {
        path: 'notification_addresses',
        tag: 'notification_addresses',
        summary: 'Notification addresses assigned to a group.',
      },
    }),
    notification_channel: one('notification_channel', 'notification_channel_id', {
      route: { tag: 'notification_addresses', summary: 'Channel of a notification address.' },
    }),
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of a notification address.' },
      collection: {
        path: 'notification_addresses',
        tag: 'notification_addresses',
        summary: 'Notification addresses of an account.',
      },
    }),
  },
  paths: ['group.name', 'owner.name', 'owner.username'],
  query: ['address', 'description'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: canReadGroup('group_id'), update: editor },
  serve: {
    path: '/notification_addresses',
    tag: 'notification_addresses',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['address', 'notification_channel_id'],
    optional: ['group_id', 'description', 'owner_id'],
    under: ['group', 'create_notification_addresses'],
    defaults: findGroupOfNewRow,
    // The database sets the owner from the group, because callers with a shared group may not be able to read it.
    async prepare({ owner_id: givenOwnerId, ...columns }, call) {
      const owner_id = await loadOwnerOfGroup({ ...columns, owner_id: givenOwnerId }, call)
      await rules.rejectInvalid(columns, owner_id, call)
      return { columns, forCreated: { ...columns, owner_id } }
    },
    created: rules.created,
  },
  update: {
    fields: ['address', 'notification_channel_id', 'group_id', 'description'],
    async prepare(changes, before, call) {
      await requireMovePermission(
        { group_id: changes['group_id'], owner_id: before['owner_id'] },
        'create_notification_addresses',
        call,
      )
      await rules.rejectInvalidChange(changes, before, call)
      return changes
    },
    changed: rules.changed,
  },
})
