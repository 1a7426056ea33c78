import { defineResource, one, reject } from '@wachta/resource'
import { flag, id } from '@wachta/resource/field'
import { administrator, any, own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { editor, shareFlags } from '../../platform/access.ts'

/** The permission of another account to see a group and, with flags, to change it. */
export const groupShare = defineResource('group_share', {
  title: 'group share',
  fields: {
    group_id: id(),
    account_id: id(),
    can_archive_services: flag({ default: false }),
    can_create_services: flag({ default: false }),
    can_delete_services: flag({ default: false }),
    can_force_analyses: flag({ default: false }),
    can_modify_group: flag({ default: false }),
    can_modify_services: flag({ default: false }),
  },
  key: ['group_id', 'account_id'],
  relations: {
    group: one('group', 'group_id', {
      collection: { path: 'shares', tag: 'accounts', summary: 'Sharing settings of a group.' },
    }),
    account: one('account', 'account_id', {
      collection: { path: 'group_shares', tag: 'groups', summary: 'Group shares belonging to an account.' },
    }),
  },
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: any(own(), own('account_id'), administrator), update: editor },
  serve: {
    path: '/groups/{_id}/shares',
    item: '/groups/{_id}/shares/{_account_id}',
    tag: 'accounts',
    permissionsTag: 'accounts',
    operations: ['read', 'put', 'delete', 'permissions'],
  },
  create: {
    required: ['group_id', 'account_id'],
    optional: shareFlags,
    under: ['group', 'share'],
    async prepare(data, { db }) {
      const [sharable] = await db.query(sql`select from account a, service_group g
where a.id = ${data['account_id']} and g.id = ${data['group_id']} and a.id <> g.owner_id and a.parent_account_id is null`)
      if (!sharable) reject('cannot_share_with', 'data.account_id')
      return { columns: data }
    },
  },
  update: { fields: shareFlags },
})
