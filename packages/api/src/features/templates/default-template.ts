import { defineResource, one } from '@wachta/resource'
import { never, signedIn } from '@wachta/resource/permission'
import { Type } from 'typebox'
import { artifactTypeIds, templateResourceFields } from './template-fields.ts'

const { uniqueItems: _, ...list } = artifactTypeIds.schema as typeof artifactTypeIds.schema & { uniqueItems?: boolean }

/** The template for accounts without a custom one, per channel and language. */
export const defaultTemplate = defineResource('default_template', {
  title: 'default template',
  fields: {
    ...templateResourceFields,
    // In the v3 API, the items of this list need not be unique.
    artifact_type_ids: { ...artifactTypeIds, schema: Type.Unsafe<string[]>(list) },
  },
  key: ['channel_id', 'language_id'],
  relations: {
    channel: one('contact_channel', 'channel_id'),
    language: one('language', 'language_id'),
  },
  query: ['start_template', 'end_template', 'start_subject', 'end_subject'],
  owner: null,
  permissions: { delete: never, own: never, read: signedIn, update: never },
  serve: {
    path: '/default_templates',
    item: '/default_templates/{_channel_id}/{_language_id}',
    tag: 'templates',
    operations: ['list', 'search', 'read'],
  },
})
