import { defineResource, one } from '@wachta/resource'
import { id, textList } from '@wachta/resource/field'
import { all, never, own, where } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { canReadGroup, limitToGroups } from '../../platform/access.ts'

export const maxTags = 20

/** The tags of a service. They have no commas, so that people can type several at once. */
export const tagList = (description: string) =>
  textList({ max: maxTags, maxLength: 50, pattern: '^[^\\s,]([^,]*[^\\s,])?$', description })

/**
 * The tags of services that have any. Version 3 of the API has no tags, so searches of services cannot name the field;
 * this resource lists the tags without the other fields of the services.
 */
export const serviceTags = defineResource('service_tags', {
  table: 'service',
  title: 'service tags',
  fields: { service_id: id(), tags: tagList('In the order in which they were given.') },
  key: 'id',
  computed: { service_id: (row) => sql`${row('id')}` },
  relations: { service: one('service', 'service_id') },
  paths: ['service.name'],
  owner: null,
  groupLimit: limitToGroups('group_id'),
  permissions: {
    delete: never,
    own: own(),
    read: all(
      canReadGroup('group_id'),
      where((row) => sql`${row('tags')} <> '{}'`),
    ),
    update: never,
  },
  serve: { path: '/service_tags', tag: 'services', operations: ['list', 'search'] },
})
