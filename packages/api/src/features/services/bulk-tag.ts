import {
  type Call,
  closed,
  lockRows,
  nameSchema,
  type Operation,
  rejectAny,
  updateRows,
  type Values,
} from '@wachta/resource'
import { idList } from '@wachta/resource/field'
import { Type } from 'typebox'
import { readChosenIds } from '../../platform/id-list.ts'
import { service } from './service.ts'
import { maxTags, tagList } from './service-tags.ts'

const bulkTagData = nameSchema(
  'bulk_tag_data',
  Type.Object(
    {
      ids: idList().schema,
      add: Type.Optional(tagList('Added to each service that does not have them.').schema),
      remove: Type.Optional(tagList('Removed from each service that has them.').schema),
    },
    closed,
  ),
)

/** The operation that adds tags to many services and removes tags from them; it changes all of them or none. */
export const bulkTagServices: Operation = {
  id: 'bulk_tag_services',
  method: 'POST',
  path: '/services/bulk_tag',
  tag: 'services',
  summary: 'Add tags to many services, or remove them.',
  access: 'customer',
  status: 204,
  body: bulkTagData,
  async handle(call) {
    const { ids, fieldPath } = readChosenIds(call)
    const { before } = await lockRows({ resource: service, ids, fieldPath }, 'update', call)
    const changed = before.map((each) => ({ each, tags: changeTags(each['tags'] as readonly string[], call) }))
    rejectAny(
      changed.flatMap(({ tags }, index) =>
        tags.length > maxTags
          ? [{ symbol: 'too_many_items', field: `${fieldPath}.${index}`, params: { limit: maxTags } }]
          : [],
      ),
    )
    for (const [key, rows] of Map.groupBy(changed, ({ tags }) => JSON.stringify(tags)))
      await updateRows(
        {
          resource: service,
          before: rows.map(({ each }) => each).filter((each) => JSON.stringify(each['tags']) !== key),
        },
        { tags: JSON.parse(key) } satisfies Values,
        call,
      )
    return undefined
  },
}

function changeTags(tags: readonly string[], { body }: Call): readonly string[] {
  const { add = [], remove = [] } = body as { add?: readonly string[]; remove?: readonly string[] }
  return [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag))
}
