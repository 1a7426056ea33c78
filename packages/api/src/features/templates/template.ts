import { type Call, defineResource, many, one, reject } from '@wachta/resource'
import { id, personal, text } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { editor, keeper } from '../../platform/access.ts'
import { readChannelTexts, rejectUnsendable } from './rules.ts'
import { artifactTypeIds, templateResourceFields } from './template-fields.ts'

const texts = ['channel_id', 'language_id', 'start_template', 'end_template', 'start_subject', 'end_subject'] as const

/** A notification template of an account; it replaces the default template where it is assigned. */
export const template = defineResource('template', {
  fields: {
    id: id(),
    owner_id: id(),
    name: personal(text({ min: 1, max: 64 })),
    ...templateResourceFields,
    artifact_type_ids: artifactTypeIds,
  },
  relations: {
    artifact_types: many('artifact_type', 'artifact_type_ids'),
    channel: one('contact_channel', 'channel_id'),
    language: one('language', 'language_id'),
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of a notification template.' },
      collection: { path: 'templates', tag: 'templates', summary: 'Notification templates of an account.' },
    }),
  },
  paths: ['owner.name', 'owner.username'],
  query: ['name', 'start_template', 'end_template', 'start_subject', 'end_subject'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/templates',
    tag: 'templates',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['name', 'channel_id'],
    optional: [
      'owner_id',
      'language_id',
      'start_template',
      'end_template',
      'start_subject',
      'end_subject',
      'artifact_type_ids',
    ],
    under: ['owner', 'create_templates'],
    defaults: (_data, { caller }) => ({ owner_id: caller.actsFor }),
    async prepare(data) {
      rejectUnsendable(readChannelTexts(data))
      return { columns: data }
    },
  },
  update: {
    fields: ['name', ...texts, 'artifact_type_ids'],
    async prepare(changes, before, call) {
      if (texts.some((name) => name in changes)) rejectUnsendable(readChannelTexts({ ...before, ...changes }))
      if ('channel_id' in changes) await rejectAssigned(Number(before['id']), call)
      return changes
    },
  },
})

/** The channel of an assigned template cannot change. */
async function rejectAssigned(id: number, { db }: Call): Promise<void> {
  const [assigned] = await db.query(sql`select from custom_template where template_id = ${id} limit 1`)
  if (assigned) reject('channel_mismatch', 'data.channel_id')
}
