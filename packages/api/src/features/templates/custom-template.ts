import { type Call, defineResource, one, reject, rejectAny, type Values } from '@wachta/resource'
import { id, key } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { editor, keeper } from '../../platform/access.ts'
import { findBelongingViolations } from '../../platform/belonging.ts'
import { loadOwnerOfContact } from '../../platform/ownership.ts'

/** The template that notifications to a contact on a channel use instead of the default template. */
export const customTemplate = defineResource('custom_template', {
  title: 'custom template',
  fields: { contact_id: id(), channel_id: key(), template_id: id() },
  key: ['contact_id', 'channel_id'],
  relations: {
    channel: one('contact_channel', 'channel_id'),
    contact: one('contact', 'contact_id', {
      collection: { path: 'custom_templates', tag: 'templates', summary: 'Custom templates assigned to a contact.' },
    }),
    template: one('template', 'template_id'),
  },
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/contacts/{_id}/custom_templates',
    item: '/contacts/{_id}/custom_templates/{_channel_id}',
    tag: 'templates',
    permissionsTag: 'templates',
    operations: ['read', 'put', 'delete', 'permissions'],
  },
  create: {
    required: ['contact_id', 'channel_id', 'template_id'],
    under: ['contact', 'customize_templates'],
    async prepare(data, call) {
      await rejectUnsuitableTemplate(data, await loadOwnerOfContact(data, call), call)
      return { columns: data }
    },
  },
  update: {
    fields: ['template_id'],
    async prepare(changes, before, call) {
      await rejectUnsuitableTemplate({ ...before, ...changes }, Number(before['owner_id']), call)
      return changes
    },
  },
})

/**
 * A template can be assigned to contacts of its own account, for its own channel; the lock keeps both from changing.
 */
async function rejectUnsuitableTemplate(
  { template_id, channel_id }: Values,
  ownerId: number,
  call: Call,
): Promise<void> {
  const templates = { resource: 'template', table: 'template', field: 'data.template_id' }
  rejectAny(await findBelongingViolations({ ...templates, ids: [template_id] }, ownerId, call))
  const [found] = await call.db.query(
    sql<{ channel_id: string }>`select channel_id from template where id = ${template_id} for share`,
  )
  if (found && found.channel_id !== channel_id) reject('channel_mismatch', 'data.template_id')
}
